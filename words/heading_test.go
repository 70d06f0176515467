package words

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// heads is the heading that the last word of a text stands under, empty if there is none.
func heads(text string) string {
	t := Read(text)
	b := t.Parent(t.Block(t.Tokens() - 1))
	if b < 0 {
		return ""
	}
	first, last := t.Bounds(b)
	return t.Slice(t.Span(first, last))
}

func TestHeadingsWithoutMarks(t *testing.T) {
	for text, want := range map[string]string{
		"MONEY\n- rent 62":                       "MONEY",
		"=== CUTTING ROOM ===\nthe old inn":      "=== CUTTING ROOM ===",
		"--- Who ---\n\nthe coach":               "--- Who ---",
		"MONEY\nrent 62\n\nPLACES\n- shed green": "PLACES",
		"MONEY\nRENT IS 62":                      "", // everything is in capitals
		"GUESTS 140\nof them":                    "",
		"- NO PAVLOVA\n- as said":                "", // an item
		"NO CRAB.\nas said":                      "",
		"ok\nrent":                               "",
		"MONEY":                                  "",
		"--\nrent":                               "",
	} {
		require.Equal(t, want, heads(text), text)
	}
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.StringMatching(`[A-Z]{3,9}( [A-Z]{2,9}){0,2}`).Draw(t, "title")
		line := rapid.StringMatching(`[a-z]{2,9}( [a-z]{2,9}){0,4}`).Draw(t, "line")
		require.Equal(t, title, heads(fmt.Sprintf("%s\n%s", title, line)))
		require.Equal(t, title, heads(fmt.Sprintf("%s\n- one\n- %s", title, line)))
		require.Equal(t, "=== "+title+" ===", heads(fmt.Sprintf("== x ==\nzz\n\n=== %s ===\n%s", title, line)))
	})
}
