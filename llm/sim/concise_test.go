package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

func TestConcise(t *testing.T) {
	for text, want := range map[string]string{
		"The crate weighs 31 kilos, which is more than I can lift.": "The crate weighs 31 kilos",
		"and her number is 555-0147, she never answers.":            "Her number is 555-0147",
		"Oh, so the tour starts in Oslo because of the ferry.":      "The tour starts in Oslo",
		"The tour starts in Oslo, and it ends in Rome, I think.":    "The tour starts in Oslo, and it ends in Rome",
		"The key is under the mat, not in the shed.":                "The key is under the mat, not in the shed.",
		"Tom left.": "Tom left.",
	} {
		clauses := read.Clauses(text)
		c := clauses[0]
		c.Text = text
		for _, more := range clauses[1:] {
			c.Values = append(c.Values, more.Values...)
		}
		require.Equal(t, want, concise(text, &belief.Fact{Clause: &c}), text)
	}
}

func FuzzConcise(f *testing.F) {
	f.Add("and , because")
	f.Fuzz(func(t *testing.T, text string) {
		require.LessOrEqual(t, len(concise(text, &belief.Fact{Clause: &read.Clause{}})), len(text)+4)
	})
}
