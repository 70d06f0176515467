package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/pipeline"
)

const (
	asksDocument = "You keep the reference document"
	asksLog      = "You keep a log of both"
)

func TestCorrectionAwareLaysTheLogOverTheDocument(t *testing.T) {
	s := &script{rules: []rule{
		on("The tower is 80 m high.", asksDocument),
		on(`{"changes": [{"what": "tower height", "value": "85 m", "was": "80 m"}], "details": [{"what": "gate code", "value": "4711"}]}`, asksLog, "<log>"),
		on(`{"changes": [{"what": "Tower height", "value": "80 m", "was": "75 m"}]}`, asksLog),
	}}
	trial := played[pipeline.CorrectionAware](t, s, nil, append([]string{"The tower is 80 m, not 75."}, filler(8)...)...)
	require.Len(t, trial.Cycles, 2)
	require.Contains(t, trial.Cycles[0].Text, "The tower is 80 m high.\n\nCorrections and details.")
	require.Contains(t, trial.Cycles[0].Text, "- Tower height: changed from 75 m to 80 m")
	require.NotContains(t, memory(t, trial), "75 m", "an entry on the same subject takes the place of the older")
	require.True(t, strings.HasSuffix(memory(t, trial), "- gate code: 4711\n- tower height: changed from 80 m to 85 m"))
	require.Len(t, s.prompts, 4, "two calls a cycle")
	require.Empty(t, trial.Warnings)
}

func TestCorrectionAwareBearsReplies(t *testing.T) {
	for name, c := range map[string]struct {
		document, log, want, warning string
	}{
		"nothing to log":  {"The tower.", `{"changes": [], "details": []}`, "The tower.", ""},
		"no log":          {"The tower.", "Leider nichts.", "The tower.", "list of corrections was empty"},
		"no document":     {"", `{"details": [{"what": "a", "value": "b"}]}`, "- a: b", "document was empty"},
		"a refusal":       {"I'm sorry, but I cannot assist with that request.", `{"details": [{"what": "a", "value": "b"}]}`, "- a: b", "document was empty"},
		"other language":  {"塔高八十米。", `{"changes": [{"what": "塔", "value": "八十米", "was": "七十五米"}]}`, "- 塔: changed from 七十五米 to 八十米", ""},
		"prose around it": {"The tower.", `Sure! Here are the entries: {"changes": [{"what": "tower", "value": "80 m", "was": "75 m"}]}`, "- tower: changed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{rules: []rule{on(c.document, asksDocument), on(c.log, asksLog)}}
			trial := played[pipeline.CorrectionAware](t, s, nil, filler(5)...)
			require.Contains(t, memory(t, trial), c.want)
			require.NotContains(t, memory(t, trial), "Sure!")
			require.NotContains(t, memory(t, trial), "none")
			require.NotContains(t, memory(t, trial), "cannot assist")
			if c.warning == "" {
				require.Empty(t, trial.Warnings)
			} else {
				require.Contains(t, warned(trial), c.warning)
			}
		})
	}
}

func TestCorrectionAwareBoundsTheLog(t *testing.T) {
	var items []string
	for i := range 40 {
		items = append(items, fmt.Sprintf(`{"what": "thing %d", "value": "detail %d"}`, i, i))
	}
	s := &script{rules: []rule{on("Doc.", asksDocument), on(`{"details": [`+strings.Join(items, ",")+"]}", asksLog)}}
	trial := played[pipeline.CorrectionAware](t, s, nil, filler(5)...)
	require.Contains(t, memory(t, trial), "thing 10:")
	require.NotContains(t, memory(t, trial), "thing 9:", "30 entries, the newest")
	require.Contains(t, warned(trial), "the 10 oldest entries")

	trial = played(t, s, func(c *pipeline.CorrectionAware) { c.KeepTokens = 64 }, filler(5)...)
	require.Contains(t, memory(t, trial), "thing 39:")
	require.LessOrEqual(t, strings.Count(memory(t, trial), "thing"), 64/5)
}
