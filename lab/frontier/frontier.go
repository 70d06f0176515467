// Package frontier sweeps a space of configurations and says which of them no other beats in cost and
// retention, how sure that is, and what to choose.
//
//  1. A Sweep plays every point of a space; a race drops those that lie behind while it goes on
//     (sweep.go, sweeping.go, race.go). loadSweep reads it back.
//  2. Load measures every point that is left, each figure with its interval (point.go), in objectives
//     that are declared once (measure.go).
//  3. The front is taken in cost and retention, with the chance of each point to be on it, and what
//     the chosen ones owe to luck (package pareto).
//  4. Envelopes say what is the cheapest configuration that keeps enough, by how often it is asked.
//  5. On request, surfaces say what each setting does (effects.go), replays what racing would have
//     found, and the expectations that the space was declared for get their verdicts (expected.go).
//  6. ExportPolicy makes a sweep into a policy that decides conversation by conversation (policy.go),
//     and CheckPolicy says how it decides where it wasn't made (control.go).
package frontier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/space"
	"contextarena.internal/store"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Frontier is what a sweep found. Points are named by their place in Points; costs are nominal.
type Frontier struct {
	Played      Played      `json:"swept"`
	Unit        string      `json:"unit"` // of cost: USD, or tokens where a model has no price or a trial cost nothing
	Points      []Point     `json:"points"`
	Front       []int       `json:"front"`                                         // by rising cost
	Maybe       []int       `json:"maybe"`                                         // behind, but statistically on the front; by rising cost
	WithWorst   []int       `json:"front_with_worst"`                              // of cost, retention and worst type
	Knee        *int        `json:"knee" jsonschema:"oneof_type=integer;null"`     // where a little more retention begins to cost much: farthest from the chord between the ends of the front
	Sharpest    *int        `json:"sharpest" jsonschema:"oneof_type=integer;null"` // where the front bends most
	Hypervolume Hypervolume `json:"hypervolume"`                                   // of the front
	Selection   []Selection `json:"selection"`                                     // what the front owes to having been chosen: by repeats, by scenarios
	Weights     []Weight    `json:"weights"`                                       // of fact types
	Learned     bool        `json:"weights_learned"`                               // else all types weigh the same
	Envelope    []Span      `json:"cheapest_on_front"`                             // by questions
	Floors      []Floor     `json:"floors"`
	HeldOut     *HeldOut    `json:"held_out,omitempty"`
	Explained   *Explained  `json:"explained,omitempty"` // by request
	Warnings    []string    `json:"warnings"`

	swept     Swept
	points    []int           // of the sweep, by Points
	scenarios []int           // of the sweep, by Played.Scenarios
	rows      [][][][]float64 // by Points, Played.Scenarios, repeat and column
	pools     []*pareto.Pool  // of fact types
}

// Played is what was played.
type Played struct {
	ID         string      `json:"experiment"`
	Number     int64       `json:"-"` // its place in this database
	Status     string      `json:"status"`
	Simulated  bool        `json:"simulated"`
	Space      string      `json:"space"`
	Dimensions []Dimension `json:"dimensions"`
	Model      string      `json:"model"`
	Dialogue   string      `json:"dialogue"`
	Suite      string      `json:"suite"`
	Scenarios  []string    `json:"scenarios"`          // that decide
	HeldOut    []string    `json:"held_out_scenarios"` // that decide nothing
	Repeats    int         `json:"repeats"`
	Seed       int64       `json:"seed"`
	Declared   int         `json:"combinations"`
	Distinct   int         `json:"distinct"`
	Analysed   int         `json:"analysed"`     // points that completed every trial
	Dropped    int         `json:"dropped"`      // by a race, or not played yet
	Failed     int         `json:"failed"`       // points with a trial that was not completed, or without any verdict
	Stale      int         `json:"stale_scores"` // trials judged by other matchers than today's
	Edited     int         `json:"edited_code"`  // trials that other code of the same version played
	PricesAsOf string      `json:"prices_as_of,omitempty"`
}

// Dimension is one setting.
type Dimension struct {
	Name        string     `json:"name"`
	Kind        space.Kind `json:"kind"`
	Levels      []string   `json:"levels"`
	Conditional bool       `json:"conditional"`
}

// Hypervolume is that of the front up to a point that costs a little more than the dearest and keeps
// nothing, costs by their decimal logarithm.
type Hypervolume struct {
	Value         lab.Measured `json:"value"`
	ReferenceCost float64      `json:"reference_cost"`
	Note          string       `json:"note,omitempty"`

	mean float64
}

// Selection is what the front owes to having been chosen, on the mean of all choices.
type Selection struct {
	By        string   `json:"by"` // repeats or scenarios
	Splits    int      `json:"splits"`
	Retention *float64 `json:"retention_shrinkage" jsonschema:"oneof_type=number;null"`
	Cost      *float64 `json:"cost_shrinkage" jsonschema:"oneof_type=number;null"`
	Note      string   `json:"note,omitempty"`
}

// Detail is what takes longer to find.
type Detail struct {
	Explain bool // surfaces, replays and the verdicts on expectations
	Study   bool // how much picking some of the points would have found; it takes Explain
}

// ErrNothing says that a sweep has no point to show.
var ErrNothing = errors.New("no point has completed every trial")

// DetailOf is what these views of a document need.
func DetailOf(views []string) Detail {
	return Detail{Explain: slices.ContainsFunc(views, func(v string) bool {
		return v == "effects" || v == "racing" || v == "expected" || v == reports.AllViews
	})}
}

// Load finds the fronts of a sweep: "" for the newest. It is an arena.Mistake, and ErrNothing, if no
// point has completed every trial; a race may leave one alone.
func Load(ctx context.Context, l *lab.Lab, which string, d Detail) (Frontier, error) {
	s, err := loadSweep(ctx, l, which)
	if err != nil {
		return Frontier{}, err
	}
	f, err := analyse(s)
	if err == nil && d.Explain {
		err = f.explain()
	}
	if err == nil && d.Study {
		f.Explained.Studies, err = f.study(studySizes, studySeeds)
	}
	return f, err
}

// minProbes is how many probes of a fact type a point must have been asked to enter the worst type.
const minProbes = 5

// analyse is the part of Load that is quick.
func analyse(s Swept) (Frontier, error) {
	f := Frontier{swept: s, Unit: unitOf(s), Points: []Point{}, WithWorst: []int{}, Warnings: []string{}}
	var held []int
	for i, sc := range s.Scenarios {
		if slices.Contains(s.Planned.HeldOut, sc.ID) {
			held = append(held, i)
		} else {
			f.scenarios = append(f.scenarios, i)
		}
	}
	f.points = slices.DeleteFunc(whole(s, f.scenarios), func(p int) bool { return !judged(s, p, f.scenarios) })
	f.Played = playedOf(s, f.scenarios, f.points)
	if len(f.points) == 0 {
		return f, arena.Mistake{Err: fmt.Errorf("sweep %d: %w: go on with the same arena sweep", s.Experiment.Number, ErrNothing)}
	}
	f.rows = rows(s, f.Unit, f.points, f.scenarios)
	sums := make([][]float64, len(f.points))
	counts := make([][]pareto.Count, len(f.points))
	for i := range f.points {
		sums[i] = sum(f.rows[i])
		counts[i] = typeCounts(sums[i], s.Planned.Repeats)
	}
	f.pools = pareto.FitPools(counts, minProbes)
	f.Weights, f.Learned = learnWeights(f.rows)
	for i := range f.points {
		f.Points = append(f.Points, f.newPoint(i, sums[i], counts[i]))
	}
	if err := f.fronts(); err != nil {
		return f, err
	}
	f.envelopes()
	f.warn()
	return f, f.holdOut(held)
}

// explain adds the surfaces, what racing would have found, and the verdicts on the expectations.
func (f *Frontier) explain() error {
	f.surfaces()
	return f.verdicts()
}

// verdicts adds to the surfaces what racing would have found, and the verdicts on the expectations.
func (f *Frontier) verdicts() error {
	if err := f.replays(); err != nil {
		return err
	}
	f.expect()
	return nil
}

// playedOf says what was played, and counts the points that aren't analysed.
func playedOf(s Swept, scenarios, analysed []int) Played {
	p := s.Planned
	out := Played{
		ID: s.Experiment.ID, Number: s.Experiment.Number, Status: s.Experiment.Status, Simulated: s.Experiment.Simulated,
		Space: s.Space.Title, Dimensions: []Dimension{}, Model: strings.Join(p.Models, ", "), Dialogue: p.Dialogue, Suite: p.Suite,
		Scenarios: []string{}, HeldOut: []string{}, Repeats: p.Repeats, Seed: p.Seed, Declared: s.Space.Combinations(),
		Distinct: len(s.Points), Analysed: len(analysed), Stale: s.Stale, Edited: s.Edited, PricesAsOf: p.PricesAsOf,
	}
	for _, d := range s.Space.Dimensions {
		out.Dimensions = append(out.Dimensions, Dimension{d.Name, d.Kind, d.Levels, d.Conditional()})
	}
	for i, sc := range s.Scenarios {
		if slices.Contains(scenarios, i) {
			out.Scenarios = append(out.Scenarios, sc.ID)
		} else {
			out.HeldOut = append(out.HeldOut, sc.ID)
		}
	}
	for i, point := range s.Points {
		if slices.Contains(analysed, i) {
			continue
		}
		failed, missing := false, false
		for _, sc := range scenarios {
			for _, t := range point.Trials[sc] {
				missing = missing || t.Ended == ""
				failed = failed || t.Ended != "" && t.Ended != arena.Completed
			}
		}
		if failed || !missing {
			out.Failed++
		} else {
			out.Dropped++
		}
	}
	return out
}

// judged reports whether any of a point's trials has a verdict that counts.
func judged(s Swept, point int, scenarios []int) bool {
	return slices.ContainsFunc(scenarios, func(sc int) bool {
		return slices.ContainsFunc(s.Points[point].Trials[sc], func(t lab.Shown) bool {
			_, n := t.Answered(s.Scenarios[sc], tally.Headline)
			return n > 0
		})
	})
}

// resamples and seed of every bootstrap here, so that equal sweeps give equal figures; splits is how
// often the trials are cut in two.
const (
	resamples = 2000
	seed      = 1
	splits    = 50
)

// fronts finds the fronts and how sure they are.
func (f *Frontier) fronts() error {
	dearest := 0.0
	for _, p := range f.Points {
		dearest = max(dearest, p.Cost)
	}
	reference := dearest * 1.001
	// Costs differ by factors, so distances and areas are taken by their logarithm; which point is on
	// the front is the same.
	logged := sampleOf(f.rows, ofFront, decades(f.Unit), retention)
	u, err := logged.Bootstrap([]float64{math.Log10(reference), 0}, resamples, seed, alpha)
	if err != nil {
		return err
	}
	f.Front, f.Maybe = f.byCost(u.Front), f.byCost(u.Maybe)
	f.Hypervolume = Hypervolume{Value: lab.MeasuredOf(u.Hypervolume), ReferenceCost: reference, Note: u.Hypervolume.Note, mean: u.Hypervolume.Mean}
	if u.Note != "" {
		f.Warnings = append(f.Warnings, fmt.Sprintf("Chances to be on the front: %s.", u.Note))
	}
	for i := range f.Points {
		if u.OnFront != nil {
			f.Points[i].OnFront = &u.OnFront[i]
		}
	}
	var on [][]float64
	for _, i := range f.Front {
		on = append(on, u.Points[i])
	}
	knees, err := pareto.FindKnees(on, logged.Objectives)
	if err != nil {
		return err
	}
	if i := knees.Chord.Index; i >= 0 {
		f.Knee = new(f.Front[i])
	}
	if i := knees.Curvature.Index; i >= 0 {
		f.Sharpest = new(f.Front[i])
	}
	if err := f.selections(); err != nil {
		return err
	}
	if !slices.ContainsFunc(f.pools, func(p *pareto.Pool) bool { return p != nil }) {
		return nil
	}
	three := sampleOf(f.rows, ofWorst, costIn(f.Unit), retention, worst(f.pools, f.Played.Repeats))
	w, err := three.Bootstrap(nil, resamples, seed, alpha)
	if err != nil {
		return err
	}
	f.WithWorst = f.byCost(w.Front)
	for i := range f.Points {
		if w.OnFront != nil {
			f.Points[i].WithWorst = &w.OnFront[i]
		}
	}
	return nil
}

// selections finds what the front owes to having been chosen, by repeats and by scenarios, and what
// the chosen points keep on the half of the trials that had no say.
func (f *Frontier) selections() error {
	two := sampleOf(f.rows, ofFront, costIn(f.Unit), retention)
	for _, by := range []struct {
		name    string
		halving pareto.Halving
		half    func(*Corrected) **Half
	}{
		{"repeats", pareto.ByRepeat, func(c *Corrected) **Half { return &c.ByRepeats }},
		{"scenarios", pareto.ByScenario, func(c *Corrected) **Half { return &c.ByScenarios }},
	} {
		s, err := two.Select(by.halving, splits, seed)
		if err != nil {
			return err
		}
		out := Selection{By: by.name, Splits: s.Splits, Note: s.Note}
		if s.Shrinkage != nil {
			out.Cost, out.Retention = &s.Shrinkage[0], &s.Shrinkage[1]
		}
		f.Selection = append(f.Selection, out)
		for _, c := range s.Front {
			if c.Times > 0 {
				*by.half(&f.Points[c.Point].Corrected) = &Half{Times: c.Times, Cost: c.Measured[0], Retention: c.Measured[1], Shrinkage: c.Shrinkage[1]}
			}
		}
	}
	return nil
}

// byCost sorts points by rising cost. Of equal ones the first in the space comes first.
func (f *Frontier) byCost(points []int) []int {
	out := append([]int{}, points...) // never null in JSON
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(f.Points[a].Cost, f.Points[b].Cost) })
	return out
}

// warn says what limits the figures, before what limits the chances.
func (f *Frontier) warn() {
	chances := f.Warnings
	f.Warnings = []string{}
	add := func(format string, args ...any) { f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...)) }
	s := f.Played
	if s.Simulated {
		add("Simulated: a sim model answered. What is on the front here is no claim about a real model.")
	}
	if s.Status != store.Complete {
		add("The sweep is %s: the same arena sweep goes on where it stopped.", s.Status)
	}
	if s.Dropped > 0 {
		add("%d of %d points are in no figure: they were dropped by a race, or not picked, or aren't finished.", s.Dropped, s.Distinct)
	}
	if s.Failed > 0 {
		add("%d of %d points are in no figure: a trial of them was not completed.", s.Failed, s.Distinct)
	}
	if s.Stale > 0 {
		add("%d trials were judged by other matchers than today's: arena rescore %d.", s.Stale, s.Number)
	}
	if s.Edited > 0 {
		add("%s of other code of the same version: the figures aren't those of the code as it is now. The same arena sweep with --fresh plays them anew.", reports.Plural(s.Edited, "trial"))
	}
	if f.Unit == Tokens {
		add("Costs are tokens: a model has no price, or something is free.")
	}
	f.Warnings = append(f.Warnings, chances...)
	if f.Selection[0].Retention == nil {
		add("Nothing takes the luck of the repeats off the front: %s.", cmp.Or(strings.TrimPrefix(f.Selection[0].Note, "uncorrected: "), "nothing could be halved"))
	}
}

// about is what figures of the sweep count.
func (f *Frontier) about(level arena.Level) reports.About {
	return reports.About{Level: string(level), Suite: f.Played.Suite, Estimand: reports.Sampled, Repeats: f.Played.Repeats}
}
