// Package pruning simulates which memories a store that is pruned still has when they are needed: by age, by what the
// source document proposes (utility, importance, both), by chance, and by a policy that knows the future.
//
//  1. workload.go draws what is said over some weeks in sessions, what of it is needed later, and what is asked.
//  2. play.go plays it by a policy and a rule: a capacity, or a threshold.
//  3. pruning.go counts what was kept of what was needed: against the size of the store, by threshold, by kind of
//     memory, and by how often a memory had been retrieved, which is the feedback loop.
package pruning

import (
	"context"
	_ "embed"
	"fmt"

	"contextarena.internal/lab/simulate"
)

// Study is arena simulate pruning.
var Study = simulate.Study{
	Use: "pruning", Short: "What to keep of many sessions: by utility, importance, age",
	Long: `Play generated sessions of some weeks by what prunes a store of memories (age,
utility, importance, both), and say how much of what was needed later was still
there, against the size of the store: a threshold is chosen from such a curve.
arena strategies show mus tells what the source claims and what was found.`,
	Example: `  arena simulate pruning --seeds 3 --out pruning.md
  arena simulate pruning --format svg --out kept.svg`,
	Case: "user", Cases: 1, Charts: []string{"kept"}, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

// shares are the capacities that are compared, of all memories of a case.
var shares = []float64{.05, .1, .2, .4, .8}

// shown is the capacity of the tables that have one.
const shown = .2

// swept are the thresholds that are tried, by their policy's place. The first of each is under the least score there
// is.
var swept = map[int][]float64{1: {0, .1, .2, .3, .5, .75, 1, 1.5}, 3: {0, .1, .2, .3, .4, .5}}

// byKind are the kinds that later needs are of.
var byKind = []string{work, fact, rare}

func play(_ context.Context, c *simulate.Case) error {
	w := newWorld(c.Rand())
	for i, p := range policies {
		for _, share := range shares {
			o, err := w.play(p, rule{capacity: max(1, int(share*float64(len(w.memories))))})
			if err != nil {
				return err
			}
			column := fmt.Sprintf("%g %%", 100*share)
			o.add(c, "kept", p.name, column, allKept)
			c.Add("sizes", p.name, column, 100*o.end, 1)
			if share != shown {
				continue
			}
			for table, names := range map[string][]string{"kinds": byKind, "usage": earlierUse} {
				for _, name := range names {
					if i == 0 {
						c.Add(table, "of all needs", name, 100*o.counts[name].of/o.counts[allKept].of, 1)
					}
					o.add(c, table, p.name, name, name)
				}
			}
		}
		for _, threshold := range swept[i] {
			o, err := w.play(p, rule{threshold: threshold})
			if err != nil {
				return err
			}
			row := fmt.Sprintf("%s < %g", p.name, threshold)
			c.Add("thresholds", row, "store %", 100*o.size, 1)
			for column, count := range map[string]string{"kept %": allKept, "rare kept %": rare, "never used %": neverUsed} {
				o.add(c, "thresholds", row, column, count)
			}
		}
	}
	return nil
}
