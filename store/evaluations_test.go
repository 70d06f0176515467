package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEvaluationsComeBackInOrder(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	begin(t, d, "other")
	first := []Evaluation{{Genome: 17, Emitter: "uniform", Status: "discovered"}, {Genome: 3, Emitter: "mutation", Status: "rejected"}}
	second := []Evaluation{{Batch: 1, Genome: 17, Repeat: 1, Emitter: "elite again", Status: "improved"}}
	require.NoError(t, d.SaveEvaluations(t.Context(), "e", 0, first))
	require.NoError(t, d.SaveEvaluations(t.Context(), "e", 2, second))
	require.NoError(t, d.SaveEvaluations(t.Context(), "other", 0, second))
	got, err := d.Evaluations(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, append(first, second...), got)

	require.Error(t, d.SaveEvaluations(t.Context(), "e", 1, second), "a place is given once")
	require.ErrorIs(t, d.SaveEvaluations(t.Context(), "nobody", 0, second), ErrNone)
}

func TestEnumeratedSpacesAreReplaced(t *testing.T) {
	d := fresh(t)
	begin(t, d, "e")
	none, err := d.Enumerated(t.Context(), "e")
	require.NoError(t, err)
	require.Empty(t, none)
	require.NoError(t, d.SaveEnumerated(t.Context(), "e", []Enumerated{{Draw: 3, Genome: 1, Figures: []float64{9}}}))
	all := []Enumerated{{Draw: 0, Genome: 0, Figures: []float64{0.1, -2}}, {Draw: 0, Genome: 1, Infeasible: true, Figures: []float64{0.25, 1e-300}}, {Draw: 1, Figures: []float64{}}}
	require.NoError(t, d.SaveEnumerated(t.Context(), "e", all))
	got, err := d.Enumerated(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, all, got)
}
