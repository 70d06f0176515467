package lab_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
	"contextarena.internal/lab/story"
	"contextarena.internal/probes/probestest"
	"contextarena.internal/store"
)

// A stretched experiment is another one; it is loaded, told and scored again in the form in which
// it was played.
func TestStretchedExperiment(t *testing.T) {
	l := open(t)
	p := plan(t, "window")
	p.Scenarios, p.Repeats = p.Scenarios[:1], 1
	_, short := run(t, l, p)
	p.Stretch = 6000
	ran, long := run(t, l, p)
	require.Equal(t, store.Complete, ran.Experiment.Status)
	require.Zero(t, ran.Kept)
	require.Equal(t, 6000, long.Planned.Stretch)
	require.Zero(t, short.Planned.Stretch)
	require.NotEqual(t, short.Experiment.ID, long.Experiment.ID)
	require.Zero(t, short.Stretched)
	require.Equal(t, 1, long.Stretched)
	require.Less(t, short.Trials[0].TranscriptTokens, 6000)
	require.GreaterOrEqual(t, long.Trials[0].TranscriptTokens, 6000)
	require.Greater(t, len(long.Scenarios[0].Turns), len(short.Scenarios[0].Turns))
	require.Zero(t, long.Stale)
	require.Empty(t, long.Borrowed)

	for _, r := range []lab.Result{short, long} {
		told, err := story.Load(t.Context(), l, r.Trials[0].Key.String())
		require.NoError(t, err)
		require.Equal(t, r.Trials[0].ScenarioHash, told.Scenario.PlayHash())
		require.Equal(t, r.Trials[0].Score, probestest.Bare(told.Score))
		again, err := l.Rescore(t.Context(), r.Experiment.ID, nil)
		require.NoError(t, err)
		require.Zero(t, again.Again)
	}
	again, r := run(t, l, p)
	require.Equal(t, 1, again.Kept)
	require.Equal(t, long.Trials, r.Trials)

	too, err := p.Unstretched(l)
	require.NoError(t, err)
	require.Empty(t, too)
	p.Stretch = 500
	too, err = p.Unstretched(l)
	require.NoError(t, err)
	require.Len(t, too, 1)
	require.Regexp(t, `^early-fact-recall \([0-9]+ tokens\)$`, too[0])
	_, r = run(t, l, p)
	require.Zero(t, r.Stretched)
	require.Equal(t, short.Trials[0].Key, r.Trials[0].Key, "a scenario that is long enough is played as it stands")
}
