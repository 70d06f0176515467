package calibrate

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompass(t *testing.T) {
	asked := 0
	at, best, err := compass(3, func(at []float64) (float64, error) {
		asked++
		return -(at[0]-1.75)*(at[0]-1.75) - 2*(at[1]+0.5)*(at[1]+0.5), nil
	})
	require.NoError(t, err)
	require.Equal(t, []float64{1.75, -0.5, 0}, at, "what has no effect stays")
	require.Zero(t, best)
	require.Less(t, asked, 60)
}

func TestCompassGivesUp(t *testing.T) {
	asked := 0
	_, _, err := compass(2, func([]float64) (float64, error) {
		asked++
		return float64(asked), nil // ever better
	})
	require.NoError(t, err)
	require.LessOrEqual(t, asked, 1+len(steps)*mostPasses*2*2)
	_, _, err = compass(2, func([]float64) (float64, error) { return 0, errors.New("broke off") })
	require.EqualError(t, err, "broke off")
}
