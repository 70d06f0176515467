package llm

import (
	"context"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestWhatAnOutageSays(t *testing.T) {
	for err, want := range map[error]string{
		&APIError{Status: 503}:                                          "503",
		&APIError{Err: syscall.ECONNREFUSED}:                            "connection refused",
		&APIError{Err: syscall.ECONNRESET}:                              "connection reset",
		&APIError{Err: context.DeadlineExceeded}:                        "no reply in time",
		&APIError{Err: io.ErrUnexpectedEOF}:                             "connection failed",
		&APIError{Err: syscall.ECONNREFUSED, Message: "no server at x"}: "no server at x",
	} {
		require.Equal(t, want, cause(err))
	}
	o := Outage{Provider: "openai", Err: &APIError{Status: 503}, Wait: 400 * time.Millisecond, Waited: 190 * time.Second, MaxWait: 30 * time.Minute}
	require.Equal(t, "openai is not answering (503), waiting 0s, 3m10s of 30m0s", o.String())
}
