package wire

import (
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
)

func TestUsageOfAFailedCall(t *testing.T) {
	for body, want := range map[string]llm.Usage{
		`{"choices":[],"usage":{"prompt_tokens":70,"completion_tokens":4}}`:     {Input: 70, Output: 4},
		`{"error":{"message":"overloaded"},"usage":{"prompt_tokens":70}}`:       {Input: 70},
		`{"usage":{"prompt_tokens":9223372036854775808,"completion_tokens":1}}`: {},
		`{"choices":[],"usage":{"prompt_tokens":70,"completion`:                 {},
		`{"error":{"message":"overloaded"}}`:                                    {},
		`<html>`:                                                                {},
		``:                                                                      {},
	} {
		ex := &Exchange{Status: 200, Body: []byte(body)}
		require.Equal(t, want, Server{}.failure("m", ex).Usage, body)
	}
}
