package calibrate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParameters(t *testing.T) {
	free, err := Parameters()
	require.NoError(t, err)
	require.LessOrEqual(t, len(free), 8, "few parameters, or the figures determine none")
	for _, f := range free {
		require.InDelta(t, f.Assumed, f.at(0), 0.005*f.Assumed, f.Name)
		require.Less(t, f.at(0), f.at(1), f.Name)
		require.Greater(t, f.at(0), f.at(-1), f.Name)
		for _, far := range []float64{-1e3, 1e3} {
			require.GreaterOrEqual(t, f.at(far), f.least, f.Name)
			require.LessOrEqual(t, f.at(far), f.most, f.Name)
		}
	}
}

func TestFreeAt(t *testing.T) {
	log := Free{Scale: "log", Assumed: 2, Spread: 0.5, most: 100}
	require.Equal(t, 3.3, log.at(1)) // 2·e^½, three digits
	require.Equal(t, 1.21, log.at(-1))
	logit := Free{Scale: "logit", Assumed: 0.5, Spread: 1, most: 1}
	require.Equal(t, 0.731, logit.at(1))
	require.Equal(t, 0.269, logit.at(-1))
}

func TestExtrapolated(t *testing.T) {
	hazard := Free{Extrapolate: 0.5, most: 1}
	require.Equal(t, 0.1, hazard.extrapolated([]float64{0.4, 0.2}))
	size := Free{Extrapolate: 1.5, most: 50}
	require.Equal(t, 45.0, size.extrapolated([]float64{20, 30}))
	require.Equal(t, 50.0, size.extrapolated([]float64{20, 40}), "no further than the models accept")
}
