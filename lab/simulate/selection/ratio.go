package selection

import (
	"math/rand/v2"
	"slices"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/selection"
)

// method is a way to choose among scored messages.
type method struct {
	name   string
	inTime bool // it goes by time; others by the list
	choose func(items []selection.Item, budget int) []int
}

// methods are those that are compared with the exact optimum.
var methods = []method{
	{"greedy", false, func(items []selection.Item, b int) []int { return selection.Greedy(items, b, selection.EarlyStop) }},
	{"greedy_full", false, func(items []selection.Item, b int) []int { return selection.Greedy(items, b, 0) }},
	{"density", false, selection.Density},
	{"beam 1", false, func(items []selection.Item, b int) []int { return selection.Beam(items, b, 1) }},
	{"beam 10", false, func(items []selection.Item, b int) []int { return selection.Beam(items, b, 10) }},
	{"beam 50", false, func(items []selection.Item, b int) []int { return selection.Beam(items, b, 50) }},
	{"recency", true, selection.Recency},
	{"every k-th", true, func(items []selection.Item, b int) []int { return selection.EveryKth(items, b, 0) }},
}

// share is what a method reaches of the optimum's score, and uses of the budget, in percent.
type share struct{ score, used float64 }

// ratios plays the optimum and every method on one list of messages.
func ratios(items []selection.Item, budget int) ([]share, error) {
	best, err := selection.Optimal(items, budget)
	if err != nil {
		return nil, err
	}
	most, sorted := selection.Score(items, best), inTime(items)
	of := func(items []selection.Item, chosen []int) share {
		return share{100 * selection.Score(items, chosen) / most, 100 * float64(selection.Tokens(items, chosen)) / float64(budget)}
	}
	out := []share{of(items, best)}
	for _, m := range methods {
		list := items
		if m.inTime {
			list = sorted
		}
		out = append(out, of(list, m.choose(list, budget)))
	}
	return out, nil
}

// compared are the methods' shares on one list of every scale; the largest only where told,
// since their optimum takes most of a second.
func compared(r *rand.Rand, w selection.Weights, s sizing, largest bool) ([][]share, error) {
	out := make([][]share, len(scales))
	for i, sc := range scales {
		if !largest && sc == scales[len(scales)-1] {
			continue
		}
		var err error
		if out[i], err = ratios(scored(r, w, sc.items, s), sc.budget); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ratioTable says what each method reaches of the optimum where messages have a distribution of sizes.
func ratioTable(id, title string, of func(seed, number int) [][]share, settings simulate.Settings) simulate.Table {
	t := simulate.Table{ID: id, Title: title, Rows: "method", Notes: []string{
		"Score of what is chosen, as a share of the optimum's; columns: how many messages there are. used: tokens of the budget, of 1,000 messages.",
	}}
	for _, sc := range scales {
		t.Columns = append(t.Columns, simulate.Column{Name: sc.name, Decimals: 1})
	}
	t.Columns = append(t.Columns, simulate.Column{Name: "used %", Decimals: 0})
	for m := range len(methods) + 1 {
		value := func(scale int, of1 func(share) float64) []float64 {
			return bySeed(settings, func(seed, number int) (float64, bool) {
				if found := of(seed, number)[scale]; found != nil {
					return of1(found[m]), true
				}
				return 0, false
			})
		}
		var values [][]float64
		for i := range scales {
			values = append(values, value(i, func(x share) float64 { return x.score }))
		}
		values = append(values, value(slices.Index(scales, shown), func(x share) float64 { return x.used }))
		name := "optimum"
		if m > 0 {
			name = methods[m-1].name
		}
		t.Add(name, values...)
	}
	return t
}

// bySeed is the mean over each seed's cases, of those that have a value.
func bySeed(s simulate.Settings, value func(seed, number int) (float64, bool)) []float64 {
	out := make([]float64, 0, s.Seeds)
	for seed := range s.Seeds {
		sum, n := 0., 0
		for number := range s.Cases {
			if v, ok := value(seed, number); ok {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			out = append(out, sum/float64(n))
		}
	}
	return out
}
