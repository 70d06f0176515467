// Package frontier says which configurations of a sweep no other beats in cost and retention, how
// sure that is, and what to choose.
//
//  1. New measures every point that is left, each figure with its interval (point.go), in the
//     objectives that are declared once (objective.go).
//  2. The front is taken in cost and retention, with the chance of each point to be on it, and what
//     the chosen ones owe to luck (package pareto).
//  3. Surfaces say what each setting does (effects.go).
//  4. Floors say what is the cheapest configuration that keeps enough, by how often it is asked
//     (floor.go).
//  5. The expectations that the space was declared for get their verdicts (expected.go).
package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/space"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Frontier is the analysis of a sweep.
type Frontier struct {
	Experiment store.Experiment
	Planned    lab.Planned
	Space      *space.Declared
	Chosen     []string // scenarios that decide
	HeldOut    []string // scenarios that decide nothing
	Stale      int
	Unit       string // of cost: USD, or Tokens where a model has no price or a trial cost nothing

	Points  []Point // that completed every trial, in the order of the space
	Dropped int     // points a race has left out, or of which trials are missing
	Failed  int     // points with a trial that was played and not completed, or without any verdict

	Objectives  []pareto.Objective // of the front: cost and retention
	Front       []int              // of Points, by rising cost
	Maybe       []int              // of Points, by rising cost: behind, but statistically on the front
	Knees       pareto.Knees       // of Front, costs by their logarithm
	Hypervolume stats.Estimate     // up to Reference, costs by their decimal logarithm
	Reference   []float64          // the dearest point's cost, and nothing kept
	Note        string             // what limits the chances
	WithWorst   []int              // of Points, by rising cost: the front in cost, retention and worst type

	ByRepeat, ByScenario pareto.Selection // what the front owes to having been chosen; points are of Points

	Weights    []Weight
	Weighted   bool // the weights were learned; else all types weigh the same
	Pools      []*pareto.Pool
	Floors     []Floor
	Envelope   []pareto.Span // the cheapest points of the front by questions; points are of Points
	Surfaces   []Surface
	NoSurfaces string // why there are none
	Replays    []Replay
	Check      *Check // of the front on held-out scenarios; nil without any
	Expected   []lab.Expectation

	swept     lab.Swept
	points    []int           // of the sweep, by Points
	scenarios []int           // of the sweep, by Chosen
	rows      [][][][]float64 // by Points, Chosen, repeat and column
}

// minProbes is how many probes of a fact type a point must have been asked to enter the worst type.
const minProbes = 5

// What is missing in a sweep: any point to show, or a second one to choose between.
var (
	ErrNothing = errors.New("no point has completed every trial")
	ErrTooFew  = errors.New("fewer than two points have completed every trial")
)

// New finds the fronts of a sweep. It is ErrNothing if no point has completed every trial; a race may leave
// one alone. Surfaces, replays and
// expectations take longer, and Explain adds them.
func New(s lab.Swept) (Frontier, error) {
	f := Frontier{Experiment: s.Experiment, Planned: s.Planned, Space: s.Space, Stale: s.Stale, Unit: unitOf(s)}
	var choosing, held []int
	for i, sc := range s.Scenarios {
		if slices.Contains(s.Planned.HeldOut, sc.ID) {
			held = append(held, i)
			f.HeldOut = append(f.HeldOut, sc.ID)
			continue
		}
		choosing = append(choosing, i)
		f.Chosen = append(f.Chosen, sc.ID)
	}
	points := slices.DeleteFunc(whole(s, choosing), func(p int) bool { return !judged(s, p, choosing) })
	f.leftOut(s, choosing, points)
	if len(points) == 0 {
		return f, fmt.Errorf("sweep %d: %w: go on with the same arena sweep", s.Experiment.Number, ErrNothing)
	}
	all := rows(s, points, choosing)
	sums := make([][]float64, len(points))
	counts := make([][]pareto.Count, len(points))
	for i := range points {
		sums[i] = sum(all[i])
		counts[i] = typeCounts(sums[i], s.Planned.Repeats)
	}
	f.Pools = pareto.FitPools(counts, minProbes)
	f.Weights, f.Weighted = learnWeights(all)
	weights := make([]float64, len(f.Weights))
	for i, w := range f.Weights {
		weights[i] = w.Weight
	}
	for i, p := range points {
		f.Points = append(f.Points, newPoint(s.Points[p], s.Planned, all[i], sums[i], counts[i], f.Pools, weights))
	}
	if err := f.fronts(all); err != nil {
		return f, err
	}
	f.floors()
	f.swept, f.points, f.scenarios, f.rows = s, points, choosing, all
	return f, f.check(s, points, held)
}

// Explain adds the surfaces, what racing would have found, and the verdicts on the expectations.
func (f *Frontier) Explain() error {
	f.surfaces(f.rows)
	if err := f.replays(); err != nil {
		return err
	}
	f.expect(f.rows)
	return nil
}

// judged reports whether any of a point's trials has a verdict that counts.
func judged(s lab.Swept, point int, scenarios []int) bool {
	return slices.ContainsFunc(scenarios, func(sc int) bool {
		return slices.ContainsFunc(s.Points[point].Trials[sc], func(t lab.Shown) bool {
			_, n := t.Answered(s.Scenarios[sc], headline)
			return n > 0
		})
	})
}

// leftOut counts the points that aren't analysed.
func (f *Frontier) leftOut(s lab.Swept, scenarios, analysed []int) {
	for i, p := range s.Points {
		if slices.Contains(analysed, i) {
			continue
		}
		failed, missing := false, false
		for _, sc := range scenarios {
			for _, t := range p.Trials[sc] {
				missing = missing || t.Ended == ""
				failed = failed || t.Ended != "" && t.Ended != arena.Completed
			}
		}
		if failed || !missing {
			f.Failed++
		} else {
			f.Dropped++
		}
	}
}

// fronts finds the fronts and how sure they are.
func (f *Frontier) fronts(all [][][][]float64) error {
	two := sampleOf(all, ofFront, costIn(f.Unit), retention)
	f.Objectives = two.Objectives
	dearest := 0.0
	for _, p := range f.Points {
		dearest = max(dearest, p.Cost)
	}
	f.Reference = []float64{dearest * 1.001, 0}
	// Costs differ by factors, so distances and areas are taken by their logarithm; which point is on
	// the front is the same.
	logged := sampleOf(all, ofFront, decades(f.Unit), retention)
	u, err := logged.Bootstrap([]float64{math.Log10(f.Reference[0]), 0}, resamples, seed, alpha)
	if err != nil {
		return err
	}
	f.Front, f.Maybe, f.Hypervolume, f.Note = u.Front, u.Maybe, u.Hypervolume, u.Note
	f.byCost(f.Front)
	f.byCost(f.Maybe)
	for i := range f.Points {
		if u.OnFront != nil {
			f.Points[i].OnFront = &u.OnFront[i]
		}
	}
	var on [][]float64
	for _, i := range f.Front {
		on = append(on, u.Points[i])
	}
	if f.Knees, err = pareto.FindKnees(on, logged.Objectives); err != nil {
		return err
	}
	if f.ByRepeat, err = two.Select(pareto.ByRepeat, splits, seed); err != nil {
		return err
	}
	if f.ByScenario, err = two.Select(pareto.ByScenario, splits, seed); err != nil {
		return err
	}
	if !slices.ContainsFunc(f.Pools, func(p *pareto.Pool) bool { return p != nil }) {
		return nil
	}
	three := sampleOf(all, ofWorst, costIn(f.Unit), retention, worst(f.Pools, f.Planned.Repeats))
	w, err := three.Bootstrap(nil, resamples, seed, alpha)
	if err != nil {
		return err
	}
	f.WithWorst = w.Front
	f.byCost(f.WithWorst)
	for i := range f.Points {
		if w.OnFront != nil {
			f.Points[i].OnFrontWithWorst = &w.OnFront[i]
		}
	}
	return nil
}

// byCost sorts points by rising cost. Of equal ones the first in the space comes first.
func (f *Frontier) byCost(points []int) {
	slices.SortStableFunc(points, func(a, b int) int { return cmp.Compare(f.Points[a].Cost, f.Points[b].Cost) })
}

// splits is how often the trials are cut in two.
const splits = 50

// Knee is the point of the front where a little more retention begins to cost much: the one farthest
// from the chord between the ends. False if there is none.
func (f Frontier) Knee() (point int, ok bool) {
	i := f.Knees.Chord.Index
	if i < 0 {
		return 0, false
	}
	return f.Front[i], true
}

// Name names a point for people.
func (f Frontier) Name(point int) string { return f.Space.Describe(f.Points[point].Levels) }
