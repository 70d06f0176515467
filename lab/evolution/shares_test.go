package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/emas"
)

// On these shares the encoder decides identifiers and the store corrections, and nothing depends on how a memory is
// managed.
func TestShares(t *testing.T) {
	r := evolvedRun(t)
	out, err := r.report(nil)
	require.NoError(t, err)
	require.Empty(t, out.NoShares)
	by := map[string]Share{}
	for _, s := range out.Shares {
		by[s.Module] = s
		require.Equal(t, len(r.Steps), s.Drawn)
		require.NotNil(t, s.Low, s.Module)
	}
	require.Len(t, by, 4, "encode, store, manage, and what they do together")
	require.Greater(t, *by["encode"].Mean.Mean, 0.4)
	require.Greater(t, *by["store"].Mean.Mean, 0.2)
	require.Less(t, *by["manage"].Mean.Mean, 0.2)
}

// Only what was drawn at random says anything of the space.
func TestOnlyDrawnPipelinesShare(t *testing.T) {
	r := evolvedRun(t)
	for i := range r.Steps {
		r.Steps[i].Emitter = emas.Mutation{}.Name()
	}
	require.Empty(t, r.drawn())
	out, err := r.report(nil)
	require.NoError(t, err)
	require.Contains(t, out.NoShares, "0 pipelines were drawn at random")
	require.Empty(t, out.Shares)
}
