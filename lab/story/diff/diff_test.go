package diff

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for name, c := range map[string]struct {
		before, after string
		want          []Span
	}{
		"nothing":         {"", "", nil},
		"equal":           {"a b\nc", "a b\nc", []Span{{Same, "a b\nc"}}},
		"from nothing":    {"", "a b", []Span{{New, "a b"}}},
		"to nothing":      {"a b", "", []Span{{Gone, "a b"}}},
		"a word":          {"the budget is 8", "the budget is 9", []Span{{Same, "the budget is"}, {Gone, " 8"}, {New, " 9"}}},
		"a line":          {"- a b\n- c d\n- e f\n", "- a b\n- e f\n", []Span{{Same, "- a b\n"}, {Gone, "- c d\n"}, {Same, "- e f\n"}}},
		"lines go first":  {"- x is 1\n- y is 2\n", "- y is 2\n- x is 3\n", []Span{{Gone, "- x is 1\n"}, {Same, "- y is 2\n"}, {New, "- x is 3\n"}}},
		"blanks are none": {"a  b", "a b", []Span{{Same, "a b"}}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, Words(c.before, c.after)) })
	}
}

// Both texts can be read off the spans, and a text has no difference to itself.
func TestSpansHoldBothTexts(t *testing.T) {
	text := rapid.StringMatching(`([ab]{1,2}[ \n]){0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		var old []string
		var current strings.Builder
		last := Op(-1)
		for _, s := range Words(before, after) {
			require.NotEqual(t, last, s.Op)
			last = s.Op
			if s.Op != New {
				old = append(old, strings.Fields(s.Text)...)
			}
			if s.Op != Gone {
				current.WriteString(s.Text)
			}
		}
		require.Equal(t, after, current.String())
		require.Equal(t, strings.Fields(before), append([]string{}, old...))
		for _, s := range Words(after, after) {
			require.Equal(t, Same, s.Op)
		}
	})
}

// Texts too large to compare word by word are replaced as a whole.
func TestLargeTextsAreReplaced(t *testing.T) {
	before, after := strings.Repeat("x y ", 2100), strings.Repeat("y z ", 2100)
	require.Equal(t, []Span{{Gone, before[:len(before)-1]}, {New, after[:len(after)-1]}, {Same, " "}}, Words(before, after))
}
