// Package pruning simulates which memories a store that is pruned still has when they are needed: by age, by what the
// source document proposes (utility, importance, both), by chance, and by a policy that knows the future.
//
//  1. workload.go draws what is said over some weeks in sessions, what of it is needed later, and what is asked.
//  2. play.go plays it by a policy and a rule: a capacity, or a threshold.
//  3. tables.go counts what was kept of what was needed: against the size of the store, by threshold, by kind of
//     memory, and by how often a memory had been retrieved, which is the feedback loop.
//  4. claims.go sets that beside what the source says.
package pruning

import (
	"context"
	"fmt"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
)

// Study is arena simulate pruning.
var Study = simulate.Study{
	Use: "pruning", Short: "What to keep of many sessions: by utility, importance, age",
	Long: `Play generated sessions of some weeks by what prunes a store of memories (age,
utility, importance, both), and say how much of what was needed later was still
there, against the size of the store: a threshold is chosen from such a curve.
docs/pruning.md tells what the source claims and what is true.`,
	Example: `  arena simulate pruning --seeds 3 --out pruning.md
  arena simulate pruning --format svg --out kept.svg`,
	Case: "user", Cases: 1, Charts: []string{"kept"}, Run: run,
}

// found is what one case came to: by policy and capacity, and by score and threshold.
type found struct {
	capacity   [][]outcome
	thresholds [][]outcome
}

func play(r *rand.Rand) (found, error) {
	w := newWorld(r)
	var out found
	for _, p := range policies {
		var row []outcome
		for _, share := range shares {
			o, err := w.play(p, rule{capacity: max(1, int(share*float64(len(w.memories))))})
			if err != nil {
				return out, err
			}
			row = append(row, o)
		}
		out.capacity = append(out.capacity, row)
	}
	for _, s := range swept {
		var row []outcome
		for _, threshold := range s.thresholds {
			o, err := w.play(policies[s.policy], rule{threshold: threshold})
			if err != nil {
				return out, err
			}
			row = append(row, o)
		}
		out.thresholds = append(out.thresholds, row)
	}
	return out, nil
}

func run(ctx context.Context, settings simulate.Settings) (simulate.Report, error) {
	out := simulate.Report{
		Name: "pruning", Title: "Pruning a store of memories", Case: "user",
		Seed: settings.Seed, Seeds: settings.Seeds, Cases: settings.Cases, Workload: workload,
	}
	all, err := simulate.Each(ctx, settings, func(r *rand.Rand, _, _ int) (found, error) { return play(r) })
	if err != nil {
		return out, err
	}
	f := findings{all}
	kept, sizes := f.kept(), f.sizes()
	out.Tables = append(out.Tables, kept, sizes, f.thresholds(), f.kinds(), f.usage(), f.loop())
	out.Verdicts = f.verdicts()
	out.Charts = append(out.Charts, simulate.Sweep{
		Name: "kept", Title: "Later-needed memories that are kept, %, SIMULATED",
		Note: fmt.Sprintf("Needed %d days or more after they were said. Bars: standard deviation over seeds.", later),
		X:    "store in the end, % of all memories", Y: "kept of what is needed, %",
		Columns: len(shares), At: func(line, column int) float64 { return sizes.Lines[line].Cells[column].Mean },
	}.Chart(kept))
	return out, nil
}
