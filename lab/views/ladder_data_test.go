package views

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// TestLadderSchema keeps ladder.schema.json in step with the Go types, and what is written in step
// with the schema.
func TestLadderSchema(t *testing.T) {
	r := invopop.Reflector{Anonymous: true}
	s := r.Reflect(&Ladder{})
	s.Title = "Context Arena scale ladder"
	have, err := json.MarshalIndent(s, "", "  ")
	require.NoError(t, err)
	sameAsFile(t, "../ladder.schema.json", append(have, '\n'))

	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(have))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("ladder.schema.json", doc))
	schema, err := c.Compile("ladder.schema.json")
	require.NoError(t, err)
	for name, l := range map[string]Ladder{"timed": NewLadder(rungs(true)), "untimed": NewLadder(rungs(false)), "of nothing": NewLadder(nil)} {
		var b bytes.Buffer
		require.NoError(t, l.JSON(&b))
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v), name)
		require.Equal(t, "context-arena/ladder/1", v.(map[string]any)["schema"])
		v.(map[string]any)["lines"] = []any{map[string]any{"strategy": 1}}
		require.Error(t, schema.Validate(v), name)
	}
}

func TestLadderCSV(t *testing.T) {
	rs := rungs(true)
	for i := range rs {
		rs[i].Planned.Stretch = 1000 * (i + 1)
		for k := range rs[i].Planned.Strategies {
			if rs[i].Planned.Strategies[k] == "rlm" {
				rs[i].Planned.Strategies[k] = "=rlm"
			}
		}
		for k := range rs[i].Trials {
			trial := &rs[i].Trials[k]
			if trial.Strategy == "rlm" {
				trial.Strategy, trial.Cost.Priced = "=rlm", false
				delete(rs[i].Latency, trial.Key)
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, NewLadder(rs).CSV(&b))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*3)
	cell := func(row int, column string) string {
		at := slices.Index(rows[0], column)
		require.GreaterOrEqual(t, at, 0, column)
		return rows[row][at]
	}
	require.Equal(t, "full_context", cell(1, "strategy"))
	for i, want := range []struct{ tokens, stretch, seconds, mean, low string }{
		{"4000", "2000", "2", "0.5", ""}, // scenarios that all agree have no interval
		{"16000", "1000", "8", "0.2857142857142857", "0.0"},
		{"64000", "3000", "32", "0.35714285714285715", "0.3"},
	} {
		require.Equal(t, want.tokens, cell(1+i, "transcript_tokens"))
		require.Equal(t, want.stretch, cell(1+i, "stretch"))
		require.Equal(t, want.seconds, cell(1+i, "answer_seconds"))
		require.Equal(t, want.mean, cell(1+i, "answer"))
		if want.low == "" {
			require.Empty(t, cell(1+i, "answer_low"))
			require.Contains(t, cell(1+i, "note"), "all scenarios agree")
		} else {
			require.Contains(t, cell(1+i, "answer_low"), want.low)
			require.Empty(t, cell(1+i, "note"))
		}
		require.Equal(t, "14", cell(1+i, "n"))
		require.Equal(t, "true", cell(1+i, "simulated"))
	}
	require.Equal(t, "'=rlm", cell(4, "strategy"))
	for _, unknown := range []string{"write_usd", "read_usd", "write_read_cached_usd", "answer_seconds"} {
		require.Empty(t, cell(4, unknown), unknown)
		if unknown != "write_read_cached_usd" {
			require.NotEmpty(t, cell(1, unknown), unknown)
		}
	}
}

func TestLadderMarkdown(t *testing.T) {
	l := NewLadder(rungs(true))
	l.Lines[0].Strategy = "<script>\x1b[31m"
	var b bytes.Buffer
	require.NoError(t, l.Markdown(&b))
	require.Regexp(t, `^# Scale ladder, SIMULATED: 1 suite \(test\)\n\n\| strategy \|`, b.String())
	require.Contains(t, b.String(), "| 64,000 |")
	require.NotContains(t, b.String(), "<script>")
	require.NotContains(t, b.String(), "\x1b")
}
