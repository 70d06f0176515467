// Package frontier sweeps a space of configurations and says which of them no other beats in cost and
// retention, how sure that is, and what to choose.
//
//  1. A Sweep plays every point of a space; a race drops those that lie behind while it goes on
//     (sweep.go, sweeping.go, race.go). loadSweep reads it back: a point's trials are looked up by
//     scenario and repeat (swept.go), and added up (sums.go).
//  2. Load measures every point that is left, each figure with its interval (point.go).
//  3. The front is taken in cost, retention and tasks, or what is asked for (objectives.go), with the chance of each point to be on it (package pareto).
//  4. Effects say what each setting does, counted by scenario (effects.go).
//  5. ExportPolicy makes a sweep into a policy for a strategy to decide by (policy.go).
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
	"contextarena.internal/lab/choice"
	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// alpha is one minus the confidence of every interval.
const alpha = 0.05

// Frontier is what a sweep found. Points are named by their place in Points; costs are nominal.
type Frontier struct {
	Choice      *choice.Choice `json:"choice,omitempty"` // what to use; nil where full_context isn't among the points
	Played      Played         `json:"swept"`
	Unit        string         `json:"unit"` // of cost: USD, or tokens where a model has no price or a trial cost nothing
	Points      []Point        `json:"points"`
	Ceiling     *Point         `json:"ceiling,omitempty"`                         // oracle, which is told which messages matter: in no other figure, and no choice
	Objectives  []string       `json:"objectives"`                                // of the front
	Front       []int          `json:"front"`                                     // by rising cost
	Maybe       []int          `json:"maybe"`                                     // behind, but statistically on the front; by rising cost
	Knee        *int           `json:"knee" jsonschema:"oneof_type=integer;null"` // where a little more retention begins to cost much: farthest from the chord between the ends of the front
	Hypervolume Hypervolume    `json:"hypervolume"`                               // of the front
	Effects     []Effect       `json:"effects"`                                   // of the settings, one by one
	Warnings    []string       `json:"warnings"`

	swept     Swept
	points    []int // of the sweep, by Points
	aims      []objective
	scenarios []*arena.Scenario
	shown     [][]sums // by Points and scenario
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
	Scenarios  []string    `json:"scenarios"`
	Repeats    int         `json:"repeats"`
	Analysed   int         `json:"analysed"` // points that completed every trial
	Dropped    int         `json:"dropped"`  // by a race, or not played yet
	Failed     int         `json:"failed"`   // points with a trial that was not completed, or without any verdict
}

// Dimension is one setting.
type Dimension struct {
	Name   string   `json:"name"`
	Levels []string `json:"levels"`
}

// Hypervolume is that of the front up to a point that costs, and takes, a little more than the most and has no share of
// anything, costs by their decimal logarithm. Ways to play less are compared by it, as far as the reference is the same.
type Hypervolume struct {
	Value     float64   `json:"value"`
	Reference []float64 `json:"reference"` // by objective
}

// ErrNothing says that a sweep has no point to show.
var ErrNothing = errors.New("no point has completed every trial")

// Load finds the fronts of a sweep: "" for the newest. It is an arena.Mistake, and ErrNothing, if no point has
// completed every trial; a race may leave one alone. The front is taken in cost, retention and the objectives named, of
// Objectives; without any, in tasks too where the scenarios have them.
func Load(ctx context.Context, l *lab.Lab, which string, objectives ...string) (Frontier, error) {
	s, err := loadSweep(ctx, l, which)
	if err != nil {
		return Frontier{}, err
	}
	return analyse(s, objectives...)
}

// analyse finds all there is to a sweep.
func analyse(s Swept, objectives ...string) (Frontier, error) {
	f := Frontier{swept: s, Unit: s.unit(), Points: []Point{}, Warnings: []string{}}
	choosing := s.Scenarios
	f.scenarios, f.aims = choosing, aims(objectives, choosing)
	whole := slices.DeleteFunc(s.whole(choosing), func(p int) bool { return !s.over(p, choosing...).measured() })
	f.Played = playedOf(s, whole)
	f.points = slices.DeleteFunc(slices.Clone(whole), func(p int) bool { return told(s.Points[p].Strategy) })
	if len(f.points) == 0 {
		return f, arena.Mistake{Err: fmt.Errorf("sweep %d: %w: go on with the same arena sweep", s.Experiment.Number, ErrNothing)}
	}
	var all []sums
	for _, p := range f.points {
		f.shown = append(f.shown, s.byScenario(p, choosing))
		all = append(all, s.over(p, choosing...))
	}
	for i, p := range f.points {
		f.Points = append(f.Points, f.newPoint(s.Points[p], f.shown[i], all[i]))
	}
	if i := slices.IndexFunc(whole, func(p int) bool { return s.Points[p].Label == ceiling }); i >= 0 {
		f.Ceiling = new(f.newPoint(s.Points[whole[i]], s.byScenario(whole[i], choosing), s.over(whole[i], choosing...)))
	}
	if err := f.checkAims(all); err != nil {
		return f, err
	}
	f.fronts()
	f.Effects = f.effects()
	f.warn()
	f.Choose(choice.Default())
	return f, nil
}

// Choose finds what to use where this is asked for. Without full_context among the points nothing is compared with anything.
func (f *Frontier) Choose(ask choice.Ask) {
	f.Choice = nil
	reference := slices.IndexFunc(f.Points, func(p Point) bool { return p.Label == fullContext })
	if reference < 0 {
		return
	}
	var all []choice.Candidate
	for i, p := range f.Points {
		c := f.charge(i)
		all = append(all, choice.Candidate{
			Name: p.name, Kept: clusters(f.shown[i], f.Played.Repeats, keptOf), Passed: clusters(f.shown[i], f.Played.Repeats, passedOf),
			Write: c.Write, Question: c.Question, Context: p.Tokens.Question, Writes: c.Write > 0,
		})
	}
	f.Choice = new(choice.Of(ask, f.Unit, all, reference, f.Played.Dropped))
}

// playedOf says what was played, and counts the points that aren't analysed.
func playedOf(s Swept, analysed []int) Played {
	p := s.Planned
	out := Played{
		ID: s.Experiment.ID, Number: s.Experiment.Number, Status: s.Experiment.Status, Simulated: s.Experiment.Simulated,
		Space: s.Space.Title, Dimensions: []Dimension{}, Model: strings.Join(p.Models, ", "), Dialogue: p.Dialogue, Suite: p.Suite,
		Scenarios: []string{}, Repeats: p.Repeats, Analysed: len(analysed),
	}
	for _, d := range s.Space.Dimensions {
		out.Dimensions = append(out.Dimensions, Dimension{d.Name, d.Levels})
	}
	for _, sc := range s.Scenarios {
		out.Scenarios = append(out.Scenarios, sc.ID)
	}
	for i := range s.Points {
		if slices.Contains(analysed, i) {
			continue
		}
		failed, missing := false, false
		for _, t := range s.trials(i, s.Scenarios...) {
			missing = missing || t.Ended == ""
			failed = failed || t.Ended != "" && t.Ended != arena.Completed
		}
		if failed || !missing {
			out.Failed++
		} else {
			out.Dropped++
		}
	}
	return out
}

// resamples and seed of every bootstrap here, so that equal sweeps give equal figures.
const (
	resamples = 2000
	seed      = 1
)

// beyondMost is how many times the greatest cost, or latency, a hypervolume goes up to.
const beyondMost = 1.001

// fronts finds the front and how sure it is.
func (f *Frontier) fronts() {
	logged := f.swept.sample(f.points, f.scenarios, f.Unit, f.aims)
	u := logged.Bootstrap(resamples, seed, alpha)
	f.Front, f.Maybe = f.byCost(u.Front), f.byCost(u.Maybe)
	reference := make([]float64, len(f.aims))
	for j, o := range f.aims {
		f.Objectives = append(f.Objectives, o.Name)
		for _, p := range u.Points {
			if !o.Maximize {
				reference[j] = max(reference[j], p[j]*beyondMost)
			}
		}
	}
	reference[0] = math.Log10(beyondMost * slices.MaxFunc(f.Points, func(a, b Point) int { return cmp.Compare(a.Cost, b.Cost) }).Cost)
	f.Hypervolume = Hypervolume{pareto.Hypervolume(u.Points, logged.Objectives, reference), reference}
	if u.Note != "" {
		f.Warnings = append(f.Warnings, fmt.Sprintf("Chances to be on the front: %s.", u.Note))
	}
	for i := range f.Points {
		if u.OnFront != nil {
			f.Points[i].OnFront = &u.OnFront[i]
		}
		if u.Low != nil {
			f.Points[i].OnFrontLow, f.Points[i].OnFrontHigh = &u.Low[i], &u.High[i]
		}
	}
	var on [][]float64
	for _, i := range f.Front {
		on = append(on, u.Points[i])
	}
	if i := pareto.FindKnee(on, logged.Objectives).Index; i >= 0 {
		f.Knee = new(f.Front[i])
	}
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
		add("%d of %d points are in no figure: they were dropped by a race, or aren't finished.", s.Dropped, len(f.swept.Points))
	}
	if s.Failed > 0 {
		add("%d of %d points are in no figure: a trial of them was not completed.", s.Failed, len(f.swept.Points))
	}
	if f.swept.Stale > 0 {
		add("%d trials were judged by other matchers than today's: arena rescore %d.", f.swept.Stale, s.Number)
	}
	if f.swept.Edited > 0 {
		add("%s of other code of the same version: the figures aren't those of the code as it is now. The same arena sweep with --fresh plays them anew.", reports.Plural(f.swept.Edited, "trial"))
	}
	if f.Unit == Tokens {
		add("Costs are tokens: a model has no price, or something is free.")
	}
	f.Warnings = append(f.Warnings, chances...)
}

// about is what figures of the sweep count.
func (f *Frontier) about(level arena.Level) reports.About {
	return reports.About{Level: string(level), Suite: f.Played.Suite, Estimand: reports.Sampled, Repeats: f.Played.Repeats}
}
