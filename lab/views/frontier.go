package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/space"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Frontier is what a sweep found. Points are named by their place in Points; costs are nominal.
type Frontier struct {
	Schema      string              `json:"schema"`
	Swept       FrontierSwept       `json:"swept"`
	Unit        string              `json:"unit"` // of cost: USD, or tokens where a model has no price or a trial cost nothing
	Points      []FrontierPoint     `json:"points"`
	Front       []int               `json:"front"`                                         // by rising cost
	Maybe       []int               `json:"maybe"`                                         // behind, but statistically on the front; by rising cost
	WithWorst   []int               `json:"front_with_worst"`                              // of cost, retention and worst type
	Knee        *int                `json:"knee" jsonschema:"oneof_type=integer;null"`     // farthest from the chord between the ends of the front
	Sharpest    *int                `json:"sharpest" jsonschema:"oneof_type=integer;null"` // where the front bends most
	Hypervolume FrontierVolume      `json:"hypervolume"`                                   // of the front
	Selection   []FrontierSelection `json:"selection"`                                     // what the front owes to having been chosen
	Weights     []FrontierWeight    `json:"weights"`                                       // of fact types
	Learned     bool                `json:"weights_learned"`                               // else all types weigh the same
	Envelope    []FrontierSpan      `json:"cheapest_on_front"`                             // by questions
	Floors      []FrontierFloor     `json:"floors"`
	HeldOut     *FrontierHeldOut    `json:"held_out,omitempty"`
	Explained   *FrontierExplained  `json:"explained,omitempty"` // by request
	Warnings    []string            `json:"warnings"`
}

// FrontierSwept is what was played.
type FrontierSwept struct {
	ID         string              `json:"experiment"`
	Number     int64               `json:"-"` // its place in this database
	Status     string              `json:"status"`
	Simulated  bool                `json:"simulated"`
	Space      string              `json:"space"`
	Dimensions []FrontierDimension `json:"dimensions"`
	Model      string              `json:"model"`
	Dialogue   string              `json:"dialogue"`
	Suite      string              `json:"suite"`
	Scenarios  []string            `json:"scenarios"`          // that decide
	HeldOut    []string            `json:"held_out_scenarios"` // that decide nothing
	Repeats    int                 `json:"repeats"`
	Seed       int64               `json:"seed"`
	Declared   int                 `json:"combinations"`
	Distinct   int                 `json:"distinct"`
	Analysed   int                 `json:"analysed"`     // points that completed every trial
	Dropped    int                 `json:"dropped"`      // by a race, or not played yet
	Failed     int                 `json:"failed"`       // points with a trial that was not completed
	Stale      int                 `json:"stale_scores"` // trials judged by other matchers than today's
	PricesAsOf string              `json:"prices_as_of,omitempty"`
}

// FrontierDimension is one setting.
type FrontierDimension struct {
	Name        string     `json:"name"`
	Kind        space.Kind `json:"kind"`
	Levels      []string   `json:"levels"`
	Conditional bool       `json:"conditional"`
}

// FrontierPoint is a configuration. Costs are of a conversation.
type FrontierPoint struct {
	Levels         []string          `json:"levels"` // by dimension; empty where it doesn't apply
	Settings       string            `json:"settings"`
	Strategy       string            `json:"strategy"`
	MemoryModel    string            `json:"memory_model,omitempty"` // empty: the model that answers
	Stands         int               `json:"stands_for"`             // combinations that behave the same
	Cost           float64           `json:"cost"`                   // write and read
	USD            *FrontierCharge   `json:"usd,omitempty"`          // where every model has a price
	Tokens         FrontierCharge    `json:"tokens"`
	LatencySeconds *float64          `json:"latency_seconds" jsonschema:"oneof_type=number;null"` // of a question
	Retention      reports.Figure    `json:"retention"`
	Weighted       *float64          `json:"weighted" jsonschema:"oneof_type=number;null"` // retention by the weights of types
	Worst          *float64          `json:"worst" jsonschema:"oneof_type=number;null"`    // least partially pooled retention of a type
	WorstType      arena.FactType    `json:"worst_type,omitempty"`
	Tasks          reports.Figure    `json:"tasks"`
	OnFront        *float64          `json:"chance_on_front" jsonschema:"oneof_type=number;null"`
	WithWorst      *float64          `json:"chance_on_front_with_worst" jsonschema:"oneof_type=number;null"`
	Corrected      FrontierCorrected `json:"corrected"` // where it was chosen by one half of the trials: its values on the other

	name string // for people
}

// FrontierCharge is a conversation's cost by who asks.
type FrontierCharge struct {
	Write    float64 `json:"write"`    // upkeep of the memory
	Read     float64 `json:"read"`     // the dialogue and the final task
	Question float64 `json:"question"` // one question more
}

// FrontierCorrected is retention as the half measured it that did not choose; nothing where the point was
// never chosen by half of the trials.
type FrontierCorrected struct {
	ByRepeats   *FrontierHalf `json:"by_repeats,omitempty"`
	ByScenarios *FrontierHalf `json:"by_scenarios,omitempty"`
}

// FrontierHalf is one way to cut the trials in two.
type FrontierHalf struct {
	Times     int     `json:"times"` // chosen, of twice the splits
	Retention float64 `json:"retention"`
	Cost      float64 `json:"cost"`
	Shrinkage float64 `json:"shrinkage"` // by how much retention looked better on the half that chose
}

// FrontierVolume is the hypervolume up to a point that costs a little more than the dearest and keeps
// nothing, costs by their decimal logarithm.
type FrontierVolume struct {
	Value         lab.Measured `json:"value"`
	ReferenceCost float64      `json:"reference_cost"`
	Note          string       `json:"note,omitempty"`
}

// FrontierSelection is what the front owes to having been chosen, on the mean of all choices.
type FrontierSelection struct {
	By        string   `json:"by"` // repeats or scenarios
	Splits    int      `json:"splits"`
	Retention *float64 `json:"retention_shrinkage" jsonschema:"oneof_type=number;null"`
	Cost      *float64 `json:"cost_shrinkage" jsonschema:"oneof_type=number;null"`
	Note      string   `json:"note,omitempty"`
}

// FrontierWeight is what a fact type counts in the weighted retention.
type FrontierWeight struct {
	Type      arena.FactType `json:"type"`
	Slope     lab.Measured   `json:"slope"` // by which passing the task rises with keeping the type
	Scenarios int            `json:"scenarios"`
	Weight    float64        `json:"weight"`
}

// FrontierSpan is the cheapest configuration from a number of questions on.
type FrontierSpan struct {
	From     float64 `json:"from_questions"`
	Point    int     `json:"point"`
	Write    float64 `json:"write"` // in the unit of cost
	Question float64 `json:"question"`
}

// FrontierFloor is the cheapest way to keep so much.
type FrontierFloor struct {
	Retention float64        `json:"retention"`
	Points    int            `json:"points"` // that keep as much, on the mean
	Spans     []FrontierSpan `json:"cheapest"`
}

// FrontierHeldOut is the front on scenarios that chose nothing.
type FrontierHeldOut struct {
	Points    int              `json:"points"`
	Retention []reports.Figure `json:"retention"` // of the front
	Change    float64          `json:"change"`    // mean over the front of retention there less here
	Others    float64          `json:"others"`    // the same of the points behind
	Still     int              `json:"still"`     // points of the front that are on the front there
	Volume    float64          `json:"volume"`    // share of the hypervolume there
}

// NewFrontier makes a sweep's analysis ready to be written. Explained is filled in if Explain was called.
func NewFrontier(f frontier.Frontier) Frontier {
	out := Frontier{
		Schema: FrontierForm, Unit: f.Unit, Points: []FrontierPoint{}, Front: list(f.Front), Maybe: list(f.Maybe), WithWorst: list(f.WithWorst),
		Swept: sweptOf(f), Learned: f.Weighted, Weights: []FrontierWeight{}, Warnings: []string{},
	}
	for i, p := range f.Points {
		out.Points = append(out.Points, pointOfSweep(f, i, p))
	}
	halves(out.Points, f.ByRepeat, func(c *FrontierCorrected) **FrontierHalf { return &c.ByRepeats })
	halves(out.Points, f.ByScenario, func(c *FrontierCorrected) **FrontierHalf { return &c.ByScenarios })
	if i, ok := f.Knee(); ok {
		out.Knee = &i
	}
	if i := f.Knees.Curvature.Index; i >= 0 {
		out.Sharpest = new(f.Front[i])
	}
	out.Hypervolume = FrontierVolume{Value: measured(f.Hypervolume), ReferenceCost: f.Reference[0], Note: f.Hypervolume.Note}
	for _, s := range []struct {
		by string
		pareto.Selection
	}{{"repeats", f.ByRepeat}, {"scenarios", f.ByScenario}} {
		sel := FrontierSelection{By: s.by, Splits: s.Splits, Note: s.Note}
		if s.Shrinkage != nil {
			sel.Cost, sel.Retention = &s.Shrinkage[0], &s.Shrinkage[1]
		}
		out.Selection = append(out.Selection, sel)
	}
	for _, w := range f.Weights {
		weight := FrontierWeight{Type: w.Type, Scenarios: w.Scenarios, Weight: w.Weight}
		if w.Scenarios > 0 {
			weight.Slope.Mean = new(w.Slope)
		}
		if w.Interval != nil {
			weight.Slope.Low, weight.Slope.High = &w.Interval.Low, &w.Interval.High
		}
		out.Weights = append(out.Weights, weight)
	}
	out.Envelope = out.spans(f.Envelope)
	out.Floors = []FrontierFloor{}
	for _, fl := range f.Floors {
		out.Floors = append(out.Floors, FrontierFloor{Retention: fl.Retention, Points: len(fl.Points), Spans: out.spans(fl.Spans)})
	}
	if c := f.Check; c != nil {
		h := FrontierHeldOut{Points: c.Points, Change: c.Change, Others: c.Others, Still: c.Still, Volume: c.Volume}
		for _, e := range c.Retention {
			h.Retention = append(h.Retention, lab.Figure(e, aboutSweep(f, arena.LevelAnswer)))
		}
		out.HeldOut = &h
	}
	out.Explained = explained(f)
	out.warn(f)
	return out
}

func sweptOf(f frontier.Frontier) FrontierSwept {
	p := f.Planned
	out := FrontierSwept{
		ID: f.Experiment.ID, Number: f.Experiment.Number, Status: f.Experiment.Status, Simulated: f.Experiment.Simulated,
		Space: f.Space.Title, Dimensions: []FrontierDimension{}, Model: strings.Join(p.Models, ", "), Dialogue: p.Dialogue, Suite: p.Suite,
		Scenarios: list(f.Chosen), HeldOut: list(f.HeldOut), Repeats: p.Repeats, Seed: p.Seed, Declared: f.Space.Combinations(),
		Distinct: len(f.Points) + f.Dropped + f.Failed, Analysed: len(f.Points), Dropped: f.Dropped, Failed: f.Failed, Stale: f.Stale, PricesAsOf: p.PricesAsOf,
	}
	for _, d := range f.Space.Dimensions {
		out.Dimensions = append(out.Dimensions, FrontierDimension{d.Name, d.Kind, d.Levels, d.Conditional()})
	}
	return out
}

// list is never null in JSON.
func list[T any](s []T) []T { return append([]T{}, s...) }

// finite is nil for what is no number.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func measured(e stats.Estimate) lab.Measured {
	if !e.Defined() {
		return lab.Measured{}
	}
	m := lab.Measured{Mean: &e.Mean}
	if e.Interval != nil {
		m.Low, m.High = &e.Interval.Low, &e.Interval.High
	}
	return m
}

func aboutSweep(f frontier.Frontier, level arena.Level) reports.About {
	return reports.About{Level: string(level), Suite: f.Planned.Suite, Estimand: reports.Sampled, Repeats: f.Planned.Repeats}
}

func pointOfSweep(f frontier.Frontier, i int, p frontier.Point) FrontierPoint {
	out := FrontierPoint{
		Levels: p.Levels, Settings: f.Name(i), Strategy: p.Strategy, MemoryModel: p.MemoryModel, Stands: p.Stands, Cost: p.Cost,
		Tokens:    FrontierCharge{p.WriteTokens, p.ReadTokens, p.QuestionTokens},
		Retention: lab.Figure(p.Retention, aboutSweep(f, arena.LevelAnswer)), Tasks: lab.Figure(p.Tasks, aboutSweep(f, "")),
		Weighted: finite(p.Weighted), OnFront: p.OnFront, WithWorst: p.OnFrontWithWorst, name: shortName(f.Space, p.Levels),
	}
	if p.Priced {
		out.USD = &FrontierCharge{p.WriteUSD, p.ReadUSD, p.QuestionUSD}
	}
	if p.Latency > 0 {
		out.LatencySeconds = new(p.Latency)
	}
	if p.WorstType != "" {
		out.Worst, out.WorstType = new(p.Worst), p.WorstType
	}
	return out
}

// shortName names a combination; levels of categories that no other has stand for themselves:
// "structured trigger=8 recent=4 nano".
func shortName(s *space.Declared, levels []string) string {
	var parts []string
	for i, l := range levels {
		if l == "" {
			continue
		}
		d := s.Dimensions[i]
		ambiguous := slices.ContainsFunc(s.Dimensions, func(o space.Dimension) bool { return o.Name != d.Name && slices.Contains(o.Levels, l) })
		if d.Kind != space.Categorical || ambiguous {
			l = d.Name + "=" + l
		}
		parts = append(parts, l)
	}
	return strings.Join(parts, " ")
}

// halves notes the values of the chosen points.
func halves(points []FrontierPoint, s pareto.Selection, half func(*FrontierCorrected) **FrontierHalf) {
	for _, c := range s.Front {
		if c.Times > 0 {
			*half(&points[c.Point].Corrected) = &FrontierHalf{Times: c.Times, Cost: c.Measured[0], Retention: c.Measured[1], Shrinkage: c.Shrinkage[1]}
		}
	}
}

func (r *Frontier) spans(spans []pareto.Span) []FrontierSpan {
	out := []FrontierSpan{}
	for _, s := range spans {
		c := r.charge(s.Point)
		out = append(out, FrontierSpan{From: s.From, Point: s.Point, Write: c.Write, Question: c.Question})
	}
	return out
}

// charge is a point's in the unit of cost.
func (r *Frontier) charge(point int) FrontierCharge {
	p := r.Points[point]
	if r.Unit == frontier.USD && p.USD != nil {
		return *p.USD
	}
	return p.Tokens
}

// warn says what limits the figures.
func (r *Frontier) warn(f frontier.Frontier) {
	add := func(format string, args ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...)) }
	s := r.Swept
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
	if r.Unit == frontier.Tokens {
		add("Costs are tokens: a model has no price, or something is free.")
	}
	if f.Note != "" {
		add("Chances to be on the front: %s.", f.Note)
	}
	if r.Selection[0].Retention == nil {
		add("Nothing takes the luck of the repeats off the front: %s.", cmp.Or(strings.TrimPrefix(r.Selection[0].Note, "uncorrected: "), "nothing could be halved"))
	}
}
