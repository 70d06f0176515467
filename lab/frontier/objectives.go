package frontier

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/pareto"
	"contextarena.internal/stats"
)

// objective is something that a front may be taken in.
type objective struct {
	pareto.Objective
	of func(s sums, unit string, repeats int) float64 // NaN where it isn't known
}

const (
	retention = "retention"
	tasks     = "tasks"
)

// Objectives are what may be named for a front: cost and retention are always in it.
var Objectives = []string{retention, tasks, "worst", "latency"}

// objectives are all that there are. Costs differ by factors, so distances and areas are taken by their logarithm; which point is on the
// front is the same.
var objectives = []objective{
	{pareto.Objective{Name: "cost"}, func(s sums, unit string, _ int) float64 { return math.Log10(s.cost(unit)) }},
	{pareto.Objective{Name: retention, Maximize: true}, func(s sums, _ string, _ int) float64 { return s.retention() }},
	{pareto.Objective{Name: tasks, Maximize: true}, func(s sums, _ string, _ int) float64 { return s.passed / s.tasks }},
	{pareto.Objective{Name: "worst", Maximize: true}, func(s sums, _ string, repeats int) float64 {
		if share, _ := s.worst(repeats); share != nil {
			return *share
		}
		return math.NaN()
	}},
	{pareto.Objective{Name: "latency"}, func(s sums, _ string, _ int) float64 { return s.latency / s.timed }},
}

// CheckObjectives is an arena.Mistake where one can't be named.
func CheckObjectives(names []string) error {
	for _, name := range names {
		if !slices.Contains(Objectives, name) {
			return arena.Mistake{Err: fmt.Errorf("--objective %q: want %s", name, strings.Join(Objectives, ", "))}
		}
	}
	return nil
}

// aims are the objectives of these names, cost and retention first; without any, tasks too where scenarios have them.
func aims(names []string, scenarios []*arena.Scenario) []objective {
	if len(names) == 0 && slices.ContainsFunc(scenarios, func(sc *arena.Scenario) bool { return !sc.Taskless() }) {
		names = []string{tasks}
	}
	return slices.DeleteFunc(slices.Clone(objectives), func(o objective) bool {
		return o.Name != "cost" && o.Name != retention && !slices.Contains(names, o.Name)
	})
}

// checkAims is an arena.Mistake where something isn't known of every point.
func (f *Frontier) checkAims(all []sums) error {
	for _, o := range f.aims {
		if slices.ContainsFunc(all, func(s sums) bool { return math.IsNaN(o.of(s, f.Unit, f.Played.Repeats)) }) {
			return arena.Mistake{Err: fmt.Errorf("--objective %s: it isn't known of every point: leave it out", o.Name)}
		}
	}
	return nil
}

// sample has the points' trials on scenarios that all of them completed, in these objectives.
func (s Swept) sample(points []int, scenarios []*arena.Scenario, unit string, in []objective) pareto.Sample {
	out := pareto.Sample{
		Points: len(points), Scenarios: len(scenarios), Repeats: s.Planned.Repeats,
		Trial: func(point, scenario, repeat int) []float64 {
			sc := scenarios[scenario]
			var one sums
			one.add(s.Points[points[point]].Trials[Unit{sc.ID, repeat + 1}], sc)
			return one.columns(unit)
		},
		Measure: func(columns []float64) []float64 {
			var out []float64
			for all, i := sumsOf(columns), 0; i < len(in); i++ {
				out = append(out, in[i].of(all, Tokens, s.Planned.Repeats))
			}
			return out
		},
	}
	for _, o := range in {
		out.Objectives = append(out.Objectives, o.Objective)
	}
	return out
}

// columns are what may be added up of a trial; sumsOf is the inverse, with the cost in the place of tokens.
func (s sums) columns(unit string) []float64 {
	c := s.spent(unit)
	out := []float64{s.trials, s.tasks, s.passed, s.kept, s.asked, c.Write + c.Read, s.latency, s.timed}
	for _, t := range s.types {
		out = append(out, t.Sum, t.N)
	}
	return out
}

func sumsOf(c []float64) sums {
	s := sums{trials: c[0], tasks: c[1], passed: c[2], kept: c[3], asked: c[4], tokens: Charge{Read: c[5]}, latency: c[6], timed: c[7]}
	for c = c[8:]; len(c) > 0; c = c[2:] {
		s.types = append(s.types, stats.Cluster{Sum: c[0], N: c[1]})
	}
	return s
}
