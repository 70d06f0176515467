// Package selection simulates what to show a model of a long conversation: how much of the best possible score
// the methods of package strategies/selection reach, on the source document's workload and on two whose sizes are
// more like those of real messages.
//
//  1. workload.go draws lists of messages.
//  2. ratio.go compares methods with the exact optimum, parts.go says what scores are made of, references.go what
//     following references does.
//  3. study.yaml sets what was found beside what the source says. Its theorem on caches is refuted by a test
//     (cache_test.go).
package selection

import (
	"context"
	_ "embed"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/selection"
)

// Study is arena simulate selection.
var Study = simulate.Study{
	Use: "selection", Short: "What to show of a long conversation, against the optimum",
	Long: `Choose among generated messages what fits a budget, by the methods of the
selection strategies, and say how much of the best possible score each reaches.
docs/selection.md tells what the source claims and what is true.`,
	Example: `  arena simulate selection --seeds 3 --out selection.md`,
	Case:    "conversation", Cases: 1, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

// weightings are the source's, and that with a bound on importance.
var weightings = func() []weighting {
	bounded := selection.Documented
	bounded.Normalise = true
	return []weighting{{"as written", selection.Documented}, {"bounded", bounded}}
}()

type weighting struct {
	name string
	selection.Weights
}

func play(_ context.Context, c *simulate.Case) error {
	r := c.Rand()
	for i, s := range sizings {
		if err := compared(c, r, s); err != nil {
			return err
		}
		if err := withReferences(c, r, s, i == 0); err != nil {
			return err
		}
		for _, w := range weightings {
			for k, part := range partShares(r, w.Weights, s) {
				c.Add("variance", w.name+", "+s.name, partNames[k], part, 1)
			}
		}
		dangling(c, r, s)
	}
	return nil
}

// compared adds what methods reach on one list of every scale; the largest only in the first case of all, since its
// optimum takes most of a second.
func compared(c *simulate.Case, r *rand.Rand, s sizing) error {
	for _, sc := range scales {
		if sc == scales[len(scales)-1] && c.Place+c.Number > 0 {
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
			c.Add("lists", x.method, "score %", x.score, 1)
		}
	}
	found, err := ratios(scored(r, weightings[1].Weights, shown.items, s), shown.budget)
	if err != nil {
		return err
	}
	for _, x := range found[1:] {
		c.Add("normalised", x.method, s.name, x.score, 1)
	}
	return nil
}
