// Package selection simulates what to show a model of a long conversation: how much of the best possible score
// the methods of package strategies/selection reach, on the source document's workload and on two whose sizes are
// more like those of real messages.
//
//  1. workload.go draws lists of messages.
//  2. ratio.go compares methods with the exact optimum, parts.go says what scores are made of, references.go what
//     following references does, cache.go tries the source's claim on caches.
//  3. claims.go sets what was found beside what the source says.
package selection

import (
	"context"
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
	Case:    "conversation", Cases: 1, Run: run,
}

// found is what one case came to, by distribution of sizes.
type found struct {
	ratios     [][][]share // by scale and method, importance as written
	normalised [][]share   // by method, of the scale shown, importance normalised
	written    [][3]float64
	bounded    [][3]float64
	dangling   [][]float64
	references [][][]float64
	lru        [][]float64 // by bias
	newest     [][]float64
}

func play(r *rand.Rand, largest bool) (found, error) {
	var out found
	bounded := selection.Documented
	bounded.Normalise = true
	for _, s := range sizings {
		written, err := compared(r, selection.Documented, s, largest)
		if err != nil {
			return out, err
		}
		normalised, err := ratios(scored(r, bounded, shown.items, s), shown.budget)
		if err != nil {
			return out, err
		}
		references, err := withReferences(r, s)
		if err != nil {
			return out, err
		}
		out.ratios, out.normalised, out.references = append(out.ratios, written), append(out.normalised, normalised), append(out.references, references)
		out.written = append(out.written, partShares(r, selection.Documented, s))
		out.bounded = append(out.bounded, partShares(r, bounded, s))
		out.dangling = append(out.dangling, dangling(r, s))
	}
	for _, b := range biases {
		lru, newest := hits(r, b)
		out.lru, out.newest = append(out.lru, lru), append(out.newest, newest)
	}
	return out, nil
}

func run(ctx context.Context, settings simulate.Settings) (simulate.Report, error) {
	out := simulate.Report{
		Name: "selection", Title: "Selection within a budget", Case: "conversation",
		Seed: settings.Seed, Seeds: settings.Seeds, Cases: settings.Cases, Workload: workload,
	}
	all, err := simulate.Each(ctx, settings, func(r *rand.Rand, seed, number int) (found, error) { return play(r, seed+number == 0) })
	if err != nil {
		return out, err
	}
	f := findings{all, settings}
	for i, s := range sizings {
		out.Tables = append(out.Tables, ratioTable("ratio-"+s.name, "Score as % of the optimum, sizes "+s.name, func(seed, number int) [][]share { return all[seed][number].ratios[i] }, settings))
	}
	out.Tables = append(out.Tables, f.normalised(), f.parts(), f.dangling(), f.references(), f.cache("lru", "Chosen messages found in an LRU cache of k, %", func(x found) [][]float64 { return x.lru }),
		f.cache("newest", "Chosen messages among the k newest, %", func(x found) [][]float64 { return x.newest }))
	out.Verdicts = f.verdicts(out.Tables)
	return out, nil
}
