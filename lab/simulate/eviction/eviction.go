package eviction

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"contextarena.internal/lab/simulate"
)

// Study is arena simulate eviction.
var Study = simulate.Study{
	Use: "eviction", Short: "What to drop from a full context, against the optimum",
	Long: `Play generated sessions by what evicts pieces of a full context (RWOE and its
rivals), and by policies that know the future, and say how much of what was
needed was still there. docs/eviction.md tells what the source claims and what
is true.`,
	Example: `  arena simulate eviction
  arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md
  arena simulate eviction --format svg --out sweep.svg`,
	Case: "session", Cases: 500, Charts: []string{"budgets"}, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

// Shares of a session's tokens that are its budgets: in experiment A and in B.
var (
	budgets      = []float64{0.025, 0.05, 0.10, 0.25, 0.50}
	topicBudgets = []float64{0.08, 0.15, 0.30}
)

// middle is the budget at which priors are altered.
const middle = 0.10

func play(_ context.Context, c *simulate.Case) error {
	a := game{uniform(c.Rand()), c}
	for _, share := range budgets {
		best := a.best(share)
		if err := a.compare("sweep", fmt.Sprintf("%g %%", 100*share), contenders, share, best); err != nil {
			return err
		}
		if share == middle {
			if err := a.compare("altered", "hits, % of the optimum", altered, share, best); err != nil {
				return err
			}
		}
	}
	if !c.First(5) {
		return nil
	}
	r := c.Rand()
	for _, touch := range []float64{0.02, 0.30} {
		b := game{byTopic(r, touch), c}
		deaf := *b.Session
		deaf.Queries = nil
		for _, share := range topicBudgets {
			best, column := b.best(share), fmt.Sprintf("%g %%, %.2f", 100*share, touch)
			err := errors.Join(b.compare("topics", column, asking, share, best), game{&deaf, c}.compare("topics", column, contenders, share, best))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// game is a session that several policies play, for a case.
type game struct {
	*Session
	*simulate.Case
}

// best is the most that any evictions could have had under a share of the session's tokens.
func (g game) best(share float64) float64 { return g.optimum(int(share*float64(g.Tokens)), false) }

// compare adds to a column what policies hit under a share of the session's tokens, in percent of what is best.
func (g game) compare(table, column string, all []contender, share, best float64) error {
	seed := (g.Seed+uint64(g.Place))*1_000_003 + uint64(g.Number) // apart from the generator's
	for _, c := range all {
		there, err := g.play(c.of(g.Session, seed), rules{budget: int(share * float64(g.Tokens))})
		if err != nil {
			return err
		}
		g.Add(table, c.name, column, 100*g.hits(there), best)
	}
	return nil
}
