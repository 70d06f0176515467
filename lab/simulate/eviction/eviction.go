package eviction

import (
	"context"
	_ "embed"
	"fmt"

	"contextarena.internal/lab/simulate"
)

// Study is arena simulate eviction.
var Study = simulate.Study{
	Use: "eviction", Short: "What to drop from a full context, against the optimum",
	Long: `Play generated sessions by what evicts pieces of a full context (RWOE and its
rivals), and by policies that know the future, and say how much of what was
needed was still there. arena strategies show rwoe tells what the source claims
and what was found.`,
	Example: `  arena simulate eviction
  arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md
  arena simulate eviction --format svg --out sweep.svg`,
	Case: "session", Cases: 500, Charts: []string{"budgets"}, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

// budgets are shares of a session's tokens.
var budgets = []float64{0.025, 0.05, 0.10, 0.25, 0.50}

// play adds what policies hit of the source's experiment A, in percent of the most that any evictions could have had.
func play(_ context.Context, c *simulate.Case) error {
	s := uniform(c.Rand())
	seed := (c.Seed+uint64(c.Place))*1_000_003 + uint64(c.Number) // apart from the generator's
	for _, share := range budgets {
		budget := int(share * float64(s.Tokens))
		best := s.optimum(budget, false)
		for _, by := range contenders {
			there, err := s.play(by.of(s, seed), rules{budget: budget})
			if err != nil {
				return err
			}
			c.Add("sweep", by.name, fmt.Sprintf("%g %%", 100*share), 100*s.hits(there), best)
		}
	}
	return nil
}
