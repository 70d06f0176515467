package contrast_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// rivals draws two strategies of which neither is better: scenarios differ in how hard they are and
// in what they do to one strategy alone, a probe that is hard for one is hard for the other and in
// every repeat, cut replies take half of a trial with them, and trials and replies fail at random.
func rivals(r *rand.Rand, repeats int, interaction float64) (a, b contrast.Arm) {
	a = contrast.Arm{Experiment: "e", Strategy: "a", Model: "m", Dialogue: arena.Live, Seed: 1, Repeats: repeats}
	b = a
	b.Strategy = "b"
	for i, k := range labtest.Kept {
		s := contrast.Scenario{ID: fmt.Sprint(i), Script: "x", Scorer: "y"}
		hard := make([]float64, k.Probes)
		for p := range hard {
			// the k-th type lives in every k-th scenario
			s.Probes = append(s.Probes, contrast.Probe{ID: fmt.Sprint(p), Type: arena.FactTypes[p%(1+i%5)], Kind: arena.Current})
			hard[p] = r.Float64()
		}
		share := labtest.Kept[r.IntN(len(labtest.Kept))].Share
		for _, arm := range []*contrast.Arm{&a, &b} {
			mine := s
			mine.Trials = nil
			level := share + interaction*r.NormFloat64()/math.Sqrt2
			for repeat := 1; repeat <= repeats; repeat++ {
				mine.Trials = append(mine.Trials, rivalTrial(r, arm.Strategy, repeat, level, hard))
			}
			arm.Scenarios = append(arm.Scenarios, mine)
		}
	}
	return a, b
}

func rivalTrial(r *rand.Rand, strategy string, repeat int, level float64, hard []float64) contrast.Played {
	t := contrast.Played{
		Key: fmt.Sprint(strategy, repeat, r.Uint64()), Repeat: repeat, Outcome: arena.Completed, Passed: r.Float64() < level,
		Priced: true, USD: math.Exp(level + 0.2*r.NormFloat64()), Tokens: int(1000 * math.Exp(level+0.2*r.NormFloat64())),
	}
	if r.Float64() < 0.08 {
		t.Outcome = arena.Failed
		return t
	}
	cut := 1.0
	if r.Float64() < 0.05 {
		cut = 0.5
	}
	t.Results = map[arena.Level][]probes.Result{}
	for _, at := range arena.Levels {
		for _, h := range hard {
			result := []probes.Result{probes.Lost, probes.Lost, probes.Lost, probes.Stale}[r.IntN(4)]
			if level+0.09*r.NormFloat64() > h && r.Float64() < cut {
				result = probes.Kept
			}
			switch {
			case at == arena.LevelMemory && r.Float64() < 0.3:
				result = probes.Unexposed
			case at == arena.LevelAnswer && r.Float64() < 0.03:
				result = probes.Void
			}
			t.Results[at] = append(t.Results[at], result)
		}
	}
	return t
}

// TestAComparisonSeldomRaisesAFalseAlarm: in no family is any measure called better or worse more
// often than alpha, where neither strategy is.
func TestAComparisonSeldomRaisesAFalseAlarm(t *testing.T) {
	const comparisons = 1000
	chance := distuv.Binomial{N: comparisons, P: 0.05}
	most := 0.0
	for chance.CDF(most) < 0.999 {
		most++
	}
	for _, c := range []struct {
		name        string
		estimand    reports.Estimand
		repeats     int
		interaction float64
	}{
		{"scenarios sampled", reports.Sampled, 2, 0.15},
		{"scenarios fixed", reports.Fixed, 3, 0},
	} {
		r := rand.New(rand.NewPCG(20261121, 9))
		o := sampledAnswer
		o.Estimand = c.estimand
		alarms := map[string]float64{}
		for range comparisons {
			a, b := rivals(r, c.repeats, c.interaction)
			k, err := contrast.Of(a, b, o)
			require.NoError(t, err)
			raised := map[string]bool{}
			for _, d := range k.Differences {
				raised[d.Family] = raised[d.Family] || d.Judgement == contrast.Better || d.Judgement == contrast.Worse
			}
			for _, family := range []string{"primary", "retention", "fact types", "cost"} {
				if raised[family] {
					alarms[family]++
				}
			}
		}
		t.Logf("%s: false alarms of %d %v (at most %.0f)", c.name, comparisons, alarms, most)
		for _, family := range []string{"primary", "retention", "fact types", "cost"} {
			require.LessOrEqual(t, alarms[family], most, "%s: %s", c.name, family)
		}
		require.Positive(t, alarms["primary"], "a test that never speaks can't raise false alarms")
	}
}
