//go:build slow

package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/stats"
)

const (
	simulations = 1000
	repeats     = 5
)

// A world is eight scenarios as the original's, in which two strategies remember. Its figures are
// those of recorded runs: the 62 probes over the scenarios, one strategy's share kept in each,
// about 2.2 probes between repeats of the whole suite, and a tenth between strategies of one kind
// and scenario.
type world struct {
	r           *rand.Rand
	interaction float64 // sd of what a scenario does to one strategy alone
	loss        float64 // chance that the second strategy loses what it would have kept
}

var (
	sizes  = []int{10, 7, 8, 8, 8, 7, 7, 7}
	shares = []float64{10. / 10, 3. / 7, 5. / 8, 6. / 8, 7. / 8, 4. / 7, 6. / 7, 5. / 7}
)

const (
	wobble  = 0.09 // how far chance moves the depth at which a repeat still remembers
	cutRate = 0.03 // trials whose memory a cut reply ends half of: probes of a trial fall together
)

// strata plays one experiment. Scenarios are drawn with their share; a probe is as hard for one
// strategy as for the other, and hard in every repeat.
func (w world) strata() []stats.Stratum {
	var out []stats.Stratum
	for _, n := range sizes {
		share := shares[w.r.IntN(len(shares))]
		a := share + w.interaction*w.r.NormFloat64()
		b := share + w.interaction*w.r.NormFloat64()
		hard := make([]float64, n)
		for j := range hard {
			hard[j] = w.r.Float64()
		}
		s := stats.Stratum{Weight: float64(n), Probes: float64(n)}
		for range repeats {
			s.A = append(s.A, w.trial(a, hard, 0))
			s.B = append(s.B, w.trial(b, hard, w.loss))
		}
		out = append(out, s)
	}
	return out
}

func (w world) trial(share float64, hard []float64, loss float64) float64 {
	cut := 1.0
	if w.r.Float64() < cutRate {
		cut = 0.5
	}
	kept := 0.0
	for _, h := range hard {
		if share+wobble*w.r.NormFloat64() > h && w.r.Float64() < cut && w.r.Float64() >= loss {
			kept++
		}
	}
	return kept / float64(len(hard))
}

// clusters averages the repeats of each scenario and sums its probes' differences, A minus B.
func clusters(strata []stats.Stratum) (out []stats.Cluster, sums []float64) {
	for _, s := range strata {
		sum := s.Weight * (stat.Mean(s.A, nil) - stat.Mean(s.B, nil))
		out = append(out, stats.Cluster{Sum: sum, N: s.Weight})
		sums = append(sums, sum)
	}
	return out, sums
}

// found is the share of experiments in which the t interval excludes zero, and in which the
// sign-flip test's p is at most 0.05; with the mean difference and its spread between scenarios.
func (w world) found(experiments int) (t, flips, difference, sd float64) {
	for range experiments {
		c, sums := clusters(w.strata())
		e := stats.PairedMean(c, true, 0.05)
		if e.Interval != nil && (e.Interval.Low > 0 || e.Interval.High < 0) {
			t++
		}
		if stats.FlipSigns(sums, 1).P <= 0.05 {
			flips++
		}
		difference += e.Mean
		sd += e.SE * e.SE * float64(len(c)) // variances: the mean of estimated sds is too small
	}
	n := float64(experiments)
	return t / n, flips / n, difference / n, math.Sqrt(sd / n)
}

// mostAlarms is the share of false alarms that simulations at rate alpha exceed once in a thousand.
func mostAlarms(alpha float64, n int) float64 {
	b := distuv.Binomial{N: float64(n), P: alpha}
	k := 0.0
	for b.CDF(k) < 0.999 {
		k++
	}
	return k / float64(n)
}

// newWorld takes the interaction as the sd it gives the difference of two strategies.
func newWorld(seed uint64, interaction float64) world {
	return world{r: rand.New(rand.NewPCG(seed, 1)), interaction: interaction / math.Sqrt2}
}

func TestTheSimulatedWorldVariesAsRecorded(t *testing.T) {
	w := newWorld(1, 0.1)
	var between, gaps []float64
	for range 300 {
		strata := w.strata()
		totals := make([]float64, repeats)
		for _, s := range strata {
			for r, a := range s.A {
				totals[r] += a * s.Weight
			}
			gaps = append(gaps, stat.Mean(s.A, nil)-stat.Mean(s.B, nil))
		}
		between = append(between, stat.Variance(totals, nil))
	}
	repeat := math.Sqrt(stat.Mean(between, nil))
	t.Logf("sd between repeats %.2f probes of 62; of scenario differences %.3f", repeat, stat.StdDev(gaps, nil))
	require.InDelta(t, 2.2, repeat, 0.2)
	require.Greater(t, stat.StdDev(gaps, nil), 0.098)
}

func TestFalseAlarmsStayAtAlpha(t *testing.T) {
	most := mostAlarms(0.05, simulations)
	for _, c := range []struct {
		name        string
		interaction float64
	}{{"strategies of one kind", 0.1}, {"of different kinds", 0.2}} {
		alarms, flips, _, sd := newWorld(2, c.interaction).found(simulations)
		t.Logf("%s: t over scenarios %.3f, sign-flip %.3f (at most %.3f); sd of scenario differences %.3f", c.name, alarms, flips, most, sd)
		require.LessOrEqual(t, alarms, most)
		require.LessOrEqual(t, flips, most)
		require.Greater(t, alarms, 0.02, "a test that never speaks can't raise false alarms")
	}
}

func TestALossOfTheMDEIsFound(t *testing.T) {
	// The loss that the world's own spread makes the least detectable one.
	low, high := 0.0, 1.0
	for range 12 {
		w := newWorld(3, 0.1)
		w.loss = (low + high) / 2
		if _, _, difference, sd := w.found(500); difference < stats.MDE(sd, len(sizes), 0.05, 0.8) {
			low = w.loss
		} else {
			high = w.loss
		}
	}
	w := newWorld(4, 0.1)
	w.loss = high
	found, flips, difference, sd := w.found(simulations)
	t.Logf("loss %.3f, MDE %.3f: found by t %.3f, by sign-flip %.3f", difference, stats.MDE(sd, len(sizes), 0.05, 0.8), found, flips)
	require.GreaterOrEqual(t, found, 0.76)
	require.GreaterOrEqual(t, flips, 0.68)
}

func TestGatesOnFixedScenarios(t *testing.T) {
	const margin = 0.06
	for _, c := range []struct {
		name string
		loss float64
	}{{"no change", 0}, {"a loss of the margin", margin}, {"a loss of twice the margin", 2 * margin}} {
		w := newWorld(5, 0)
		// The loss is a share of what is kept, 0.71 on average; a little more keeps the margin's
		// case on the far side of it.
		w.loss = c.loss / 0.70
		verdicts := map[stats.GateResult]int{}
		alarms, difference := 0, 0.0
		for range simulations {
			strata := w.strata()
			for i, s := range strata {
				strata[i].A, strata[i].B = s.B, s.A // the second strategy's night against the first's
			}
			e := stats.FixedDifference(strata, true, 0.05)
			if e.Interval.Low > 0 || e.Interval.High < 0 {
				alarms++
			}
			verdicts[stats.NonInferior(e, margin)]++
			difference += e.Mean / simulations
		}
		t.Logf("%s (%.3f): pass %d, inconclusive %d, fail %d of %d; zero excluded %d", c.name, difference,
			verdicts[stats.Pass], verdicts[stats.Inconclusive], verdicts[stats.Fail], simulations, alarms)
		oneSided := mostAlarms(0.025, simulations) * simulations
		switch c.loss {
		case 0:
			require.LessOrEqual(t, float64(alarms), mostAlarms(0.05, simulations)*simulations)
			require.LessOrEqual(t, float64(verdicts[stats.Fail]), oneSided)
			require.Greater(t, verdicts[stats.Pass], verdicts[stats.Inconclusive])
		case margin:
			require.LessOrEqual(t, difference, -margin)
			require.LessOrEqual(t, float64(verdicts[stats.Pass]), oneSided)
		default:
			require.Zero(t, verdicts[stats.Pass])
			require.Greater(t, verdicts[stats.Fail], verdicts[stats.Inconclusive])
		}
	}
}

func TestTheBestIsSeldomExcluded(t *testing.T) {
	const n = 100
	w := newWorld(6, 0.1)
	wrong := 0
	for range n {
		// Three strategies that differ by what a scenario does to each.
		x := make([][]float64, 3)
		for range sizes {
			share := shares[w.r.IntN(len(shares))]
			for i := range x {
				x[i] = append(x[i], share+0.07*w.r.NormFloat64())
			}
		}
		got, note := stats.Best(x, 0.05, 1)
		require.Empty(t, note)
		if !got[0].MaybeBest { // any of the three is the best; this one was named beforehand
			wrong++
		}
	}
	t.Logf("excluded %d of %d", wrong, n)
	require.LessOrEqual(t, float64(wrong), mostAlarms(0.05, n)*n)
}

// TestAgainstHoldsForAllAtOnce: of strategies that are all alike some interval excludes zero in about one
// experiment of twenty.
func TestAgainstHoldsForAllAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	wrong, experiments := 0, 200
	for range experiments {
		x := make([][]float64, 6)
		for i := range x {
			for range 8 {
				x[i] = append(x[i], r.NormFloat64())
			}
		}
		for _, d := range stats.Against(x, 0, 0.05, 1) {
			if d.Low > 0 || d.High < 0 {
				wrong++
				break
			}
		}
	}
	require.InDelta(t, 0.05*float64(experiments), wrong, 10)
}
