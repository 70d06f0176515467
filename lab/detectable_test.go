package lab_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

func TestDetectable(t *testing.T) {
	l := open(t)
	p := plan(t, "rlm", "window", "summarize")
	p.Scenarios, p.Repeats = nil, 2
	before, err := lab.DetectableOf(t.Context(), l, p)
	require.NoError(t, err)
	require.Zero(t, before.From, "nothing was seen yet")
	require.Equal(t, 8, before.Scenarios)
	require.InDelta(t, 0.117, *before.Sampled, 0.001)

	_, r := run(t, l, p)
	after, err := lab.DetectableOf(t.Context(), l, p)
	require.NoError(t, err)
	require.Equal(t, r.Experiment.Number, after.From)
	require.Positive(t, after.ScenarioSD)
	require.NotEqual(t, before.ScenarioSD, after.ScenarioSD)

	require.InDelta(t, 0.036*math.Sqrt(62.0/133), before.RepeatSD, 1e-9, "assumed of 62 probes, and this suite asks for 133")

	more := p
	more.Repeats = 20
	wide, err := lab.DetectableOf(t.Context(), l, more)
	require.NoError(t, err)
	require.Less(t, *wide.Fixed, *before.Fixed, "more repeats tell more")

	few := p
	for _, s := range r.Scenarios[:5] {
		few.Scenarios = append(few.Scenarios, s.ID)
	}
	five, err := lab.DetectableOf(t.Context(), l, few)
	require.NoError(t, err)
	require.Nil(t, five.Sampled, "five scenarios never give a p below 0.06, whatever the difference")

	p.Scenarios, p.Repeats = []string{"clinic-intake"}, 1
	_, other := run(t, l, p)
	require.Equal(t, "extended", other.Planned.Suite, "the suite of what was played, whatever the plan's default")

	p.Scenarios, p.Repeats = []string{"early-fact-recall"}, 1
	one, err := lab.DetectableOf(t.Context(), l, p)
	require.NoError(t, err)
	require.Nil(t, one.Sampled, "one scenario can't tell anything of others")
	require.Nil(t, one.Fixed)
}
