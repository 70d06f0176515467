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
and what was found.

--trace plays a session of yours instead: CSV under a header, in the order of
turns. The first row of a chunk says that it comes, each with used=true that it
is used.
  turn    a number, such as that of the user's message
  chunk   any name
  size    its tokens
  class   PERMANENT (never evicted), STRUCTURAL (the default), TRANSIENT or
          EPHEMERAL: what rwoe goes by
  used    true or false (the default)
  value   what the use is worth; in a row that is no use, the relevance that
          rwoe is told (1)`,
	Example: `  arena simulate eviction
  arena simulate eviction --trace session.csv
  arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md
  arena simulate eviction --format svg --out sweep.svg`,
	Case: "session", Cases: 500, Charts: []string{"budgets"}, Data: study, Play: play, Trace: traced,
}

//go:embed study.yaml
var study []byte

// budgets are shares of a session's tokens.
var budgets = []float64{0.025, 0.05, 0.10, 0.25, 0.50}

// play adds what policies hit of the source's experiment A, in percent of the most that any evictions could have had.
func play(_ context.Context, c *simulate.Case) error {
	s := uniform(c.Rand())
	s.compare(c, func(i int) float64 { return s.optimum(s.budget(budgets[i]), false) })
	return nil
}

// budget is a share of the session's tokens.
func (s *Session) budget(share float64) int { return int(share * float64(s.Tokens)) }

// compare adds what policies hit at each of the budgets, in percent of the most that could have been had at the one of that place.
func (s *Session) compare(c *simulate.Case, optimum func(place int) float64) {
	seed := (c.Seed+uint64(c.Place))*1_000_003 + uint64(c.Number) // apart from the generator's
	for i, share := range budgets {
		most := optimum(i)
		for _, by := range contenders {
			there := s.play(by.of(s, seed), rules{budget: s.budget(share)})
			c.Add("sweep", by.name, fmt.Sprintf("%g %%", 100*share), 100*s.hits(there), most)
		}
	}
}
