package probes

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
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

// A fact that a tool states is exposed once its result has left, whatever became of the question; where
// the turn has several results, once that one has in which it stands.
func TestExposureOfAToolsResult(t *testing.T) {
	s := &arena.Scenario{
		ID: "fleet",
		Facts: []arena.Fact{
			{ID: "old", Turn: 1, About: &arena.Pattern{Text: "fleet"}, Value: arena.Pattern{Number: &arena.NumberPattern{Value: "2100"}}},
			{ID: "fleet", Turn: 2, In: llm.Tool, About: &arena.Pattern{Text: "fleet"}, Value: arena.Pattern{Number: &arena.NumberPattern{Value: "2340"}}, Supersedes: "old"},
		},
		Probes: []arena.Probe{
			{ID: "fleet", Fact: "fleet", Type: arena.Correction, Kind: arena.Current},
			{ID: "old", Fact: "old", Type: arena.Quantity, Kind: arena.Historical},
		},
		Final: arena.Final{Pass: 1},
	}
	sc, err := NewScorer(s)
	require.NoError(t, err)
	message := func(i arena.MessageIndex, turn arena.Turn, role llm.Role, text string) arena.Message {
		return arena.Message{Message: llm.Message{Role: role, Text: text}, Index: i, Turn: turn}
	}
	rec := arena.Record{Outcome: arena.Completed, Messages: []arena.Message{
		message(1, 1, llm.User, "The fleet was 2,100 last year."), message(2, 1, llm.Assistant, "Noted."),
		message(3, 2, llm.User, "And now?"),
		message(4, 2, llm.Assistant, ""), message(5, 2, llm.Tool, "no table of that name"),
		message(6, 2, llm.Assistant, ""), message(7, 2, llm.Tool, "fleet | 2340"), message(8, 2, llm.Assistant, "There."),
	}}
	c := &arena.Context{}
	rec.Probes = []arena.Reply{{Context: c}, {Context: c}}
	rec.Final = arena.Reply{Context: c}
	play := func(cycles ...arena.CycleRecord) (now, before *Finding) {
		rec.Cycles = cycles
		f := sc.Score(rec).Findings
		return f[0], f[1]
	}
	left := func(after arena.MessageIndex, left ...arena.MessageIndex) arena.CycleRecord {
		return arena.CycleRecord{Cycle: arena.Cycle{Left: left, Text: "notes"}, After: after}
	}

	now, before := play(left(5, 1, 2, 3), left(8, 4, 5))
	require.Zero(t, now.Exposed, "the question has left, the result hasn't")
	require.Equal(t, 1, before.Exposed)
	require.Equal(t, 2, before.Superseded, "at the first cycle it wasn't said yet")

	now, _ = play(left(5, 1, 2), left(8, 6, 7))
	require.Equal(t, 2, now.Exposed, "the question and the other result are still there")
	require.Equal(t, 2, now.LostAt)
	require.Equal(t, "fleet | 2340", now.Before, "what is quoted is the result")

	rec.Messages = append(rec.Messages, message(9, 3, llm.User, "So the fleet is 2340."))
	now, _ = play(left(8, 6, 7), left(9, 9))
	require.Equal(t, 1, now.Exposed, "it was lost before it was said again")
	now, _ = play(left(9, 3, 4, 5, 6, 7))
	require.Zero(t, now.Exposed, "said again by the user")
}
