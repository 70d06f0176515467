//go:build calibrate

package calibrate

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// repeats is how often the figures of a calibration are played, fitRepeats each evaluation of a fit.
const repeats, fitRepeats = 10, 5

// TestCalibrate fits the simulated models anew, and keeps the fit: two minutes.
func TestCalibrate(t *testing.T) {
	r, err := prepare(t, runtime.NumCPU()).calibrate(t.Context(), repeats, fitRepeats)
	require.NoError(t, err)
	require.NoError(t, r.Write("../.."))
}
