package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
	"contextarena.internal/stats"
)

func TestRace(t *testing.T) {
	none, err := made(t, 0).sorted().Race()
	require.NoError(t, err)
	require.Nil(t, none, "nothing to compare by unless the whole space was measured")

	e := made(t, 2)
	race, err := e.sorted().Race()
	require.NoError(t, err)
	require.Equal(t, []int{45}, race.Distinct, "the space has 80 genomes")
	require.Equal(t, []string{illumination, genetic, drawn, guarded}, []string{race.Curves[0].Method, race.Curves[1].Method, race.Curves[2].Method, race.Curves[3].Method})
	require.Len(t, race.Ahead, 3)
	require.Len(t, race.Noise, 4)
	for _, m := range race.Noise {
		if m.Method == illumination {
			require.Greater(t, m.Believed.Mean, m.True.Mean, "the fittest of noisy figures flatters")
		}
		require.Less(t, m.Stayed.Mean, 1.0)
	}

	// Without noise the closed form is what random draws reach on average.
	e.Landscape.Draws = nil
	race, err = e.sorted().Race()
	require.NoError(t, err)
	require.Empty(t, race.Noise)
	require.Len(t, race.Curves, 3, "nothing is gained by measuring again")
	drawn := race.Curves[2]
	require.InDelta(t, race.Closed[0], drawn.Mean[0], 0.02)

	for i := range e.Landscape.Truth {
		e.Landscape.Truth[i].Infeasible = true
	}
	_, err = e.sorted().Race()
	require.Error(t, err)
}

func TestAheadInWords(t *testing.T) {
	at := func(low, high float64) string {
		return standing(stats.Interval{Low: low, High: high})
	}
	require.Equal(t, "behind", at(0.01, 0.02))
	require.Equal(t, "as good", at(0, 0.02))
	require.Equal(t, "as good", at(-0.01, 0.02))
	require.Equal(t, "better", at(-0.02, -0.01))
}

func TestExplain(t *testing.T) {
	require.Nil(t, made(t, 0).sorted().Explain())
	e := made(t, 1)
	in := e.sorted().Explain()
	require.Empty(t, in.Why)
	var names []string
	total := in.Rest.Share
	for _, m := range in.Modules {
		names = append(names, m.Of[0])
	}
	require.Equal(t, []string{"encode", "store", "manage"}, names)
	require.Equal(t, []string{"compress_every", "depth"}, in.Modules[2].dimensions)
	require.InDelta(t, 0, in.Modules[2].Share, 1e-9, "nothing depends on how it is managed")
	require.Nil(t, in.Modules[2].Low, "of several settings there is none")
	require.NotNil(t, in.Modules[0].Low)
	for _, list := range [][]Part{in.Dimensions, in.Pairs} {
		for _, x := range list {
			total += x.Share
		}
	}
	require.InDelta(t, 1, total, 1e-9)
	by := map[string][]Option{}
	for _, o := range in.Options {
		by[o.Dimension] = append(by[o.Dimension], o)
	}
	require.Len(t, by["encode"], 5)
	for name, options := range by {
		sum := 0.0
		for _, o := range options {
			sum += o.Ahead.Mean
		}
		require.InDelta(t, 0, sum, 1e-9, "%s: every level has as many pipelines", name)
	}
	require.InDelta(t, by["encode"][0].Fitness.Mean-by["encode"][1].Fitness.Mean, by["encode"][0].Ahead.Mean-by["encode"][1].Ahead.Mean, 1e-12)
	require.InDelta(t, 0, by["depth"][0].Ahead.Mean, 1e-9, "nothing depends on it")
	require.NotZero(t, by["encode"][0].Ahead.Mean)
	e.ByScenario = e.ByScenario[:0]
	require.NotEmpty(t, e.sorted().Explain().Why)
}

func TestCarry(t *testing.T) {
	e := made(t, 0)
	rows := e.sorted().carried()
	var names []string
	for _, c := range rows {
		names = append(names, c.Name)
	}
	require.Equal(t, []string{"elites, mean", "best elite", "rlm", "full_context", "hybrid"}, names)
	require.Equal(t, 5, rows[0].Saw.Estimate().Clusters)
	require.Equal(t, 1, rows[0].HeldOut.Estimate().Clusters)
	require.False(t, rows[2].Saw.Defined(), "the search didn't choose a baseline")
	require.InDelta(t, (3*0.05+2*0.65+3*0.05+2*0.3)/10, rows[2].Fresh.Estimate().Mean, 1e-12)
	require.Equal(t, len(e.Archive.Elites()), e.heldOutRanks().N)
	e.Unseen = nil
	require.Nil(t, e.heldOutRanks())
	// Without an elite there is nothing but the baselines.
	e.Archive, _ = emas.NewArchive(emas.Axes(e.Descriptors), emas.Rules{})
	require.Len(t, e.sorted().carried(), 3)
}

func TestExpectations(t *testing.T) {
	e := made(t, 1)
	r := e.sorted()
	routing, err := r.Route(t.Context(), kindsOf, After)
	require.NoError(t, err)
	have := r.expected(r.Explain(), &routing)
	require.Len(t, have, 3, "a verdict for every line")
	require.Equal(t, stats.NotSupported, have[0].Verdict, have[0].Finding)
	require.Contains(t, have[0].Finding, "hybrid keeps")
	require.Contains(t, have[2].Finding, "label")
	for _, x := range have {
		require.NotEmpty(t, x.Rule)
		require.NotEmpty(t, x.Finding)
	}
	none := Run{Archive: e.Archive, Space: e.Space, Descriptors: e.Descriptors}.expected(nil, nil)
	for _, x := range none {
		require.Equal(t, stats.NotEstimable, x.Verdict, x.Claim)
	}
}

func TestVerdicts(t *testing.T) {
	insight := func(encode, store float64, interval *stats.Interval) *Insight {
		return &Insight{Modules: []Part{{Of: []string{"encode"}, Share: encode, Bounds: boundsOf(interval)}, {Of: []string{"store"}, Share: store}}}
	}
	e := made(t, 0).sorted().encodes(insight(0.9, 0.1, &stats.Interval{Low: 0.6, High: 0.95}))
	require.Equal(t, stats.Supported, e.Verdict)
	require.Contains(t, e.Finding, "encode alone explains more than 80 %")
	e = made(t, 0).sorted().encodes(insight(0.2, 0.7, &stats.Interval{Low: 0.1, High: 0.4}))
	require.Equal(t, stats.NotSupported, e.Verdict)
	require.Contains(t, e.Finding, "isn't degenerate")
}

func TestRightWhereAllAgree(t *testing.T) {
	i := right(stats.Estimate{Mean: 1, N: 20, Clusters: 20})
	want, err := stats.Wilson(20, 20, alpha)
	require.NoError(t, err)
	require.Equal(t, &want, i)
	require.Nil(t, right(stats.Estimate{Mean: 1, N: 2, Clusters: 2}))
	given := &stats.Interval{Low: 0.5, High: 0.9}
	require.Equal(t, given, right(stats.Estimate{Mean: 0.7, Clusters: 9, Interval: given}))
}
