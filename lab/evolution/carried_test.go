package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"
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
	require.Equal(t, 1.0, *ranks[0].Mean)
	// Without an elite there is nothing but the baselines.
	e.Elites = nil
	require.Len(t, e.carried(), 3)
	require.Empty(t, e.ranks())
}
