package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

func TestCarry(t *testing.T) {
	e := made(t)
	rows := e.carried()
	var names []string
	for _, c := range rows {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"elites, mean", "best elite", "rlm", "full_context", "hybrid"}, names)
	require.Equal(t, 5, rows[0].Saw.Estimate().Clusters)
	require.Equal(t, 1, rows[0].HeldOut.Estimate().Clusters)
	require.False(t, rows[2].Saw.Defined(), "the search didn't choose a baseline")
	require.InDelta(t, (3*0.05+2*0.65+3*0.05+2*0.3)/10, rows[2].Fresh.Estimate().Mean, 1e-12)
	ranks := e.ranks()
	require.Len(t, ranks, 1, "of held-out scenarios: no other model was asked")
	require.Equal(t, len(e.Elites), ranks[0].N)
	e.Settings.Recheck = "sim:mini"
	for i := range e.Elites {
		e.Elites[i].Unseen, e.Elites[i].Other = nil, e.Elites[i].Fresh
	}
	ranks = e.ranks()
	require.Len(t, ranks, 1)
	require.Equal(t, "sim:mini", ranks[0].With)
	require.Equal(t, 1.0, *ranks[0].Mean.Mean)
	// Without an elite there is nothing but the baselines.
	e.Elites = nil
	require.Len(t, e.carried(), 3)
	require.Empty(t, e.ranks())
}

func TestExpectations(t *testing.T) {
	r := made(t)
	routing, err := r.Route(kindsOf, After)
	require.NoError(t, err)
	have := r.expected([]Share{shareOf("encode", 0.4, nil)}, &routing)
	require.Len(t, have, 3, "a verdict for every line")
	require.Equal(t, stats.NotSupported, have[0].Verdict, have[0].Finding)
	require.Contains(t, have[0].Finding, "hybrid keeps")
	require.Contains(t, have[2].Finding, "label")
	for _, x := range have {
		require.NotEmpty(t, x.Rule)
		require.NotEmpty(t, x.Finding)
	}
	none := Run{}.expected(nil, nil)
	for _, x := range none {
		require.Equal(t, stats.NotEstimable, x.Verdict, x.Claim)
	}
}

// shareOf is a module's share of the variance.
func shareOf(module string, mean float64, interval *stats.Interval) Share {
	return Share{module, meanOf(stats.Estimate{Mean: mean, N: 60, Clusters: 6, Interval: interval}), 60}
}

func TestVerdicts(t *testing.T) {
	e := encodes([]Share{shareOf("encode", 0.9, &stats.Interval{Low: 0.6, High: 0.95}), shareOf("store", 0.05, nil), shareOf("", 0.05, nil)})
	require.Equal(t, stats.Supported, e.Verdict)
	require.Contains(t, e.Finding, "encode alone explains more than 80 %")
	e = encodes([]Share{shareOf("encode", 0.2, &stats.Interval{Low: 0.1, High: 0.4}), shareOf("store", 0.7, nil)})
	require.Equal(t, stats.NotSupported, e.Verdict)
	require.Contains(t, e.Finding, "isn't degenerate")
}

func TestRightWhereAllAgree(t *testing.T) {
	i := agreed(stats.Estimate{Mean: 1, N: 20, Clusters: 20})
	want, err := stats.Wilson(20, 20, alpha)
	require.NoError(t, err)
	require.Equal(t, &want, i)
	require.Nil(t, agreed(stats.Estimate{Mean: 1, N: 2, Clusters: 2}))
	given := &stats.Interval{Low: 0.5, High: 0.9}
	require.Equal(t, given, agreed(stats.Estimate{Mean: 0.7, Clusters: 9, Interval: given}))
}
