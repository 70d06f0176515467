package frontier

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// Control is how the decisions of a policy would have turned out, by the stored trials of its sweep: each
// scenario is decided by the fold made without it. Nothing is played.
type Control struct {
	From        string         `json:"from"`
	Simulated   bool           `json:"simulated"`
	Unit        string         `json:"unit"` // of costs, for a conversation
	DecideAfter int            `json:"decide_after"`
	Repeats     int            `json:"repeats"` // of which a scenario's figures are means
	Floors      []ControlFloor `json:"floors"`
	Notes       []string       `json:"notes"`
}

// ControlFloor is one floor.
type ControlFloor struct {
	Floor     float64    `json:"floor"`
	Rules     []Ruled    `json:"rules"` // in the order of Rules
	Decisions []Decision `json:"decisions"`
}

// Rule is a way to choose a configuration for a scenario.
type Rule string

// The rules. ByBound and ByMean are fixed: they choose by the other scenarios alone and look at no
// signal, the cheapest configuration whose bound, or whose mean, meets the floor; where none does, the
// one in which it is highest. Hindsight knows what each configuration kept in the very scenario; its
// figures owe something to luck, and nobody can have them.
const (
	ByPolicy  Rule = "controlled"
	ByBound   Rule = "fixed by bound"
	ByMean    Rule = "fixed by mean"
	Hindsight Rule = "hindsight"
)

// Rules lists the rules in the order in which they are reported.
var Rules = []Rule{ByPolicy, ByBound, ByMean, Hindsight}

// Ruled is what a rule's choices did on scenarios they weren't made from.
type Ruled struct {
	Rule      Rule           `json:"rule"`
	Scenarios int            `json:"scenarios"`
	Met       int            `json:"met"`      // scenarios in which the floor was met
	Interval  stats.Interval `json:"interval"` // of that share, Wilson's
	Kept      float64        `json:"kept"`     // mean retention
	Cost      float64        `json:"cost"`     // mean
	FellBack  int            `json:"fell_back"`
}

// Decision is what the policy chose for a scenario and how that turned out.
type Decision struct {
	Scenario    string         `json:"scenario"`
	Signals     routed.Signals `json:"signals"`
	Strategy    string         `json:"strategy"`
	MemoryModel string         `json:"memory_model"`
	Low         float64        `json:"low"`  // the bound
	Sure        bool           `json:"sure"` // it meets the floor; else the policy fell back
	Kept        float64        `json:"kept"` // in the scenario
	Cost        float64        `json:"cost"` // in the scenario
}

// CheckPolicy checks a policy file, if there is a file of that name, or the policy of a sweep, at some
// floors.
func CheckPolicy(ctx context.Context, l *lab.Lab, which string, floors []float64) (Control, error) {
	var file *lab.PolicyFile
	if info, err := os.Stat(which); err == nil && info.Mode().IsRegular() {
		if file, err = lab.LoadPolicy(which); err != nil {
			return Control{}, arena.Mistake{Err: err}
		}
		if file.Kind != routed.FrontierKind {
			return Control{}, arena.Mistake{Err: fmt.Errorf("policy %s is of kind %q: only policies of kind %q can be checked", which, file.Kind, routed.FrontierKind)}
		}
		f, err := foldOf(file.Whole)
		if err != nil {
			return Control{}, fmt.Errorf("%s: %w", which, err)
		}
		which = f.Sweep
	}
	s, err := loadSweep(ctx, l, which)
	if err != nil {
		return Control{}, err
	}
	if file == nil {
		if file, err = policyOf(s, l.Tokens, DecideAfter); err != nil {
			return Control{}, err
		}
	}
	return newControl(s, file, l.Tokens, floors)
}

// newControl checks a policy. It is an arena.Mistake if the policy isn't one of the sweep.
func newControl(s Swept, p *lab.PolicyFile, tokens func(string) int, floors []float64) (Control, error) {
	var out Control
	whole, err := foldOf(p.Whole)
	if err != nil {
		return out, err
	}
	if whole.Sweep != s.Experiment.ID {
		return out, arena.Mistake{Err: fmt.Errorf("the policy was made from sweep %s, and this is %s", whole.Sweep, s.Experiment.ID)}
	}
	out = Control{From: p.From, Simulated: p.Simulated, Unit: whole.Unit, DecideAfter: whole.DecideAfter, Repeats: s.Planned.Repeats, Notes: []string{}}
	m := newPolicyMaker(s, whole.Unit, tokens, 0)
	var cases []controlCase
	for i, g := range m.groups {
		fold, ok := p.Folds[g.id]
		if !ok {
			return out, arena.Mistake{Err: fmt.Errorf("the policy has no fold for scenario %s: make it again with arena policy export", g.id)}
		}
		c, err := m.caseOf(g, slices.Delete(slices.Clone(m.groups), i, i+1), fold, tokens)
		if err != nil {
			return out, fmt.Errorf("scenario %s: %w", g.id, err)
		}
		cases = append(cases, c)
	}
	if dropped := len(s.Points) - len(m.pointsOn(m.groups)); dropped > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d points of the sweep didn't complete every trial. If a race dropped them, every scenario had a say in that, the ones left out here too: a sweep with --exhaustive has no such fault.", dropped))
	}
	for _, floor := range floors {
		out.Floors = append(out.Floors, checkFloor(cases, floor))
	}
	return out, nil
}

// foldOf reads a fold of a policy. It is an arena.Mistake if nothing can be decided by it.
func foldOf(text json.RawMessage) (*routed.Frontier, error) {
	f, err := routed.ReadFrontier(text)
	if err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("policy: %w: make it again with arena policy export", err)}
	}
	return f, nil
}

// controlCase is a scenario that a policy decides without.
type controlCase struct {
	id      string
	fold    *routed.Frontier
	signals routed.Signals
	points  []SweptPoint
	// What the points keep and cost: here, by the other scenarios' lower bounds, and by their means.
	here, bounds, means []outcome
}

// outcome is what a configuration keeps and costs.
type outcome struct{ kept, cost float64 }

// caseOf gathers what a scenario shows of each point, and what the others show.
func (m policyMaker) caseOf(g group, others []group, text json.RawMessage, tokens func(string) int) (controlCase, error) {
	fold, err := foldOf(text)
	if err != nil {
		return controlCase{}, err
	}
	c := controlCase{id: g.id, fold: fold, signals: kindred(g.scenarios, tokens, fold.DecideAfter)[0].signals}
	points := m.pointsOn(append(slices.Clone(others), g))
	for _, i := range points {
		var values, costs []float64
		for _, o := range others {
			k, paid := m.share(i, o)
			values, costs = append(values, k), append(costs, paid)
		}
		kept, paid := m.share(i, g)
		cost := stat.Mean(costs, nil)
		c.points = append(c.points, m.swept.Points[i])
		c.here = append(c.here, outcome{kept, paid})
		c.means = append(c.means, outcome{stat.Mean(values, nil), cost})
		c.bounds = append(c.bounds, outcome{lowest(values, len(points)), cost})
	}
	for _, candidate := range fold.Candidates {
		if c.place(candidate) < 0 {
			return c, arena.Mistake{Err: fmt.Errorf("candidate %s of the policy didn't complete its trials", candidate.Strategy)}
		}
	}
	return c, nil
}

// place is a candidate's among the points; -1 if it isn't among them.
func (c controlCase) place(candidate routed.Candidate) int {
	return slices.IndexFunc(c.points, func(p SweptPoint) bool {
		return p.Label == candidate.Strategy && p.MemoryModel == candidate.MemoryModel
	})
}

// lowest is the lower bound on the mean of values that holds for so many points at once, below 0 where it
// is; minus infinity where they agree, which bounds nothing.
func lowest(values []float64, family int) float64 {
	mean, sd := stat.MeanStdDev(values, nil)
	n := len(values)
	se := stat.StdErr(sd, float64(n))
	if !(se > 1e-9) {
		return math.Inf(-1)
	}
	return mean - critical(n-1, family)*se
}

// keeps reports whether a mean or a bound meets a floor. No share is below 0, but without a spread there
// is no bound.
func keeps(share, floor float64) bool { return max(0, share) >= floor && !math.IsInf(share, -1) }

// cheapestKeeping is the cheapest that keeps the floor, else the one that keeps most. The first of equals.
func cheapestKeeping(all []outcome, floor float64) int {
	best := -1
	for i, o := range all {
		if best < 0 {
			best = i
			continue
		}
		b := all[best]
		switch here, there := keeps(o.kept, floor), keeps(b.kept, floor); {
		case here && (!there || o.cost < b.cost):
			best = i
		case !here && !there && (o.kept > b.kept || o.kept == b.kept && o.cost < b.cost):
			best = i
		}
	}
	return best
}

// checkFloor decides every case at a floor.
func checkFloor(cases []controlCase, floor float64) ControlFloor {
	out := ControlFloor{Floor: floor}
	for _, rule := range Rules {
		out.Rules = append(out.Rules, Ruled{Rule: rule, Scenarios: len(cases)})
	}
	n := float64(len(cases))
	for _, c := range cases {
		choice := c.fold.Choose(floor, c.signals)
		at := []int{c.place(c.fold.Candidates[choice.Candidate])}
		sure := []bool{choice.Met}
		for _, by := range [][]outcome{c.bounds, c.means, c.here} {
			i := cheapestKeeping(by, floor)
			at, sure = append(at, i), append(sure, keeps(by[i].kept, floor))
		}
		for i := range Rules {
			o, r := c.here[at[i]], &out.Rules[i]
			if o.kept >= floor {
				r.Met++
			}
			if !sure[i] {
				r.FellBack++
			}
			r.Kept, r.Cost = r.Kept+o.kept/n, r.Cost+o.cost/n
		}
		p, o := c.points[at[0]], c.here[at[0]]
		out.Decisions = append(out.Decisions, Decision{
			Scenario: c.id, Signals: c.signals, Strategy: p.Label, MemoryModel: p.MemoryModel,
			Low: choice.Low, Sure: choice.Met, Kept: o.kept, Cost: o.cost,
		})
	}
	for i, r := range out.Rules {
		out.Rules[i].Interval, _ = stats.Wilson(r.Met, len(cases), alpha) // there are cases
	}
	slices.SortStableFunc(out.Decisions, func(a, b Decision) int { return cmp.Compare(a.Scenario, b.Scenario) })
	return out
}
