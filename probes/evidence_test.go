package probes

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
)

// Whatever leaves and comes back, and however often it is said, a message is out after a cycle if and
// only if the sets of the cycles up to it, applied one after the other, leave it out.
func TestDeparturesAreTheSetsOfTheCycles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 6), func(i int) arena.MessageIndex { return arena.MessageIndex(i) }), 0, 4)
		rec := arena.Record{}
		for range rapid.IntRange(0, 8).Draw(t, "cycles") {
			rec.Cycles = append(rec.Cycles, arena.CycleRecord{Cycle: arena.Cycle{Left: messages.Draw(t, "left"), Back: messages.Draw(t, "back")}})
		}
		gone := departures(rec)
		out := map[arena.MessageIndex]bool{}
		for k, c := range rec.Cycles {
			for _, m := range c.Left {
				out[m] = true
			}
			for _, m := range c.Back {
				delete(out, m)
			}
			for m := arena.MessageIndex(1); m <= 6; m++ {
				require.Equal(t, out[m], gone.after(k, m), "message %d after cycle %d", m, k)
			}
		}
	})
}
