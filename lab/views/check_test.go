package views

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/check"
	"contextarena.internal/stats"
)

func checked() []check.Figure {
	i := &stats.Interval{Low: 0.9, High: 1}
	return []check.Figure{
		{Proposal: "qpb", Measure: "tokens pinned", By: check.Rules, Sample: "original", Found: 1234, Of: 12340},
		{Proposal: "channels", Measure: "identifiers found", By: check.Rules, Sample: "generated", Found: 999, Of: 999, Interval: i, Asked: 0.8, Source: "the proposal", Verdict: check.NotReached},
		{Proposal: "channels", Measure: "identifiers found", By: check.Rules, Sample: "small talk", Asked: 0.8, Source: "the proposal"},
		{Proposal: "schema_guided", Measure: "=kept under any kind", By: check.Simulated, Sample: "extended", Found: 1, Of: 2, Interval: i},
		{Proposal: "cascade", Measure: "edges found", By: check.Ideal, Sample: "extended", Found: 1, Of: 2, Interval: i},
	}
}

func TestChecksTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, NewChecks(checked()).Table(&b))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), width, line)
	}
	out := b.String()
	require.Regexp(t, `identifiers found +generated +999/999 +100.0 \[90–100\] +80 %: not reached`, out)
	require.Regexp(t, `\n +small talk +0/0 +– +80 %\n`, out, "nothing counted is no share, and has no verdict")
	require.Regexp(t, `tokens pinned +original +10.0\n`, out)
	require.Contains(t, out, "=kept under any kind, sim")
	require.Contains(t, out, "SIMULATED")
	require.Less(t, strings.Index(out, "schema_guided:"), strings.Index(out, "channels:"), "in the order of the checks")
	require.NotContains(t, out, "shadow_graph", "what wasn't run isn't there")

	b.Reset()
	require.NoError(t, NewChecks(checked()[:1]).Table(&b))
	require.NotContains(t, b.String(), "SIMULATED")
}

func TestChecksMarkdown(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, NewChecks(checked()).Markdown(&b))
	require.Contains(t, b.String(), "| identifiers found | generated | 999/999 | 100.0 [90–100] | 80 %: not reached |")
}

func TestChecksCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, NewChecks(checked()).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(checked()))
	require.Equal(t, []string{"schema_guided", "'=kept under any kind", "simulated", "extended", "1", "2", "0.5", "0.9", "1", "", "", ""}, rows[1])
	require.Equal(t, []string{"channels", "identifiers found", "rules", "small talk", "0", "0", "", "", "", "0.8", "the proposal", ""}, rows[3])
}

func TestChecksJSON(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(CheckSchema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("check.schema.json", doc))
	schema, err := c.Compile("check.schema.json")
	require.NoError(t, err)
	for name, figures := range map[string][]check.Figure{"some": checked(), "none": nil} {
		var b bytes.Buffer
		require.NoError(t, NewChecks(figures).JSON(&b))
		v, err := jsonschema.UnmarshalJSON(&b)
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v), name)
		v.(map[string]any)["checks"] = []any{map[string]any{"proposal": 1}}
		require.Error(t, schema.Validate(v), name)
	}
}
