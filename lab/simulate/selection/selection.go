// Package selection simulates what to show a model of a long conversation: how much of the best possible score
// the methods of package strategies/selection reach, on the source document's workload and on two whose sizes are
// more like those of real messages.
//
//  1. workload.go draws lists of messages.
//  2. ratio.go compares methods with the exact optimum, references.go says what following references does.
//  3. Tests say what scores are made of, and refute the source's theorem on caches (cache_test.go).
package selection

import (
	"context"
	_ "embed"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/selection"
)

// Study is arena simulate selection.
var Study = simulate.Study{
	Use: "selection", Short: "What to show of a long conversation, against the optimum",
	Long: `Choose among generated messages what fits a budget, by the methods of the
selection strategies, and say how much of the best possible score each reaches.
arena strategies show greedy tells what the source claims and what was found.`,
	Example: `  arena simulate selection --seeds 3 --out selection.md`,
	Case:    "conversation", Cases: 1, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

func play(_ context.Context, c *simulate.Case) error {
	r := c.Rand()
	for _, s := range sizings {
		// The largest only in the first case of all, since its optimum takes most of a second.
		for i, sc := range scales {
			if i == len(scales)-1 && c.Place+c.Number > 0 {
				continue
			}
			found, err := ratios(scored(r, selection.Documented, sc.items, s), sc.budget)
			if err != nil {
				return err
			}
			for _, x := range found {
				c.Add("ratio-"+s.name, x.method, sc.name, x.score, 1)
				if sc == shown {
					c.Add("ratio-"+s.name, x.method, "used %", x.used, 1)
				}
			}
		}
		dangling(c, r, s)
	}
	return nil
}
