package eviction

import (
	"context"
	"fmt"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// Budgets of the sweep, as shares of the tokens of a session. The first is the budget of the author's code,
// which divides the half that the text speaks of by the number of turns.
var Budgets = []float64{0.025, 0.05, 0.10, 0.25, 0.50}

// middle is the budget at which all but the sweep is compared.
const middle = 2

// swept is a session under every budget by every contender.
type swept struct {
	best   [5]Optimum // without re-admission
	of     [5][12]Outcome
	bare   Outcome     // at the first budget, all but permanent chunks evicted
	empty  Outcome     // and those too
	taken  [12]Outcome // at the middle budget, with re-admission
	priors [3]Outcome  // at the middle budget, by priors
	noise  [4]Outcome  // and by noise
	bared  [blind]int  // and permanent chunks evicted where nothing protects them
	lives  [3]lives    // and how long chunks are kept by those that are watched
	seed   [evict.Classes]foretold
}

// noises are deviations of what RWOE-R adds to its values.
var noises = []float64{0.05, 0.1, 0.2, 0.5}

// misled are other priors than those the generator uses.
var misled = []struct {
	name   string
	priors [evict.Classes]float64
}{
	{"as generated", evict.Source().Priors},
	{"all alike", [evict.Classes]float64{0.5, 0.5, 0.5, 0.5}},
	{"reversed", [evict.Classes]float64{1, 0.05, 0.3, 0.6}},
}

// sweep plays experiment A.
func sweep(ctx context.Context, settings simulate.Settings) ([][]swept, error) {
	return simulate.Each(ctx, settings, func(r *rand.Rand, seed, number int) (out swept, err error) {
		s := uniform(r, 0)
		own := reseeded(settings, seed, number)
		play := func(p evict.Policy, budget float64, r rules) Outcome {
			r.budget = int(budget * float64(s.Tokens))
			o, failed := s.play(p, r)
			if failed != nil {
				err = failed
			}
			return o
		}
		for b, budget := range Budgets {
			out.best[b] = s.optimum(int(budget*float64(s.Tokens)), false)
			for i, c := range contenders {
				out.of[b][i] = play(c.of(s, own), budget, rules{})
			}
		}
		out.bare = play(evict.Truncate{}, 0, rules{})
		out.empty = play(evict.Truncate{}, 0, rules{unprotected: true})
		for i, c := range contenders[:blind] {
			out.bared[i] = play(c.of(s, own), Budgets[middle], rules{unprotected: true}).Permanents
		}
		for i, name := range watched {
			play(named(name).of(s, own), Budgets[middle], rules{lives: &out.lives[i]})
		}
		for i, n := range noises {
			out.noise[i] = play(rwoe(evict.Paper, n)(s, own), Budgets[middle], rules{})
		}
		for i, c := range contenders {
			out.taken[i] = play(c.of(s, own), Budgets[middle], rules{readmit: true})
		}
		for i, m := range misled {
			p := coded()
			p.Priors = m.priors
			out.priors[i] = play(&evict.RWOE{Parameters: p}, Budgets[middle], rules{})
		}
		source := coded()
		out.seed = s.foretell(func(c *evict.Chunk, turn int) float64 { return source.Probability(c, turn, 0) })
		return out, err
	})
}

// asCoded is experiment A as the author's code plays it, measured as it measures.
func asCoded(played [][]swept) simulate.Table {
	t := simulate.Table{
		ID: "as_coded", Title: "Experiment A as the author's code plays it", Rows: "policy",
		Columns: []simulate.Column{{Name: "utility, % of Bélády", Decimals: 2}, {Name: "rebuilt a turn", Decimals: 2}, {Name: "over budget, % of turns", Decimals: 0}},
		Notes: []string{
			"utility: as coded. A miss still earns 0.8 of a use, nothing is taken back, rebuilding is free, and Bélády doesn't see the current turn; so evicting everything scores 92 %.",
			"budget: half of the tokens divided by the turns, 2.5 % of the session. Permanent chunks alone are over it in most turns.",
		},
	}
	coded := func(o Outcome) float64 { return o.consolation() }
	add := func(name string, of func(swept) Outcome) {
		t.Add(name,
			ratios(played, 100, func(s swept) float64 { return coded(of(s)) }, func(s swept) float64 { return coded(s.of[0][9]) }),
			ratios(played, 1, func(s swept) float64 { return float64(of(s).Misses) }, func(s swept) float64 { return float64(of(s).Turns) }),
			ratios(played, 100, func(s swept) float64 { return float64(of(s).Over) }, func(s swept) float64 { return float64(of(s).Turns) }))
	}
	for i, c := range contenders {
		add(c.name, func(s swept) Outcome { return s.of[0][i] })
	}
	add("no chunk but permanent", func(s swept) Outcome { return s.bare })
	add("no chunk at all", func(s swept) Outcome { return s.empty })
	return t
}

// byBudget is what each policy hits of what could be hit, by budget.
func byBudget(played [][]swept) simulate.Table {
	t := simulate.Table{
		ID: "sweep", Title: "Experiment A by budget: hits, % of the exact optimum", Rows: "policy",
		Notes: []string{"A use of what was evicted earns nothing. Budgets are shares of a session's tokens. " + bounded(played, func(s swept) []Optimum { return s.best[:] })},
	}
	for _, budget := range Budgets {
		t.Columns = append(t.Columns, simulate.Column{Name: fmt.Sprintf("%g %%", 100*budget), Decimals: 1})
	}
	for i, c := range contenders {
		var cells [][]float64
		for b := range Budgets {
			cells = append(cells, ratios(played, 100, func(s swept) float64 { return s.of[b][i].Hits }, func(s swept) float64 { return s.best[b].Value }))
		}
		t.Add(c.name, cells...)
	}
	return t
}
