package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"contextarena.internal/stats"
)

func TestPowerOfKnownDesigns(t *testing.T) {
	for _, c := range []struct {
		name  string
		delta float64
		n     int
		want  float64
	}{
		{"Cohen's medium effect needs 34 pairs", 0.5, 34, 0.8077775},
		{"eight scenarios", 1, 8, 0.6808},
	} {
		require.InDelta(t, c.want, stats.Power(c.delta, 1, c.n, 0.05), 1e-4, c.name)
	}
	require.Less(t, stats.Power(0.5, 1, 33, 0.05), 0.8)
}

func TestPowerAgreesWithSimulation(t *testing.T) {
	const trials = 20000
	for _, c := range []struct {
		delta, alpha float64
		n            int
	}{{1, 0.05, 8}, {0.3, 0.05, 3}, {3, 0.05, 3}, {0.5, 0.01, 20}, {10, 0.05, 2}} {
		r := rand.New(rand.NewPCG(uint64(c.n), 1))
		critical := distuv.StudentsT{Sigma: 1, Nu: float64(c.n - 1)}.Quantile(1 - c.alpha/2)
		found := 0
		x := make([]float64, c.n)
		for range trials {
			for i := range x {
				x[i] = r.NormFloat64() + c.delta
			}
			m, sd := stat.MeanStdDev(x, nil)
			if math.Abs(m)*math.Sqrt(float64(c.n)) > critical*sd {
				found++
			}
		}
		p := stats.Power(c.delta, 1, c.n, c.alpha)
		require.InDelta(t, float64(found)/trials, p, 4*math.Sqrt(p*(1-p)/trials), "%+v", c)
	}
}

func TestPowerAtTheEdges(t *testing.T) {
	require.InDelta(t, 0.05, stats.Power(0, 1, 8, 0.05), 1e-9)
	require.InDelta(t, 0.05, stats.Power(1e-9, 1, 8, 0.05), 1e-9, "no jump at zero")
	require.InDelta(t, 1.0, stats.Power(100, 1, 8, 0.05), 1e-9)
	require.InDelta(t, 1.0, stats.Power(2, 1, 400, 0.05), 1e-9, "narrow integrand")
	require.True(t, math.IsInf(stats.MDE(1, 1, 0.05, 0.8), 1))
	require.Zero(t, stats.MDE(0, 8, 0.05, 0.8))
	require.Zero(t, stats.MDE(1, 8, 0.05, 0.05))
}

func TestMDEInvertsPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sd := rapid.Float64Range(0.01, 3).Draw(t, "sd")
		n := rapid.IntRange(2, 60).Draw(t, "n")
		alpha := rapid.Float64Range(0.005, 0.1).Draw(t, "alpha")
		power := rapid.Float64Range(0.2, 0.95).Draw(t, "power")
		mde := stats.MDE(sd, n, alpha, power)
		require.InDelta(t, power, stats.Power(mde, sd, n, alpha), 1e-6)
		require.InDelta(t, power, stats.Power(-mde, sd, n, alpha), 1e-6)
		require.Less(t, stats.MDE(sd, n+1, alpha, power), mde)
	})
}

// TestFlipMDEIsFound: with few units the sign-flip test has few levels, and finds less than a t test
// at alpha would.
func TestFlipMDEIsFound(t *testing.T) {
	const trials = 4000
	for _, c := range []struct {
		name  string
		n     int
		alpha float64
	}{
		{"eight scenarios alone", 8, 0.05},
		{"eight scenarios, five tests in the family", 8, 0.01},
		{"eight scenarios, two tests", 8, 0.025},
		{"six scenarios", 6, 0.05},
		{"seven scenarios", 7, 0.05},
		{"twelve scenarios", 12, 0.05},
	} {
		mde := stats.FlipMDE(1, c.n, c.alpha, 0.8)
		require.GreaterOrEqual(t, mde, stats.MDE(1, c.n, c.alpha, 0.8), c.name)
		r := rand.New(rand.NewPCG(uint64(c.n), 2))
		found := 0.0
		x := make([]float64, c.n)
		for range trials {
			for i := range x {
				x[i] = mde + r.NormFloat64()
			}
			if stats.FlipSigns(x, 1).P <= c.alpha {
				found++
			}
		}
		t.Logf("%s: %.3f found with chance %.3f", c.name, mde, found/trials)
		require.InDelta(t, 0.785, found/trials, 0.035, c.name)
	}
	require.True(t, math.IsInf(stats.FlipMDE(1, 5, 0.05, 0.8), 1), "five scenarios never give a p below 0.06")
	require.True(t, math.IsInf(stats.FlipMDE(1, 8, 0.05/7, 0.8), 1))
	require.True(t, math.IsInf(stats.MDE(1, 8, 0, 0.8), 1))
	require.InDelta(t, stats.MDE(1, 21, 0.05, 0.8), stats.FlipMDE(1, 21, 0.05, 0.8), 0)
	require.Zero(t, stats.FlipMDE(0, 8, 0.05, 0.8))
}
