package unwrap

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlain(t *testing.T) {
	for reply, want := range map[string]string{
		"It's $700.":                                      "It's $700.",
		"<think>500? no</think>\nIt's $700.":              "It's $700.",
		"perhaps 500</think> It's $700.":                  "It's $700.",
		"<think>500, and so on":                           "",
		"<reasoning>500</reasoning><answer>$700":          "$700",
		"It's $700 [3].":                                  "It's $700.",
		"It's $700【source】.":                              "It's $700.",
		"> It's $700.":                                    "It's $700.",
		"1. It's $700.\n2) It's due on Monday.":           "- It's $700.\n- It's due on Monday.",
		"\r\n\r\nIt's $700.\r\nDue on Monday.":            "It's $700.\nDue on Monday.",
		"The version is 1.5, and 3 < 4.":                  "The version is 1.5, and 3 < 4.",
		"PER-1000, no wait, PER-2181.":                    "PER-1000, no wait, PER-2181.",
		`{"answer": "$700"}`:                              "$700",
		`{"reasoning": "500 at first", "answer": "$700"}`: "$700",
	} {
		require.Equal(t, want, Plain(reply), reply)
	}
}

func TestForeign(t *testing.T) {
	require.True(t, Foreign("Das Treffen ist nicht am Montag, sondern am Dienstag."))
	require.False(t, Foreign("The meeting is not on Monday but on Tuesday."))
	require.False(t, Foreign("PER-1000, PER-2181, PER-4000"), "codes are no words")
}
