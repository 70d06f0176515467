package frontier

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// Control is how the decisions of a policy would have turned out, by the stored trials of its sweep: each
// scenario is decided by the fold made without it. Nothing is played.
type Control struct {
	From      string         `json:"from"`
	Simulated bool           `json:"simulated"`
	Unit      string         `json:"unit"`    // of costs, for a conversation
	Repeats   int            `json:"repeats"` // of which a scenario's figures are means
	Floors    []ControlFloor `json:"floors"`
	Notes     []string       `json:"notes"`
}

// ControlFloor is one floor.
type ControlFloor struct {
	Floor float64 `json:"floor"`
	Rules []Ruled `json:"rules"` // in the order of Rules
}

// Rule is a way to choose a configuration for a scenario.
type Rule string

// The rules. ByMean is fixed: it chooses by the means of the other scenarios: the cheapest
// configuration whose mean meets the floor; where none does, the one in which it is highest.
const (
	ByPolicy Rule = "controlled"
	ByMean   Rule = "fixed by mean"
)

// Rules lists the rules in the order in which they are reported.
var Rules = []Rule{ByPolicy, ByMean}

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
		if file, err = policyOf(s); err != nil {
			return Control{}, err
		}
	}
	return newControl(s, file, floors)
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
func newControl(s Swept, p *lab.PolicyFile, floors []float64) (Control, error) {
	var out Control
	whole, err := foldOf(p.Whole)
	if err != nil {
		return out, err
	}
	if whole.Sweep != s.Experiment.ID {
		return out, arena.Mistake{Err: fmt.Errorf("the policy was made from sweep %s, and this is %s", whole.Sweep, s.Experiment.ID)}
	}
	out = Control{From: p.From, Simulated: p.Simulated, Unit: whole.Unit, Repeats: s.Planned.Repeats, Notes: []string{}}
	m := newPolicyMaker(s, whole.Unit)
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
		c := controlCase{shown: g.shown, means: m.means(m.without(i)), fold: fold}
		for _, candidate := range fold.Candidates {
			at := slices.IndexFunc(m.points, func(p int) bool {
				return s.Points[p].Label == candidate.Strategy && s.Points[p].MemoryModel == candidate.MemoryModel
			})
			if at < 0 {
				return out, arena.Mistake{Err: fmt.Errorf("scenario %s: candidate %s of the policy didn't complete its trials", g.id, candidate.Strategy)}
			}
			c.places = append(c.places, at)
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
	shown, means []outcome // by point: on it, and over the other scenarios
	fold         *routed.Frontier
	places       []int // of the fold's candidates among the points
}

// checkFloor decides every case at a floor by every rule.
func checkFloor(cases []controlCase, floor float64) ControlFloor {
	out := ControlFloor{Floor: floor}
	n := float64(len(cases))
	for _, rule := range Rules {
		r := Ruled{Rule: rule, Scenarios: len(cases)}
		for _, c := range cases {
			at, sure := routed.Cheapest(len(c.means), floor, func(i int) (float64, float64) { return c.means[i].kept, c.means[i].cost })
			if rule == ByPolicy {
				choice := c.fold.Choose(floor)
				at, sure = c.places[choice.Candidate], choice.Met
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
	return out
}
