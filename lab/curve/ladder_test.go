package curve

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/store"
)

// rungs are three lengths, not in their order; full_context sends all of it.
func rungs(timed bool) []played {
	var out []played
	for i, tokens := range []int{16_000, 4_000, 64_000} {
		fates := map[string][]tallytest.Fate{"full_context": [][]tallytest.Fate{tallytest.Poor, tallytest.Open, tallytest.None}[i], "rlm": tallytest.Good}
		names := []string{"full_context", "rlm"}
		if tokens == 4_000 {
			names = []string{"rlm", "full_context"}
		}
		r := tallytest.Played(2, fates, names...)
		r.Experiment = store.Experiment{ID: "e", Number: int64(i + 1), Simulated: true}
		rung := played{Result: r, latency: map[arena.TrialKey]time.Duration{}}
		for j := range r.Trials {
			trial := &r.Trials[j]
			trial.TranscriptTokens, trial.Cost.Priced = tokens, true
			trial.Cost.Read.USD = float64(tokens) / 1e6
			trial.Cost.ContextTokens = 1_000
			if trial.Strategy == "full_context" {
				trial.Cost.Read.USD *= 20
				trial.Cost.ContextTokens = tokens
			}
			trial.Key[31] = byte(i)
			if timed {
				rung.latency[trial.Key] = time.Duration(trial.Cost.ContextTokens) * time.Millisecond / 2
			}
		}
		out = append(out, rung)
	}
	return out
}

func TestLadder(t *testing.T) {
	l := of(rungs(true), false)
	require.Len(t, l.Lines, 2, "a line for each strategy, though the plans list them in another order")
	full := l.Lines[0]
	require.Equal(t, "full_context", full.Strategy)
	var tokens []float64
	for _, r := range full.Points {
		tokens = append(tokens, r.Cost.TranscriptTokens)
	}
	require.Equal(t, []float64{4_000, 16_000, 64_000}, tokens)
	require.InDelta(t, 2, full.Points[0].AnswerSeconds, 1e-12)
	require.InDelta(t, 0.08, full.Points[0].usd(), 1e-12)
	reportstest.Golden(t, l.ladder(), "ladder", "table", "md", "csv", "svg")
}

func TestWithoutTimesOrTrials(t *testing.T) {
	have := string(reportstest.Written(t, of(rungs(false), false).ladder(), "svg", ""))
	require.NotContains(t, have, "seconds an answer")
	require.Contains(t, have, "USD a trial")
	require.ErrorContains(t, of(nil, false).ladder().Write(io.Discard, "svg", ""), "nothing to draw")
}

// What wasn't completed or has no price is left out.
func TestLadderLeavesOutWhatIsUnknown(t *testing.T) {
	rs := rungs(false)
	for i := range rs[0].Trials {
		trial := &rs[0].Trials[i]
		if trial.Strategy == "rlm" {
			trial.Outcome = arena.Failed
		} else {
			trial.Cost.Priced = false
		}
	}
	l := of(rs, false)
	require.Len(t, l.Lines[1].Points, 2)
	reportstest.Golden(t, l.ladder(), "ladder-unknown", "table", "csv")
}

func TestSchema(t *testing.T) {
	names := map[string]string{"curve.form": "Curve", "curve.Line": "CurveLine", "curve.Point": "CurvePoint"}
	reportstest.Schema(t, "schema.json", "Context Arena curve", form{}, names,
		of(rungs(true), false).ladder(), of(rungs(false), false).ladder(), of(nil, false).ladder(), newBudgets(atBudgets(500, 2000)).within())
}
