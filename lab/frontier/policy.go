package frontier

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/routed"
)

// minFold is the fewest scenarios a policy, and each of its folds, can be made from: below, nothing
// bounds what a configuration keeps.
const minFold = stats.MinClusters

// ExportPolicy makes the policy of a sweep, the newest without a name.
func ExportPolicy(ctx context.Context, l *lab.Lab, which string) (*lab.PolicyFile, error) {
	s, err := loadSweep(ctx, l, which)
	if err != nil {
		return nil, err
	}
	return policyOf(s)
}

// policyMaker makes policies of a sweep from some of its scenarios.
type policyMaker struct {
	swept  Swept
	unit   string
	points []int   // that a policy may play, and that completed every trial on the scenarios that decide
	groups []group // that decide
}

// group is a scenario with its variants, which are one piece of evidence and not several.
type group struct {
	id        string // of the scenario
	scenarios []*arena.Scenario
	shown     []outcome // by point: the mean of the scenarios; NaN where nothing has a verdict
}

// outcome is what a configuration keeps and costs.
type outcome struct{ kept, cost float64 }

func newPolicyMaker(s Swept, unit string) policyMaker {
	m := policyMaker{swept: s, unit: unit, groups: kindred(s.Scenarios)}
	m.points = slices.DeleteFunc(s.whole(s.Scenarios), func(p int) bool { return !playable(s.Points[p].Strategy) || !s.over(p, s.Scenarios...).measured() })
	for i, g := range m.groups {
		n := float64(len(g.scenarios))
		for _, p := range m.points {
			var o outcome
			for _, sc := range g.scenarios {
				all := s.over(p, sc)
				o.kept, o.cost = o.kept+all.retention()/n, o.cost+all.cost(unit)/n
			}
			m.groups[i].shown = append(m.groups[i].shown, o)
		}
	}
	return m
}

// without are the groups but one.
func (m policyMaker) without(group int) []group {
	return slices.Delete(slices.Clone(m.groups), group, group+1)
}

// playable reports whether a policy may play a point: a control that is told the evidence isn't, nor
// what decides by a policy itself.
func playable(s arena.Strategy) bool {
	_, decides := s.(arena.PolicyReader)
	return !told(s) && !decides
}

// policyOf makes a sweep into a policy that the strategy controlled decides by. Its folds leave out a scenario
// with its variants each: the front and the bounds are found anew from the others. It is an arena.Mistake if there are too few scenarios.
//
// The bound of a configuration is its mean less a one-sided t quantile times the standard error of that,
// the quantile being Bonferroni's over every point of the sweep: the candidates are picked by the same
// trials, so the bounds must hold for whichever points those might have been.
func policyOf(s Swept) (*lab.PolicyFile, error) {
	m := newPolicyMaker(s, s.unit())
	if len(m.groups) <= minFold {
		return nil, arena.Mistake{Err: fmt.Errorf("sweep %d decides by %d scenarios: a policy that leaves each of them out once needs %d (sweep on more)", s.Experiment.Number, len(m.groups), minFold+1)}
	}
	if len(m.points) < 2 {
		return nil, fmt.Errorf("sweep %d: fewer than two points have completed every trial", s.Experiment.Number)
	}
	p := &lab.PolicyFile{Kind: routed.FrontierKind, Simulated: s.Experiment.Simulated, Models: []string{}, Folds: map[string]json.RawMessage{}}
	p.From = fmt.Sprintf("sweep %s of %s, answered by %s", s.Experiment.ID, s.Space.Title, s.Planned.Models[0])
	keep := func(groups []group) (json.RawMessage, error) {
		f := m.fit(groups)
		for _, c := range f.Candidates {
			if c.MemoryModel != "" && !slices.Contains(p.Models, c.MemoryModel) {
				p.Models = append(p.Models, c.MemoryModel)
			}
		}
		return json.Marshal(f)
	}
	var err error
	if p.Whole, err = keep(m.groups); err != nil {
		return nil, err
	}
	for i, g := range m.groups {
		if p.Folds[g.id], err = keep(m.without(i)); err != nil {
			return nil, fmt.Errorf("without %s: %w", g.id, err)
		}
	}
	slices.Sort(p.Models)
	return p, nil
}

// kindred are scenarios with their variants, in the order of the sweep.
func kindred(scenarios []*arena.Scenario) []group {
	var out []group
	for _, sc := range scenarios {
		id := cmp.Or(sc.VariantOf, sc.ID)
		at := slices.IndexFunc(out, func(g group) bool { return g.id == id })
		if at < 0 {
			at, out = len(out), append(out, group{id: id})
		}
		out[at].scenarios = append(out[at].scenarios, sc)
	}
	return out
}

// critical is how many standard errors a lower bound lies below its estimate, so that the bounds of the
// whole family hold at once: Bonferroni's one-sided t quantile. The bootstrap of the largest t is
// narrower, and with eight scenarios it held too seldom (docs/research/policy.md).
func critical(df, family int) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(df)}.Quantile(1 - alpha/float64(family))
}

// means are those of what some groups show, by point.
func (m policyMaker) means(groups []group) []outcome {
	out := make([]outcome, len(m.points))
	for i := range out {
		for _, g := range groups {
			out[i].kept += g.shown[i].kept / float64(len(groups))
			out[i].cost += g.shown[i].cost / float64(len(groups))
		}
	}
	return out
}

// fit is the policy that some groups give.
func (m policyMaker) fit(groups []group) *routed.Frontier {
	var scenarios []*arena.Scenario
	kept, means := make([][]float64, len(m.points)), m.means(groups)
	for _, g := range groups {
		scenarios = append(scenarios, g.scenarios...)
		for i, o := range g.shown {
			kept[i] = append(kept[i], o.kept)
		}
	}
	u := m.swept.sample(m.points, scenarios, m.unit, aims([]string{retention}, nil)).Bootstrap(resamples, seed, alpha)
	at := slices.Concat(u.Front, u.Maybe)
	slices.SortFunc(at, func(a, b int) int { return cmp.Or(cmp.Compare(means[a].cost, means[b].cost), cmp.Compare(a, b)) })
	f := &routed.Frontier{
		Sweep: m.swept.Experiment.ID, Model: m.swept.Planned.Models[0], Dialogue: m.swept.Planned.Dialogue, Unit: m.unit,
		Scenarios: len(groups), Family: len(m.points), Confidence: 1 - alpha, Critical: critical(len(groups)-1, len(m.points)),
	}
	for _, i := range at {
		p := m.swept.Points[m.points[i]]
		c := routed.Candidate{
			Strategy: p.Label, Version: p.Strategy.Version(), MemoryModel: p.MemoryModel, Front: slices.Contains(u.Front, i),
			Cost: means[i].cost, Retention: means[i].kept, SD: stat.StdDev(kept[i], nil),
		}
		if c.SD < 1e-9 { // all scenarios agree: their spread would promise certainty
			c.SD = 0
		}
		f.Candidates = append(f.Candidates, c)
	}
	return f
}
