package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExtracted(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		want  []string
	}{
		"a list":           {"1. guests: 42\n2. tables: 6", []string{"guests: 42", "tables: 6"}},
		"prose around it":  {"Here they are:\n\n- guests: 42\n- tables: 6\n", []string{"guests: 42", "tables: 6"}},
		"a heading":        {"## AMOUNTS\nguests: 42", []string{"guests: 42"}},
		"none":             {"None.", nil},
		"none in words":    {"There are no facts of this kind in these messages.", nil},
		"no new dates":     {"no new dates", nil},
		"a fact with none": {"None of the guests eats fish.", []string{"None of the guests eats fish."}},
		"a short rule":     {"- No smoking\n- No entry before noon", []string{"No smoking", "No entry before noon"}},
		"a fact with no":   {"No parking at the venue after 10 pm", []string{"No parking at the venue after 10 pm"}},
		"JSON texts":       {`["guests: 42", "tables: 6"]`, []string{"guests: 42", "tables: 6"}},
		"JSON objects":     {"```json\n[{\"of\": \"guests\", \"amount\": 1250000.50}]\n```", []string{"amount: 1250000.50; of: guests"}},
		"a JSON object":    {`{"guests": 42, "tables": [6, 7], "no": null}`, []string{"guests: 42", "tables: 6", "tables: 7"}},
		"half JSON":        {`["guests: 42", "tab`, []string{`["guests: 42", "tab`}},
		"an empty array":   {"[]", nil},
		"another language": {"- Gäste: 42", []string{"Gäste: 42"}},
		"empty":            {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, strings.Join(c.want, "\n"), strings.Join(extracted(c.reply), "\n"))
		})
	}
}

func TestTypedKeepsWhatNothingWasWrittenOf(t *testing.T) {
	s := &typed{shelves{tokens: func(s string) int { return len(strings.Fields(s)) }, budget: 1000}}
	require.Empty(t, s.add(written{sections: []section{{heading: "A", lines: []string{"a: 1", "b: 2"}}, {heading: "B", lines: []string{"c: 3"}}}}))
	require.Empty(t, s.add(written{sections: []section{{heading: "A", lines: []string{"b: 2"}}, {heading: "B"}}}))
	require.Equal(t, "## A\n- b: 2\n## B\n- c: 3", s.text())
	require.Equal(t, "- b: 2", s.under("A"))

	s.edit(func(line string) string {
		if line == "c: 3" {
			return ""
		}
		return "[UNVERIFIED] " + line
	})
	require.Equal(t, "## A\n- [UNVERIFIED] b: 2", s.text())
}
