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

// foldOf reads a fold of a policy. It is an arena.Mistake if nothing can be decided by it.
func foldOf(text json.RawMessage) (*routed.Frontier, error) {
	f, err := routed.ReadFrontier(text)
	if err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("policy: %w: make it again with arena policy export", err)}
	}
	return f, nil
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
		text, ok := p.Folds[g.id]
		if !ok {
			return out, arena.Mistake{Err: fmt.Errorf("the policy has no fold for scenario %s: make it again with arena policy export", g.id)}
		}
		fold, err := foldOf(text)
		if err != nil {
			return out, fmt.Errorf("scenario %s: %w", g.id, err)
		}
		g.signals = kindred(g.scenarios, tokens, fold.DecideAfter)[0].signals
		c := m.caseOf(g, m.without(i), fold)
		if unplayed := slices.Index(c.places, -1); unplayed >= 0 {
			return out, arena.Mistake{Err: fmt.Errorf("scenario %s: candidate %s of the policy didn't complete its trials", g.id, fold.Candidates[unplayed].Strategy)}
		}
		cases = append(cases, c)
	}
	if dropped := len(s.Points) - len(m.points); dropped > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d points of the sweep didn't complete every trial. If a race dropped them, every scenario had a say in that, the ones left out here too: a sweep with --exhaustive has no such fault.", dropped))
	}
	for _, floor := range floors {
		out.Floors = append(out.Floors, checkFloor(cases, floor))
	}
	return out, nil
}

// controlCase is a scenario that a policy decides without.
type controlCase struct {
	group
	fold          *routed.Frontier
	places        []int     // of the fold's candidates among the points; -1 for one that isn't there
	bounds, means []outcome // by point, over the other scenarios: the lower bound of what is kept, and the mean
}

// caseOf gathers what the other scenarios show of each point.
func (m policyMaker) caseOf(g group, others []group, fold *routed.Frontier) controlCase {
	c := controlCase{group: g, fold: fold}
	for i := range m.points {
		var kept, costs []float64
		for _, o := range others {
			kept, costs = append(kept, o.shown[i].kept), append(costs, o.shown[i].cost)
		}
		cost := stat.Mean(costs, nil)
		c.means = append(c.means, outcome{stat.Mean(kept, nil), cost})
		c.bounds = append(c.bounds, outcome{lowest(kept, len(m.points)), cost})
	}
	for _, candidate := range fold.Candidates {
		c.places = append(c.places, slices.IndexFunc(m.points, func(p int) bool {
			return m.swept.Points[p].Label == candidate.Strategy && m.swept.Points[p].MemoryModel == candidate.MemoryModel
		}))
	}
	return c
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

// cheapestKeeping is the cheapest that keeps the floor, else the one that keeps most, and whether it keeps it. The
// first of equals. No share is below 0, but without a spread there is no bound.
func cheapestKeeping(all []outcome, floor float64) (best int, sure bool) {
	for i, o := range all {
		keeps := max(0, o.kept) >= floor && !math.IsInf(o.kept, -1)
		b := all[best]
		switch {
		case i == 0:
			sure = keeps
		case keeps && (!sure || o.cost < b.cost):
			best, sure = i, true
		case !keeps && !sure && (o.kept > b.kept || o.kept == b.kept && o.cost < b.cost):
			best = i
		}
	}
	return best, sure
}

// checkFloor decides every case at a floor by every rule.
func checkFloor(cases []controlCase, floor float64) ControlFloor {
	out := ControlFloor{Floor: floor}
	n := float64(len(cases))
	for _, rule := range Rules {
		r := Ruled{Rule: rule, Scenarios: len(cases)}
		for _, c := range cases {
			var at int
			var sure bool
			switch rule {
			case ByPolicy:
				choice := c.fold.Choose(floor, c.signals)
				at, sure = c.places[choice.Candidate], choice.Met
				p, o := c.fold.Candidates[choice.Candidate], c.shown[at]
				out.Decisions = append(out.Decisions, Decision{c.id, c.signals, p.Strategy, p.MemoryModel, choice.Low, sure, o.kept, o.cost})
			case ByBound:
				at, sure = cheapestKeeping(c.bounds, floor)
			case ByMean:
				at, sure = cheapestKeeping(c.means, floor)
			case Hindsight:
				at, sure = cheapestKeeping(c.shown, floor)
			}
			o := c.shown[at]
			if o.kept >= floor {
				r.Met++
			}
			if !sure {
				r.FellBack++
			}
			r.Kept, r.Cost = r.Kept+o.kept/n, r.Cost+o.cost/n
		}
		r.Interval, _ = stats.Wilson(r.Met, len(cases), alpha) // there are cases
		out.Rules = append(out.Rules, r)
	}
	slices.SortStableFunc(out.Decisions, func(a, b Decision) int { return cmp.Compare(a.Scenario, b.Scenario) })
	return out
}
