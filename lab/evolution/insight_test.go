package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
)

func TestRace(t *testing.T) {
	none, err := New(made(t, 0)).Race()
	require.NoError(t, err)
	require.Nil(t, none, "nothing to compare by unless the whole space was measured")

	e := made(t, 2)
	race, err := New(e).Race()
	require.NoError(t, err)
	require.Equal(t, []int{45}, race.K, "the space has 80 genomes")
	require.Equal(t, []string{Illumination, Genetic, Drawn, Guarded}, []string{race.Curves[0].Method, race.Curves[1].Method, race.Curves[2].Method, race.Curves[3].Method})
	for _, c := range race.Curves {
		require.Len(t, c.Seeds, Seeds)
	}
	require.Len(t, race.Ahead, 3)
	require.Len(t, race.Mirages, 4)
	for _, m := range race.Mirages {
		if m.Method == Illumination {
			require.Greater(t, m.Believed.Mean, m.True.Mean, "the fittest of noisy figures flatters")
		}
		require.Less(t, m.Stayed.Mean, 1.0)
	}

	// Without noise the closed form is what random draws reach on average.
	e.Landscape.Draws = nil
	race, err = New(e).Race()
	require.NoError(t, err)
	require.Empty(t, race.Mirages)
	require.Len(t, race.Curves, 3, "nothing is gained by measuring again")
	drawn := race.Curves[2]
	require.InDelta(t, race.Closed[0], drawn.Mean()[0], 0.02)

	for i := range e.Landscape.Truth {
		e.Landscape.Truth[i].Infeasible = true
	}
	_, err = New(e).Race()
	require.Error(t, err)
}

func TestAheadInWords(t *testing.T) {
	at := func(low, high float64) string {
		return Ahead{By: []stats.Bootstrap{{BCa: stats.Interval{Low: low, High: high}}}}.Found(0)
	}
	require.Equal(t, "behind", at(0.01, 0.02))
	require.Equal(t, "as good", at(0, 0.02))
	require.Equal(t, "as good", at(-0.01, 0.02))
	require.Equal(t, "better", at(-0.02, -0.01))
}

func TestExplain(t *testing.T) {
	require.Nil(t, New(made(t, 0)).Explain())
	e := made(t, 1)
	in := New(e).Explain()
	require.Empty(t, in.Why)
	var names []string
	total := in.Rest.Share
	for _, m := range in.Modules {
		names = append(names, m.Name)
	}
	require.Equal(t, []string{"encode", "store", "manage"}, names)
	require.Equal(t, []string{"compress_every", "depth"}, in.Modules[2].Dimensions)
	require.InDelta(t, 0, in.Modules[2].Share, 1e-9, "nothing depends on how it is managed")
	require.Nil(t, in.Modules[2].Interval, "of several settings there is none")
	require.NotNil(t, in.Modules[0].Interval)
	for _, list := range [][]emas.Effect{in.Mains, in.Pairs} {
		for _, x := range list {
			total += x.Share
		}
	}
	require.InDelta(t, 1, total, 1e-9)
	e.ByScenario = e.ByScenario[:0]
	require.NotEmpty(t, New(e).Explain().Why)
}

func TestCarry(t *testing.T) {
	e := made(t, 0)
	rows := New(e).Carry()
	var names []string
	for _, c := range rows {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"elites, mean", "best elite", "rlm", "full_context", "hybrid"}, names)
	require.Equal(t, 5, rows[0].Saw.Clusters)
	require.Equal(t, 1, rows[0].Other.Clusters)
	require.False(t, rows[2].Saw.Defined(), "the search didn't choose a baseline")
	require.InDelta(t, (3*0.05+2*0.65+3*0.05+2*0.3)/10, rows[2].Fresh.Mean, 1e-12)
	ranks, ok := New(e).Ranks()
	require.True(t, ok)
	require.Equal(t, len(e.Archive.Elites()), ranks.N)
	e.Unseen = nil
	_, ok = New(e).Ranks()
	require.False(t, ok)
	// Without an elite there is nothing but the baselines.
	e.Archive, _ = emas.NewArchive(emas.Axes(e.Descriptors), emas.Rules{})
	require.Len(t, New(e).Carry(), 3)
}

func TestExpectations(t *testing.T) {
	e := made(t, 1)
	r := New(e)
	routing, err := r.Route(t.Context(), kindsOf, After)
	require.NoError(t, err)
	have := r.Expect(r.Explain(), &routing)
	require.Len(t, have, 3, "a verdict for every line")
	require.Equal(t, stats.NotSupported, have[0].Verdict, have[0].Finding)
	require.Contains(t, have[0].Finding, "hybrid keeps")
	require.Contains(t, have[2].Finding, "label")
	for _, x := range have {
		require.NotEmpty(t, x.Rule)
		require.NotEmpty(t, x.Finding)
	}
	none := New(lab.Evolved{Archive: e.Archive, Space: e.Space, Descriptors: e.Descriptors}).Expect(nil, nil)
	for _, x := range none {
		require.Equal(t, stats.NotEstimable, x.Verdict, x.Claim)
	}
}

func TestVerdicts(t *testing.T) {
	insight := func(encode, store float64, interval *stats.Interval) *Insight {
		return &Insight{Modules: []Module{{Name: "encode", Share: encode, Interval: interval}, {Name: "store", Share: store}}}
	}
	e := New(made(t, 0)).encodes(insight(0.9, 0.1, &stats.Interval{Low: 0.6, High: 0.95}))
	require.Equal(t, stats.Supported, e.Verdict)
	require.Contains(t, e.Finding, "encode alone explains more than 80 %")
	e = New(made(t, 0)).encodes(insight(0.2, 0.7, &stats.Interval{Low: 0.1, High: 0.4}))
	require.Equal(t, stats.NotSupported, e.Verdict)
	require.Contains(t, e.Finding, "isn't degenerate")
}

func TestRightWhereAllAgree(t *testing.T) {
	i := Right(stats.Estimate{Mean: 1, N: 20, Clusters: 20})
	want, err := stats.Wilson(20, 20, alpha)
	require.NoError(t, err)
	require.Equal(t, &want, i)
	require.Nil(t, Right(stats.Estimate{Mean: 1, N: 2, Clusters: 2}))
	given := &stats.Interval{Low: 0.5, High: 0.9}
	require.Equal(t, given, Right(stats.Estimate{Mean: 0.7, Clusters: 9, Interval: given}))
}
