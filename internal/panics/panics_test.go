package panics_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/panics"
)

func beyond(list []int, i int) (n int, err error) {
	defer panics.Catch(&err)
	return list[i], nil
}

func TestCatch(t *testing.T) {
	n, err := beyond([]int{1, 2}, 1)
	require.NoError(t, err)
	require.Equal(t, 2, n)

	_, err = beyond(nil, 3)
	var caught *panics.Error
	require.ErrorAs(t, err, &caught)
	require.Regexp(t, `^panic: runtime error: index out of range \[3\] with length 0 \(contextarena.internal/internal/panics_test\.beyond panics_test\.go:\d+\)$`, err.Error())
	lines := strings.Split(caught.Stack, "\n")
	require.Contains(t, lines[1], "panics_test.TestCatch panics_test.go:")
	require.NotContains(t, caught.Stack, "0x")
}

func TestWhatWasPanickedWithIsFound(t *testing.T) {
	err := func() (err error) {
		defer panics.Catch(&err)
		panic(io.ErrUnexpectedEOF)
	}()
	require.True(t, errors.Is(err, io.ErrUnexpectedEOF))
}
