package lab_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/story"
	"contextarena.internal/probes"
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

// An experiment with a sample of the probes is another one, in which the others count nowhere: neither as void nor as lost. What is
// asked is judged as it is among all. It is loaded, told and scored again as it was played.
func TestSampledExperiment(t *testing.T) {
	l := open(t)
	p := plan(t, "rlm", "full_context")
	p.Scenarios, p.Repeats, p.Dialogue = p.Scenarios[:1], 1, arena.Scripted
	_, whole := run(t, l, p)
	all := len(whole.Scenarios[0].Probes)
	require.Greater(t, all, 5)
	p.Probes = 5
	ran, r := run(t, l, p)
	require.Zero(t, ran.Kept)
	require.Equal(t, 5, r.Planned.Probes)
	require.Len(t, r.Scenarios[0].Unasked, all-5)
	require.Zero(t, r.Stale)
	for i, trial := range r.Trials {
		require.NotEqual(t, whole.Trials[i].Key, trial.Key)
		require.Len(t, trial.Score.Findings, 5)
		for _, f := range trial.Score.Findings {
			k := slices.IndexFunc(whole.Trials[i].Score.Findings, func(o *probes.Finding) bool { return o.Probe == f.Probe })
			require.Equal(t, whole.Trials[i].Score.Findings[k], f)
		}
		told, err := story.Load(t.Context(), l, trial.Key.String())
		require.NoError(t, err)
		require.Equal(t, trial.Score, probestest.Bare(told.Score))
	}
	again, err := l.Rescore(t.Context(), r.Experiment.ID, nil)
	require.NoError(t, err)
	require.Zero(t, again.Again)
	resumed, _ := run(t, l, p)
	require.Equal(t, 2, resumed.Kept)

	// A sample and all of them, or two samples, are never compared.
	p.Probes = 6
	_, other := run(t, l, p)
	for _, o := range []lab.Result{whole, other} {
		_, err = contrast.Match(lab.Arms(r)[0], lab.Arms(o)[1])
		require.ErrorContains(t, err, "stretched or sampled otherwise")
	}
	rep := leaderboard.New(r, leaderboard.Ask{})
	require.Contains(t, rep.Document().Sections[0].Title, fmt.Sprintf(", 5 of %d probes asked", all))
	require.Equal(t, 5, rep.Experiment.Probes.All)
	require.Zero(t, rep.Leaderboard[0].Voided)

	// Where a scenario has no more, all are asked, and these are the trials that there are.
	p.Probes = all
	ran, r = run(t, l, p)
	require.Equal(t, 2, ran.Kept)
	require.Equal(t, whole.Trials[0].Key, r.Trials[0].Key)
}
