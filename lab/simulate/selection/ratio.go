package selection

import "contextarena.internal/strategies/selection"

// method is a way to choose among scored messages.
type method struct {
	name   string
	inTime bool // it goes by time; others by the list
	choose func(items []selection.Item, budget int) []int
}

// methods are those that are compared with the exact optimum.
var methods = []method{
	{"greedy", false, func(items []selection.Item, b int) []int { return selection.Highest(items, b, selection.EarlyStop) }},
	{"greedy_full", false, func(items []selection.Item, b int) []int { return selection.Highest(items, b, 0) }},
	{"density", false, selection.Densest},
	{"beam 1", false, func(items []selection.Item, b int) []int { return selection.BeamSearch(items, b, 1) }},
	{"beam 10", false, func(items []selection.Item, b int) []int { return selection.BeamSearch(items, b, 10) }},
	{"beam 50", false, func(items []selection.Item, b int) []int { return selection.BeamSearch(items, b, 50) }},
	{"recency", true, selection.Newest},
	{"every k-th", true, func(items []selection.Item, b int) []int { return selection.Strided(items, b, 0) }},
}

// share is what a method reaches of the optimum's score, and uses of the budget, in percent.
type share struct {
	method      string
	score, used float64
}

// ratios plays the optimum and every method on one list of messages.
func ratios(items []selection.Item, budget int) ([]share, error) {
	best, err := selection.Knapsack(items, budget)
	if err != nil {
		return nil, err
	}
	most, sorted := selection.Score(items, best), inTime(items)
	of := func(method string, items []selection.Item, chosen []int) share {
		return share{method, 100 * selection.Score(items, chosen) / most, 100 * float64(selection.Tokens(items, chosen)) / float64(budget)}
	}
	out := []share{of("optimum", items, best)}
	for _, m := range methods {
		list := items
		if m.inTime {
			list = sorted
		}
		out = append(out, of(m.name, list, m.choose(list, budget)))
	}
	return out, nil
}
