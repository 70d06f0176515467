package selection

import (
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/selection"
)

// dangling adds, for every method, the share of references that lead nowhere, in percent, among 1,000 messages: of what
// is chosen, and of that with what it refers to as far as the budget lasts.
func dangling(c *simulate.Case, r *rand.Rand, s sizing) {
	items := inTime(scored(r, selection.Documented, shown.items, s))
	for _, m := range methods {
		chosen := m.choose(items, shown.budget)
		add := func(column string, chosen []int) {
			refs, missing := selection.Missing(items, chosen)
			c.Add("dangling", m.name, column, 100*float64(missing)/float64(max(1, refs)), 1)
		}
		add(s.name, chosen)
		add(s.name+", resolved", append(chosen, selection.Resolve(items, chosen, shown.budget)...))
	}
}
