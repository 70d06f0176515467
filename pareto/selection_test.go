package pareto_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Points that are all alike: whatever is chosen is chosen by luck.
func TestSelectTakesLuckAway(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	truth := make([][]float64, 100)
	for i := range truth {
		truth[i] = []float64{1, 0.5}
	}
	s := noisy(r, truth, 12, 4, 0.1)
	overall := 0.0
	for _, scenarios := range s {
		for _, repeats := range scenarios {
			for _, row := range repeats {
				overall += row[1] / (100 * 12 * 4)
			}
		}
	}
	got, err := s.sample().Select(50, 1)
	require.NoError(t, err)
	require.Empty(t, got.Note)

	chosen, kept := 0.0, 0.0
	for _, measured := range got.Measured {
		if measured != nil {
			require.InDelta(t, 1, measured[0], 1e-12, "cost has no noise")
			chosen, kept = chosen+1, kept+measured[1]
		}
	}
	require.InDelta(t, overall, kept/chosen, 0.06, "near what all points are")
	again, err := s.sample().Select(50, 1)
	require.NoError(t, err)
	require.Equal(t, got, again)
}

func TestSelectWithoutNoiseCorrectsNothingAway(t *testing.T) {
	s := noisy(rand.New(rand.NewPCG(7, 0)), [][]float64{{1, 0.5}, {2, 0.8}, {3, 0.1}}, 6, 2, 0)
	got, err := s.sample().Select(10, 1)
	require.NoError(t, err)
	require.Nil(t, got.Measured[2], "never chosen")
	all, err := s.sample().Bootstrap(1, 1, 0.05)
	require.NoError(t, err)
	require.InDeltaSlice(t, all.Points[0], got.Measured[0], 1e-12)
	require.InDeltaSlice(t, all.Points[1], got.Measured[1], 1e-12)

	// The cost is drawn, and chosen for being low: measured again it is higher than the least of all.
	r := rand.New(rand.NewPCG(8, 0))
	for i := range s {
		for j := range s[i] {
			for k := range s[i][j] {
				s[i][j][k] = []float64{r.Float64(), 0.5, 1}
			}
		}
	}
	got, err = s.sample().Select(50, 1)
	require.NoError(t, err)
	for i, measured := range got.Measured {
		require.NotNil(t, measured, "each is chosen by chance")
		require.InDelta(t, 0.5, measured[0], 0.25, i)
	}
}

func TestSelectSaysWhatItCannotCorrect(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 0))
	truth := [][]float64{{1, 0.5}, {2, 0.8}, {3, 0.1}}
	single, err := noisy(r, truth, 1, 4, 0.1).sample().Select(10, 1)
	require.NoError(t, err)
	require.Equal(t, "uncorrected: fewer than two scenarios", single.Note)
	require.Nil(t, single.Measured[0])

	// Nothing is asked in the second scenario, so nobody has a value on both halves.
	apart := noisy(r, truth[:1], 2, 1, 0.1)
	apart[0][1][0] = []float64{0, 0, 0}
	none, err := apart.sample().Select(10, 1)
	require.NoError(t, err)
	require.Equal(t, "uncorrected: no chosen point has a value on the other half", none.Note)
	require.Nil(t, none.Measured[0])
}

// A dear point keeps more than the cheap one in the hard scenario alone and less in the easy one, so it is chosen
// where the hard scenario chooses and the easy one judges. It owes that to luck, though it keeps more on the easy half.
func TestSelectPairsByScenario(t *testing.T) {
	s := noisy(rand.New(rand.NewPCG(10, 0)), [][]float64{{1, 0}, {2, 0}}, 4, 1, 0)
	for j, level := range []float64{0.1, 0.5, 0.5, 0.9} {
		ahead := []float64{0.1, 0, 0, -0.1}[j]
		s[0][j][0], s[1][j][0] = []float64{1, level, 1}, []float64{2, level + ahead, 1}
	}
	cheap := s[0]
	s = append(s, cheap, cheap, cheap) // that decide what is usual
	for i := range s[2:] {
		s[2+i] = [][][]float64{}
		for _, repeats := range cheap {
			s[2+i] = append(s[2+i], [][]float64{{3, repeats[0][1] - 0.05, 1}})
		}
	}
	s[1][1][0][1] += 0.001 // on the front of all trials
	got, err := s.sample().Select(50, 1)
	require.NoError(t, err)
	require.Less(t, got.Measured[1][1], 0.48, "than all trials show: it looked better where it was chosen")
	require.InDelta(t, 0.5, got.Measured[0][1], 0.02, "the cheap one is always chosen")
}
