package check

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/signals"
)

// depthCase is a segment of rlm with what each depth keeps of it: trials that differ in the depth of this one
// cycle were played for it, all others read once.
type depthCase struct {
	Scenario string // of a variant, the scenario it is one of
	Signals  signals.Signals
	Due      int                   // facts that had left by the end of the cycle and held still
	Kept     [darlm.MostPasses]int // Kept[d-1]: how many of them the notes held at depth d
}

// most is what the best depth keeps.
func (c depthCase) most() int { return slices.Max(c.Kept[:]) }

// best is the smallest depth that keeps most.
func (c depthCase) best() int { return slices.Index(c.Kept[:], c.most()) + 1 }

// Depths are the segments of some scenarios that da_rlm wouldn't keep raw, by scenario and in the order of
// their cycles. Routers are fitted to them and compared on them.
type Depths struct {
	cases []depthCase
	// Threshold is the threshold_high with which the rules keep most facts on all cases: fitThreshold.
	Threshold float64
	Plays     int // trials that were played

	rules    darlm.Layer
	model    llm.Model
	client   llm.Client
	parallel int
}

// measureDepths plays the scenarios. It asks nothing twice that it has been told. Of the lab it needs
// Tokens and Parallel: scenarios, and fits, in work at a time.
func measureDepths(ctx context.Context, l *lab.Lab, scenarios []*arena.Scenario, model llm.Model, client llm.Client) (*Depths, error) {
	s := &study{tokens: l.Tokens, parallel: max(1, l.Parallel), model: model, sim: client}
	d := &Depths{
		rules: defaultsOf[darlm.Layer](), model: model, parallel: s.parallel,
		client: &remembering{next: client, said: map[llm.Key]llm.Response{}},
	}
	parts, plays := make([][]depthCase, len(scenarios)), make([]int, len(scenarios))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(d.parallel)
	for i, scenario := range scenarios {
		g.Go(func() error {
			sub, err := label(scenario)
			if err != nil {
				return err
			}
			segments, err := s.segments(gctx, sub)
			plays[i] = 1 + len(segments)*(darlm.MostPasses-1)
			for _, m := range segments {
				if d.rules.Route(m.signals) != 0 {
					parts[i] = append(parts[i], depthCase{cmp.Or(scenario.VariantOf, scenario.ID), m.signals, m.due, [darlm.MostPasses]int(m.kept)})
				}
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	d.cases = slices.Concat(parts...)
	for _, n := range plays {
		d.Plays += n
	}
	if len(d.scenarios()) < 2 {
		return nil, arena.Mistake{Err: errors.New("depths: segments of two scenarios are needed at least, to leave one out: choose a suite with more, or longer, scenarios")}
	}
	d.Threshold = d.fitThreshold(d.cases)
	return d, nil
}

// scenarios are those with a case, in order.
func (d *Depths) scenarios() []string {
	var out []string
	for _, c := range d.cases {
		if !slices.Contains(out, c.Scenario) {
			out = append(out, c.Scenario)
		}
	}
	return out
}

// without are the cases of all scenarios but one.
func (d *Depths) without(scenario string) []depthCase {
	return slices.DeleteFunc(slices.Clone(d.cases), func(c depthCase) bool { return c.Scenario == scenario })
}

// byRules is what the rules choose, where they have a rule, else one pass, as rlm makes by itself.
func byRules(rules darlm.Layer, s signals.Signals) int { return max(1, rules.Route(s)) }

// fitThreshold is the threshold_high, of 0 to 0.1 in steps of 0.005, with which the rules keep most facts; of
// equals the highest, which asks for the fewest passes.
func (d *Depths) fitThreshold(cases []depthCase) float64 {
	best, most := 0.0, -1
	for step := range 21 {
		rules := d.rules
		rules.ThresholdHigh = float64(step) / 200
		kept := 0
		for _, c := range cases {
			kept += c.Kept[byRules(rules, c.Signals)-1]
		}
		if kept >= most {
			best, most = rules.ThresholdHigh, kept
		}
	}
	return best
}
