package views

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/store"
)

// rungs are three lengths, not in their order; full_context sends all of it.
func rungs(timed bool) []lab.Rung {
	var out []lab.Rung
	for i, tokens := range []int{16_000, 4_000, 64_000} {
		fates := map[string][]fate{"full_context": [][]fate{poor, open, none}[i], "rlm": good}
		names := []string{"full_context", "rlm"}
		if tokens == 4_000 {
			names = []string{"rlm", "full_context"}
		}
		r := played(2, fates, names...)
		r.Experiment = store.Experiment{ID: "e", Number: int64(i + 1), Simulated: true}
		rung := lab.Rung{Result: r, Latency: map[arena.TrialKey]time.Duration{}}
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
				rung.Latency[trial.Key] = time.Duration(trial.Cost.ContextTokens) * time.Millisecond / 2
			}
		}
		out = append(out, rung)
	}
	return out
}

func TestLadder(t *testing.T) {
	l := NewLadder(rungs(true))
	require.Len(t, l.Lines, 2, "a line for each strategy, though the plans list them in another order")
	full := l.Lines[0]
	require.Equal(t, "full_context", full.Strategy)
	var tokens []float64
	for _, r := range full.Rungs {
		tokens = append(tokens, r.tokens())
	}
	require.Equal(t, []float64{4_000, 16_000, 64_000}, tokens)
	require.InDelta(t, 2, full.Rungs[0].AnswerSeconds, 1e-12)
	require.InDelta(t, 0.08, full.Rungs[0].usd(), 1e-12)
	require.True(t, l.Timed())

	var b bytes.Buffer
	require.NoError(t, l.Table(&b))
	sameAsFile(t, "ladder.txt", b.Bytes())
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, len([]rune(line)), width+1, line)
	}
}

func TestLadderSVG(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, NewLadder(rungs(true)).SVG(&b))
	wellFormed(t, b.Bytes())
	sameAsFile(t, "ladder.svg", b.Bytes())
	require.Contains(t, b.String(), "SIMULATED")
	require.Contains(t, b.String(), "seconds an answer")

	b.Reset()
	untimed := NewLadder(rungs(false))
	require.NoError(t, untimed.SVG(&b))
	require.NotContains(t, b.String(), "seconds an answer")

	require.ErrorContains(t, Ladder{}.SVG(io.Discard), "no ladder to draw")
}

// What wasn't completed or has no price is left out, and names can't break the drawing.
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
	l := NewLadder(rs)
	require.Len(t, l.Lines[1].Rungs, 2)
	var b bytes.Buffer
	require.NoError(t, l.Table(&b))
	require.Contains(t, b.String(), "unknown")
	l.Lines[0].Strategy = "<script>\x1b[31m"
	b.Reset()
	require.NoError(t, l.SVG(&b))
	wellFormed(t, b.Bytes())
	require.NotContains(t, b.String(), "<script>")
	require.NotContains(t, b.String(), "\x1b")
}
