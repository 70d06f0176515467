package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/labtest"
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
	for _, o := range study.Orders {
		require.LessOrEqual(t, o.Blocks, 3)
		if o.P != nil {
			require.GreaterOrEqual(t, *o.Holm, *o.P)
		}
	}

	other := p
	other.Strategies = p.Strategies[1:]
	_, err = Formats(play(other), 0.05)
	require.ErrorContains(t, err, "did not play "+strategies.Label(p.Strategies[0]))
}
