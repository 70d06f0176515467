package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
)

func TestTheFormatsExampleIsTheExperiment(t *testing.T) {
	want, err := FormatsPlan()
	require.NoError(t, err)
	have, err := lab.LoadPlan("../../docs/examples/correction-formats.yaml", lab.Models{})
	require.NoError(t, err)
	have.Dir = "" // none of its strategies is a program
	require.Equal(t, want, have)
	require.Len(t, want.Strategies, 7*3)
	require.Equal(t, 315, len(want.Strategies)*len(want.Scenarios)*want.Repeats)
}

func TestFormats(t *testing.T) {
	l := labtest.New(t)
	p, err := FormatsPlan()
	require.NoError(t, err)
	p.Repeats, p.Dialogue = 1, arena.Scripted
	play := func(p lab.Plan) lab.Result {
		_, err := l.Run(t.Context(), p)
		require.NoError(t, err)
		r, err := l.Load(t.Context(), "")
		require.NoError(t, err)
		return r
	}
	r := play(p)
	study, err := Formats(r, 0.05)
	require.NoError(t, err)
	require.Len(t, study.Formats, 7)
	require.Len(t, study.Orders, 4)
	require.Equal(t, "re_derivation", study.Formats[0].Format)
	for _, f := range study.Formats {
		for m := range formatMeasures[:3] {
			require.True(t, f.Measures[m].Defined(), "%s: the probes have cases of %s", f.Format, formatMeasures[m].name)
		}
	}
	for _, o := range study.Orders[:3] {
		require.True(t, o.Pairs.Defined(), o.Measure)
	}
	require.False(t, study.Orders[3].Pairs.Defined(), "a simulated model gives no log-probabilities")

	other := p
	other.Strategies = p.Strategies[1:]
	_, err = Formats(play(other), 0.05)
	require.ErrorContains(t, err, "did not play "+strategies.Label(p.Strategies[0]))
}

func TestTheOrderOfFormats(t *testing.T) {
	of := func(shares ...float64) (out [][][]stats.Cluster) {
		for _, share := range shares {
			var measures [][]stats.Cluster
			for range formatMeasures {
				measures = append(measures, []stats.Cluster{{Sum: 10 * share, N: 10}, {}})
			}
			out = append(out, measures)
		}
		return out
	}
	pairs := func(shares ...float64) (up, down float64) {
		orders := orders(of(shares...), reports.About{}, 0.05)
		return orders[0].Pairs.Estimate().Mean, orders[2].Pairs.Estimate().Mean // of contamination less is better
	}
	for _, c := range []struct {
		shares   []float64
		up, down float64
	}{
		{[]float64{.9, .5, .1}, 1, 0},
		{[]float64{.1, .5, .9}, 0, 1},
		{[]float64{.5, .5, .5}, .5, .5},
		{[]float64{.9, .1, .5}, 2. / 3, 1. / 3},
	} {
		up, down := pairs(c.shares...)
		require.InDelta(t, c.up, up, 1e-9)
		require.InDelta(t, c.down, down, 1e-9)
	}
}
