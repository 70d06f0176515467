package emas

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/stats"
)

// Weight is what a probe of one fact type counts: the less the baseline keeps of it, the more.
type Weight struct {
	Type     string  `json:"fact_type"`
	Baseline float64 `json:"baseline_retention"` // p̂ = (kept+1)/(asked+2) of the baseline
	Weight   float64 `json:"weight"`             // 1/(p̂+0.01), at most 4 times the smallest
}

// weightEpsilon keeps a weight finite, and weightCap one rare type from deciding alone.
const (
	weightEpsilon = 0.01
	weightCap     = 4
)

// Weigh makes the weights from the trials of a baseline strategy, by type name.
func Weigh(baseline []Trial) []Weight {
	var weights []Weight
	least := math.Inf(1)
	for _, t := range baseline {
		for _, p := range t.Probes {
			if slices.ContainsFunc(weights, func(w Weight) bool { return w.Type == p.Type }) {
				continue
			}
			kept, asked := counted(baseline, p.Type)
			w := Weight{Type: p.Type, Baseline: (kept + 1) / (asked + 2)}
			w.Weight = 1 / (w.Baseline + weightEpsilon)
			weights, least = append(weights, w), min(least, w.Weight)
		}
	}
	for i := range weights {
		weights[i].Weight = min(weights[i].Weight, weightCap*least)
	}
	slices.SortFunc(weights, func(a, b Weight) int { return cmp.Compare(a.Type, b.Type) })
	return weights
}

// Scorer makes a fitness of trials in three levels: tasks passed are a constraint, weighted
// retention is what counts, and cost beyond what is allowed is taken off.
type Scorer struct {
	Weights []Weight
	Full    []Trial // of the full context: what tasks can be passed at all; may be empty
	Hybrid  []Trial // what cost is held against, by scenario; empty: cost doesn't count
	Tasks   float64 // share of the tasks passed by Full that must be passed
}

// allowed is how many times Hybrid's cost is free, and penalty what each time that much again
// takes off the fitness.
const (
	allowed = 1.5
	penalty = 0.1
)

// Score evaluates a configuration by its trials of any scenarios and repeats, without saying which it is
// and where it lies. A scenario weighs as its weighted probes do, however often it was played.
func (s Scorer) Score(trials []Trial) (Evaluation, error) {
	var out Evaluation
	weights := map[string]float64{}
	for _, w := range s.Weights {
		weights[w.Type] = w.Weight
	}
	scenarios, groups := byScenario(trials)
	var strata []stats.Stratum
	var once float64 // variance of a single set of repeats, if probes were independent
	var all float64
	for _, name := range scenarios {
		var r []float64
		var heft, squares, variance float64
		for _, t := range groups[name] {
			var kept, asked, spread float64
			for _, p := range t.Probes {
				w, ok := weights[p.Type]
				if !ok {
					return out, fmt.Errorf("fitness: scenario %s: fact type %s has no weight; play the baseline on a scenario that has it", name, p.Type)
				}
				share := (p.Kept + 1) / (p.Asked + 2)
				kept, asked, spread = kept+w*p.Kept, asked+w*p.Asked, spread+w*w*p.Asked*share*(1-share)
				squares += w * w * p.Asked
			}
			if asked > 0 {
				r = append(r, kept/asked)
				heft, variance = heft+asked, variance+spread
			}
		}
		if len(r) > 0 {
			n := float64(len(r))
			// Probes of unequal weight tell as much as heft²/squares equal ones (Kish 1965).
			strata = append(strata, stats.Stratum{Weight: heft / n, Probes: heft * heft / squares / n, A: r})
			once, all = once+variance/n/n, all+heft/n
		}
	}
	if len(strata) == 0 {
		return out, errors.New("fitness: no probes in any trial; nothing can be retained")
	}
	e := stats.FixedMean(strata, true, 0.1)
	out.Retention, out.SE = e.Mean, e.SE
	if e.SE == 0 {
		out.SE = math.Sqrt(once) / all
	}
	out.Tasks = s.tasks(trials)
	out.Infeasible = out.Tasks.Passed < out.Tasks.Required-1e-9
	out.Cost = s.cost(scenarios, groups)
	out.Penalty = penalty * max(0, out.Cost/allowed-1)
	out.Fitness = out.Retention - out.Penalty
	return out, nil
}

// tasks holds the tasks passed against what is required of these scenarios.
func (s Scorer) tasks(trials []Trial) Tasks {
	c := Tasks{Required: s.Tasks}
	c.Passed, _ = passed(s.able(trials))
	if full, n := passed(s.able(s.on(trials))); n > 0 {
		c.Required *= full
	} else if len(s.Full) > 0 {
		c.Required = 0
	}
	return c
}

// Hopeless reports whether trials on some of the scenarios show that too few tasks are passed: four or more, with the upper
// end of a Wilson interval, 90 % on that side, below what is required there.
func (s Scorer) Hopeless(trials []Trial) bool {
	able := s.able(trials)
	k := 0
	for _, t := range able {
		if t.Passed {
			k++
		}
	}
	w, err := stats.Wilson(k, len(able), 2*hopeless)
	return err == nil && len(able) >= 4 && w.High < s.tasks(trials).Required
}

// hopeless is the chance that a pipeline which passes just enough is given up at one look.
const hopeless = 0.1

// on are the full context's trials on the scenarios of others.
func (s Scorer) on(trials []Trial) []Trial {
	scenarios, _ := byScenario(trials)
	return slices.DeleteFunc(slices.Clone(s.Full), func(t Trial) bool { return !slices.Contains(scenarios, t.Scenario) })
}

// able are the trials on scenarios whose task the full context passes at least half of the time; all where none of it is known.
func (s Scorer) able(trials []Trial) []Trial {
	_, full := byScenario(s.Full)
	return slices.DeleteFunc(slices.Clone(trials), func(t Trial) bool {
		share, n := passed(full[t.Scenario])
		return n > 0 && share < 0.5 || n == 0 && len(full) > 0
	})
}

// passed is the share of tasks passed, every scenario weighing the same, and the number of scenarios.
func passed(trials []Trial) (share float64, scenarios int) {
	names, groups := byScenario(trials)
	for _, name := range names {
		for _, t := range groups[name] {
			if t.Passed {
				share += 1 / float64(len(groups[name])*len(names))
			}
		}
	}
	return share, len(names)
}

// cost is how many times Hybrid's mean cost the scenarios that both have cost; 0 if unknown.
func (s Scorer) cost(scenarios []string, groups map[string][]Trial) float64 {
	_, hybrid := byScenario(s.Hybrid)
	var own, its float64
	for _, name := range scenarios {
		if h := hybrid[name]; len(h) > 0 {
			own, its = own+meanCost(groups[name]), its+meanCost(h)
		}
	}
	if its == 0 {
		return 0
	}
	return own / its
}

func meanCost(trials []Trial) float64 {
	var sum float64
	for _, t := range trials {
		sum += t.Cost
	}
	return sum / float64(len(trials))
}
