package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDrawsAreEven(t *testing.T) {
	for _, n := range []int{0, 7, 40, 41, 100, 1000} {
		var sum float64
		var tenths [10]int
		const draws = 20000
		for i := range draws {
			u := newDice(int64(i%7), 0, n).unit(onNotes, uint64(i), 0)
			require.GreaterOrEqual(t, u, 0.0)
			require.Less(t, u, 1.0)
			sum += u
			tenths[int(10*u)]++
		}
		require.InDelta(t, 0.5, sum/draws, 0.01, "n=%d", n)
		for _, count := range tenths {
			require.InDelta(t, draws/10, count, draws/100, "n=%d", n)
		}
	}
}

func TestDriftIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0, 0x1.fffffffffffffp-1).Draw(t, "a")
		b := rapid.Float64Range(0, 0x1.fffffffffffffp-1).Draw(t, "b")
		more := rapid.Float64Range(a, 0x1.fffffffffffffp-1).Draw(t, "more")
		at := rapid.Float64Range(0, 1).Draw(t, "at")
		u := drift(a, b, at)
		require.True(t, u >= 0 && u < 1, "%v", u)
		require.LessOrEqual(t, u, drift(more, b, at)+1e-12)
		require.InDelta(t, a, drift(a, b, 0), 1e-12)
		require.InDelta(t, b, drift(a, b, 1), 1e-12)
	})
}

// One clause more hardly moves a draw; a request twice as long has others.
func TestDrawsDriftWithLength(t *testing.T) {
	near, far := 0.0, 0.0
	for i := range 1000 {
		u := newDice(1, 0, 60).unit(onNotes, uint64(i), 0)
		near += math.Abs(u - newDice(1, 0, 61).unit(onNotes, uint64(i), 0))
		far += math.Abs(u - newDice(1, 0, 120).unit(onNotes, uint64(i), 0))
	}
	require.Less(t, near/1000, 0.05)
	require.InDelta(t, 1.0/3, far/1000, 0.03, "independent draws differ by a third on average")
}

func TestOccasionsSamplesAndRepetitionsDrawAnew(t *testing.T) {
	d := newDice(1, 0, 60)
	u := d.unit(onNotes, 5, 0)
	require.NotEqual(t, u, d.unit(onAnswer, 5, 0))
	require.NotEqual(t, u, d.unit(onNotes, 5, 1))
	require.NotEqual(t, u, d.unit(onNotes, 6, 0))
	require.NotEqual(t, u, newDice(1, 1, 60).unit(onNotes, 5, 0))
	require.NotEqual(t, u, newDice(2, 0, 60).unit(onNotes, 5, 0))
	require.Equal(t, u, newDice(1, 0, 60).unit(onNotes, 5, 0))
}

func TestFactorsAverageOne(t *testing.T) {
	sum := 0.0
	for i := range 1000 {
		sum += positionFactor((float64(i)+0.5)/1000, 0.6, 0.15)
	}
	require.InDelta(t, 1, sum/1000, 1e-3)
	require.Greater(t, positionFactor(0.5, 0.6, 0), positionFactor(0, 0.6, 0))
	require.Greater(t, positionFactor(0, 0.6, 0.1), positionFactor(1, 0.6, 0.1))
}
