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
docs/pruning.md tells what the source claims and what is true.`,
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

// swept are the scores of which thresholds are tried, by their policy's place. The first of each is under the least
// score there is.
var swept = []struct {
	policy     int
	thresholds []float64
}{
	{1, []float64{0, .1, .2, .3, .5, .75, 1, 1.5}},
	{2, []float64{0, .1, .2, .3, .4, .5, .6}},
	{3, []float64{0, .1, .2, .3, .4, .5}},
	{4, []float64{0, .1, .2, .3, .5, .75, 1}},
}

func play(_ context.Context, c *simulate.Case) error {
	w := newWorld(c.Rand())
	for i, p := range policies {
		for _, share := range shares {
			o, err := w.play(p, rule{capacity: max(1, int(share*float64(len(w.memories))))})
			if err != nil {
				return err
			}
			column := fmt.Sprintf("%g %%", 100*share)
			o.kept.add(c, "kept", p.name, column)
			c.Add("sizes", p.name, column, 100*o.end, 1)
			if share == shown {
				if i == 0 {
					o.needs(c)
				}
				o.details(c, p.name)
			}
			if share == shown || share == shares[0] || share == shares[len(shares)-1] {
				o.pruned.add(c, "loop", p.name, "pruned, "+column)
				o.left.add(c, "loop", p.name, "left, "+column)
			}
		}
	}
	for _, s := range swept {
		for _, threshold := range s.thresholds {
			o, err := w.play(policies[s.policy], rule{threshold: threshold})
			if err != nil {
				return err
			}
			row := fmt.Sprintf("%s < %g", policies[s.policy].name, threshold)
			c.Add("thresholds", row, "store %", 100*o.size, 1)
			o.kept.add(c, "thresholds", row, "kept %")
			o.kinds[rare].add(c, "thresholds", row, "rare kept %")
			o.pruned.add(c, "thresholds", row, "never used %")
		}
	}
	return nil
}

// add adds the share, which is none of nothing, to a case's figures.
func (t tally) add(c *simulate.Case, table, row, column string) {
	if t.of > 0 {
		c.Add(table, row, column, t.share(), 1)
	}
}

// binNames are how often a memory had been retrieved.
var binNames = [bins]string{"never", "once", "2 or 3 times", "more often"}

// needs adds how many of all needs are of each kind, and how often their memories had been retrieved.
func (o outcome) needs(c *simulate.Case) {
	for _, k := range []kind{work, fact, rare} {
		c.Add("kinds", "of all needs", kindNames[k], 100*o.kinds[k].of/o.kept.of, 1)
	}
	for b, name := range binNames {
		c.Add("usage", "of all needs", name, 100*o.bins[b].of/o.kept.of, 1)
	}
}

// details adds what of them is kept.
func (o outcome) details(c *simulate.Case, policy string) {
	for _, k := range []kind{work, fact, rare} {
		o.kinds[k].add(c, "kinds", policy, kindNames[k])
	}
	for b, name := range binNames {
		o.bins[b].add(c, "usage", policy, name)
	}
}
