package check

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"contextarena.internal/reports/reportstest"
	"contextarena.internal/stats"
)

func checked() Checks {
	figure := func(measure, by, sample string, found, of int) Figure {
		return Figure{Measure: measure, By: by, Sample: sample, Found: found, Of: of, Share: new(float64(found) / float64(of)), Low: new(0.9), High: new(1.0)}
	}
	found := figure("identifiers found", Rules, "generated", 999, 999)
	found.Asked, found.Source, found.Verdict = 0.8, "the proposal", stats.NotSupported
	return Checks{Schema: "context-arena/check/2", Checks: []Check{
		{Proposal: "foresight", About: "about", Notes: []string{}, Figures: []Figure{figure("=all values", Rules, "extended", 1, 2)}},
		{Proposal: "channels", About: "about", Notes: []string{"Note."}, Figures: []Figure{found, {Measure: "identifiers found", By: Rules, Sample: "small talk", Asked: 0.8, Source: "the proposal"}}},
	}}
}

func TestTable(t *testing.T) {
	out := string(reportstest.Written(t, checked().Document(), "table", ""))
	require.Regexp(t, `identifiers found +generated +999/999 +100.0 \[90–100\] +80 %: not supported`, out)
	require.Regexp(t, `\n +small talk +0/0 +– +80 %\n`, out, "nothing counted is no share, and has no verdict")
	require.Contains(t, out, "=all values")
	require.Contains(t, string(reportstest.Written(t, checked().Document(), "md", "")), "| identifiers found | generated | 999/999 | 100.0 [90–100] | 80 %: not supported |")
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(reportstest.Written(t, checked().Document(), "csv", ""))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+3)
	require.Equal(t, []string{"foresight", "'=all values", "rules", "extended", "1", "2", "0.5", "0.9", "1", "", "", ""}, rows[1])
	require.Equal(t, []string{"channels", "identifiers found", "rules", "small talk", "0", "0", "", "", "", "0.8", "the proposal", ""}, rows[3])
}

func TestJSON(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", doc))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	for name, checks := range map[string]Checks{"some": checked(), "none": {Schema: "context-arena/check/2", Checks: []Check{}}} {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(reportstest.Written(t, checks.Document(), "json", "")))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v), name)
		v.(map[string]any)["checks"] = []any{map[string]any{"proposal": 1}}
		require.Error(t, schema.Validate(v), name)
	}
}

func TestNames(t *testing.T) {
	for _, c := range list {
		require.NotEmpty(t, c.Proposal)
		require.False(t, strings.HasSuffix(c.About, "."), c.About)
	}
	require.Len(t, Names(), 2)
}
