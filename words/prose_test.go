package words

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"One. Two.":                            {"One. ", "Two."},
		"She works at St. Mary Hospital. Why?": {"She works at St. Mary Hospital. ", "Why?"},
		"Ask Dr. Pell at 5 p.m. on Monday! OK": {"Ask Dr. Pell at 5 p.m. on Monday! ", "OK"},
		"J. Ode sold Widget-A. It's gone.":     {"J. Ode sold Widget-A. ", "It's gone."},
		`He said "no way." Then he left.`:      {`He said "no way." `, "Then he left."},
		"a line\nanother":                      {"a line\n", "another"},
		"So no. We take room no. 5 then.":      {"So no. ", "We take room no. 5 then."},
		"":                                     {""},
	} {
		require.Equal(t, want, Sentences(text), text)
	}
}
