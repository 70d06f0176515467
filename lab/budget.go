package lab

import (
	"fmt"
	"strconv"
	"strings"

	"contextarena.internal/strategies"
)

// Budgets that a plan may have. A context of fewer tokens than the least holds nothing.
const (
	leastBudget = 16
	mostBudget  = 100_000_000
	mostBudgets = 50
)

// checkBudgets is an error unless budgets can be played beside each other.
func checkBudgets(budgets []int) error {
	if len(budgets) > mostBudgets {
		return fmt.Errorf("%d budgets, and a plan has at most %d", len(budgets), mostBudgets)
	}
	var named []string
	for _, b := range budgets {
		if b < leastBudget || b > mostBudget {
			return fmt.Errorf("budget %d: want %d to %d tokens", b, leastBudget, mostBudget)
		}
		named = append(named, strconv.Itoa(b))
	}
	return NamedTwice("budget", named)
}

// budgets are those that every strategy is played at; 0 alone where there is no limit.
func (p Plan) budgets() []int {
	if len(p.Budgets) == 0 {
		return []int{0}
	}
	return p.Budgets
}

// Labels are the names of the plan's strategies in its results: their canonical specs or aliases, at each budget
// where there are several.
func (p Plan) Labels() []string {
	var out []string
	for _, s := range p.Strategies {
		if s == nil { // one that can't be read
			continue
		}
		for _, budget := range p.budgets() {
			out = append(out, nameIn(p.Budgets, p.NameOf(strategies.Label(s)), budget))
		}
	}
	return out
}

// nameIn is a strategy's name in the results of a plan with these budgets.
func nameIn(budgets []int, label string, budget int) string {
	if len(budgets) < 2 {
		return label
	}
	return AtBudget(label, budget)
}

// AtBudget names a strategy that is played at several budgets, at one of them: rlm/500.
func AtBudget(label string, budget int) string { return fmt.Sprintf("%s/%d", label, budget) }

// WithoutBudget is the strategy's label in a name that AtBudget gave; other names are labels already.
func WithoutBudget(name string) string {
	i := strings.LastIndex(name, "/")
	if _, err := strconv.Atoi(name[i+1:]); i < 0 || err != nil {
		return name
	}
	return name[:i]
}
