//go:build slow

package evolution

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What baselines, search and elites ask is told beforehand; how many elites there will be isn't.
func TestAnEvolutionAsksWhatWasEstimated(t *testing.T) {
	l := open(t)
	search, elite, err := Estimate(t.Context(), l, small())
	require.NoError(t, err)
	ran, out, err := Evolve(t.Context(), l, small(), nil)
	require.NoError(t, err)
	calls, _, _ := search.Total()
	each, _, _ := elite.Total()
	require.InEpsilon(t, ran.Asked, calls+len(out.Elites)*each, 0.2)
}
