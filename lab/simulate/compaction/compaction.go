// Package compaction simulates what the compactor of rlm_code makes of generated sessions: how much it removes by its own
// count and in truth, whether it stays below its triggers, and what of the values that were told can still be read.
// workload.go draws sessions and the simulated model, play.go plays them by every recipe.
package compaction

import (
	"context"
	_ "embed"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/compaction"
)

// Study is arena simulate compaction.
var Study = simulate.Study{
	Use: "compaction", Short: "What compaction removes and keeps, by rules and simulated",
	Long: `Compact generated sessions by the source's recipes, by rules and by a simulated
model, as documented and carrying the summary, and say how much is removed and
what can still be read. arena strategies show compaction tells what the source
claims and what was found.`,
	Example: `  arena simulate compaction
  arena simulate compaction --seeds 3 --cases 5 --format md --out compaction.md`,
	Case: "session", Cases: 10, Data: study, Play: playAll,
}

//go:embed study.yaml
var study []byte

// modes are both, in the order of the tables.
var modes = []compaction.Mode{compaction.AsDocumented, compaction.CarrySummary}

func playAll(ctx context.Context, c *simulate.Case) error {
	r := c.Rand()
	for _, s := range sizings {
		steps, values := session(r, s)
		for _, by := range contenders() {
			o, err := play(ctx, r, by, s, steps, values)
			if err != nil {
				return err
			}
			add := func(column string, value float64) { c.Add("recipes-"+s.name, by.name(), column, value, 1) }
			add("times", float64(o.compactions))
			add("ratio %", o.ratio)
			add("applied %", o.applied)
			add("grew %", o.grew)
			add("peak %", o.most)
			add("kept %", o.kept)
		}
		if s.chat {
			for _, mode := range modes {
				has, shown := talked(mode, steps, values)
				c.Add("conversation", string(mode), "shown %", shown, 1)
				c.Add("conversation", string(mode), "kept %", has, 1)
			}
		}
	}
	return nil
}
