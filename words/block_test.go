package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// over lists, for the last block of a text, the lead-ins it stands under, innermost first.
func over(text string) []string {
	t := Read(text)
	var out []string
	for b := t.Parent(len(t.blocks) - 1); b >= 0; b = t.Parent(b) {
		first, last := t.Bounds(b)
		out = append(out, strings.Trim(t.Slice(t.Span(first, last)), "#*_ :"))
	}
	return out
}

func TestWhatLeadsIn(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"heading", "# Budget\n- $500", []string{"Budget"}},
		{"numbered heading", "### 2. Budget\n- $500", []string{"2. Budget"}},
		{"bold", "**Budget**\n- $500", []string{"Budget"}},
		{"bold with a colon inside", "**Budget:**\n- $500", []string{"Budget"}},
		{"bold with a colon behind", "**Budget**:\n- $500", []string{"Budget"}},
		{"bold and numbered", "**3. Budget:**\n- $500", []string{"3. Budget"}},
		{"bold and numbered with a bracket", "**1) DOCTOR APPOINTMENT**\n- March 8", []string{"1) DOCTOR APPOINTMENT"}},
		{"bold behind its number", "3. **Budget:**\n- $500", []string{"3. **Budget"}},
		{"colon", "Budget:\n- $500", []string{"Budget"}},
		{"a sentence", "We go to Kyoto.\n- $500", nil},
		{"a long line", "what everybody said about the trip\n- $500", nil},
		{"the last line of a paragraph", "Kyoto is far, so we fly\nBudget\n- $500", nil},
		{"check mark", "Money:\n✔ $500", []string{"Money"}},
		{"box under a check mark", "✔ Budget\n  ☐ $500", []string{"✔ Budget"}},
		{"item", "- Budget\n  - $500", []string{"- Budget"}},
		{"numbered item and bullets that nobody indented", "1. Budget\n- $500", []string{"1. Budget"}},
		{"one heading under another", "# Trip\n## Budget\n- $500", []string{"Budget", "Trip"}},
		{"the next heading of its level", "# Trip\n# Budget\n- $500", []string{"Budget"}},
		{"the next bold line", "**1) TRIP**\n- Kyoto\n\n**2) BUDGET**\n- $500", []string{"2) BUDGET"}},
		{"bold under a heading", "### 1. Trip\n**Budget**\n- $500", []string{"Budget", "1. Trip"}},
		{"the next numbered heading", "### 1. Trip\n- Kyoto\n### 2. Budget\n- $500", []string{"2. Budget"}},
		{"a paragraph behind what a colon announced", "Budget:\n- $500\n\nKyoto", nil},
		{"bold in a line", "**Budget** and more\n- $500", nil},
		{"two bold parts", "**Budget** **Trip**\n- $500", nil},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, over(c.text)) })
	}
}

// A line that is an entry of its own is no part of the paragraph of the line before.
func TestEntriesAreBlocks(t *testing.T) {
	for second, own := range map[string]bool{
		`save(key="b", value="2")`: true, "[now] bay 2": true, "b=2": true, "09:30 bay 2": true, "✔ bay 2": true, "BAYS ........ 2": true, "Ada -> sleeps in -> bay 2": true, "bay 1 -> bay 2": false,
		"so the bay is 2": false, "2 (or 3) of them": false, "and = 2": false, "bay 2. Then 3": false,
	} {
		text := Read("bay 1 and more\n" + second)
		require.Equal(t, own, !text.SameBlock(0, text.Tokens()-1), second)
	}
}
