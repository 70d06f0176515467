package labtest

import (
	"fmt"
	"math/rand/v2"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
)

// ArmOf makes an arm of scenarios s1, s2, ... with six probes each. kept says which results a
// trial has, at every level.
func ArmOf(strategy string, scenarios, repeats int, result func(scenario, repeat, probe int) probes.Result) contrast.Arm {
	a := contrast.Arm{Experiment: "e-" + strategy, Strategy: strategy, Model: "sim:nano", Suite: "test", Dialogue: arena.Live, Seed: 1, Repeats: repeats}
	for s := 1; s <= scenarios; s++ {
		sc := contrast.Scenario{ID: fmt.Sprintf("s%d", s), Script: "same", Scorer: "same"}
		for p := range 6 {
			sc.Probes = append(sc.Probes, contrast.Probe{ID: fmt.Sprintf("p%d", p), Type: arena.FactTypes[p%3], Kind: arena.Current})
		}
		for r := 1; r <= repeats; r++ {
			t := contrast.Played{Key: fmt.Sprintf("%s-%d-%d", strategy, s, r), Repeat: r, Outcome: arena.Completed, USD: 0.01, Priced: true, Tokens: 1000, Results: map[arena.Level][]probes.Result{}}
			for _, level := range arena.Levels {
				for p := range 6 {
					t.Results[level] = append(t.Results[level], result(s, r, p))
				}
			}
			sc.Trials = append(sc.Trials, t)
		}
		a.Scenarios = append(a.Scenarios, sc)
	}
	return a
}

// Keeping is a result that is kept with a chance that varies a little by scenario.
func Keeping(chance float64, seed uint64) func(int, int, int) probes.Result {
	rng := rand.New(rand.NewPCG(seed, 0))
	return func(s, _, _ int) probes.Result {
		if rng.Float64() < chance+0.02*float64(s%3-1) {
			return probes.Kept
		}
		return probes.Lost
	}
}

// Kept is what each of eight scenarios keeps of its probes in the mean: as far apart as in the
// recorded runs.
var Kept = []struct {
	Probes int
	Share  float64
}{{10, 0.97}, {7, 0.45}, {8, 0.62}, {8, 0.75}, {8, 0.88}, {7, 0.57}, {7, 0.85}, {7, 0.71}}
