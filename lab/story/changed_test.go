package story

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func lines(rows []row) (out []string) {
	for _, r := range rows {
		out = append(out, r.text)
	}
	return out
}

func TestWhatChanged(t *testing.T) {
	for name, c := range map[string]struct{ before, after, want string }{
		"nothing":         {"", "", ""},
		"equal":           {"a b\nc", "a b\nc", "a b\nc"},
		"from nothing":    {"", "a b", "{+a b+}"},
		"to nothing":      {"a b", "", "[-a b-]"},
		"a word":          {"the budget is 8", "the budget is 9", "the budget is [-8-] {+9+}"},
		"a line":          {"- a b\n- c d\n- e f\n", "- a b\n- e f\n", "- a b\n[-- c d-]\n- e f\n"},
		"lines go first":  {"- x is 1\n- y is 2\n", "- y is 2\n- x is 3\n", "[-- x is 1-]\n- y is 2\n{+- x is 3+}\n"},
		"blanks are none": {"a  b", "a b", "a b"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, strings.Join(lines(marked(c.before, c.after)), "\n"))
		})
	}
}

// Both texts can be read off the marks, and a text has no difference to itself.
func TestMarksHoldBothTexts(t *testing.T) {
	text := rapid.StringMatching(`([ab]{1,2}[ \n]){0,12}`)
	gone, came := regexp.MustCompile(`\[-(.*?)-\]`), regexp.MustCompile(`\{\+(.*?)\+\}`)
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		all := strings.Join(lines(marked(before, after)), "\n")
		require.Equal(t, strings.Fields(after), strings.Fields(came.ReplaceAllString(gone.ReplaceAllString(all, ""), "$1")))
		require.Equal(t, strings.Fields(before), strings.Fields(gone.ReplaceAllString(came.ReplaceAllString(all, ""), "$1")))
		for _, r := range marked(after, after) {
			require.False(t, r.changed)
		}
	})
}

// Texts too large to compare word by word are replaced as a whole.
func TestLargeTextsAreReplaced(t *testing.T) {
	before, after := strings.TrimSpace(strings.Repeat("x y ", 2100)), strings.TrimSpace(strings.Repeat("y z ", 2100))
	require.Equal(t, []string{"[-" + before + "-] {+" + after + "+}"}, lines(marked(before, after)))
}
