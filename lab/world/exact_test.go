package world_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
)

func conversation(s *arena.Scenario) []llm.Message {
	ms := []llm.Message{{Role: llm.System, Text: s.System}}
	for _, x := range s.Turns {
		ms = append(ms, llm.Message{Role: llm.User, Text: x.User})
		for _, u := range x.Tools {
			ms = append(ms, llm.Message{Role: llm.Tool, Text: u.Result})
		}
		ms = append(ms, llm.Message{Role: llm.Assistant, Text: x.Assistant})
	}
	return ms
}

// With everything in view all is answered, what was never said isn't, and every task is passed.
func TestBuiltinIsExact(t *testing.T) {
	t.Parallel()
	for _, s := range thorough.Some(12, builtin(t)) {
		w := known.Of(s)
		c := sim.New(count, w)
		scorer, err := probes.NewScorer(s)
		require.NoError(t, err)
		ask := func(question string) arena.Reply {
			r, err := c.Complete(t.Context(), llm.Request{Model: exact(t).In(w.Hash()), Messages: append(conversation(s), llm.Message{Role: llm.User, Text: question})})
			require.NoError(t, err)
			return arena.Reply{Text: r.Text, Context: &arena.Context{}}
		}
		rec := arena.Record{Outcome: arena.Completed, Final: ask(s.Final.Question)}
		for _, p := range s.Probes {
			rec.Probes = append(rec.Probes, ask(p.Question))
		}
		score := scorer.Score(rec)
		for i, p := range s.Probes {
			if p.Kind != arena.Historical {
				require.Equal(t, probes.Kept, score.Findings[i].At(arena.LevelAnswer).Result, "%s: %s -> %s", s.ID, p.Question, rec.Probes[i].Text)
			}
		}
		require.True(t, score.Passed, "%s: %+v", s.ID, score.Rubric)
	}
}

// What asks for nothing is acknowledged without a value: in the turns of the builtin conversations a
// reply seldom states a fact, and only where one was asked for.
func TestTurnsAreAcknowledged(t *testing.T) {
	t.Parallel()
	told, all := 0, 0
	for _, s := range builtin(t) {
		w := known.Of(s)
		c := sim.New(count, w)
		ms := conversation(s)
		for i, m := range ms {
			if m.Role != llm.User {
				continue
			}
			r, err := c.Complete(t.Context(), llm.Request{Model: exact(t).In(w.Hash()), Messages: ms[:i+1]})
			require.NoError(t, err)
			all++
			if len(w.Find(r.Text)) > 0 {
				told++
			}
		}
	}
	require.LessOrEqual(t, told, all/50)
}

// No reply knows what is asked: without its probes a scenario has the same world.
func TestProbesAreNoPartOfTheWorld(t *testing.T) {
	t.Parallel()
	for _, s := range builtin(t) {
		bare := *s
		bare.Probes, bare.Final = nil, arena.Final{}
		require.Equal(t, world.Of(s).Hash(), world.Of(&bare).Hash())
	}
}

// Rivalry gives the value of another thing where two questions are much alike, and nothing once it is off.
func TestRivalryGivesAnotherThing(t *testing.T) {
	t.Parallel()
	changed := 0
	for _, s := range builtin(t) {
		w := known.Of(s)
		c := sim.New(count, w)
		for _, p := range s.Probes {
			var replies []string
			for _, options := range []string{"", "rival=1", "rival=1&rivalry=1"} {
				m, err := sim.Resolve(llm.Model{Provider: "sim", Name: sim.Exact, Options: options})
				require.NoError(t, err)
				r, err := c.Complete(t.Context(), llm.Request{Model: m.In(w.Hash()), Messages: append(conversation(s), llm.Message{Role: llm.User, Text: p.Question})})
				require.NoError(t, err)
				replies = append(replies, r.Text)
			}
			require.Equal(t, replies[0], replies[1], "%s: rivalry is off", p.Question)
			if replies[2] != replies[0] {
				changed++
			}
		}
	}
	require.Positive(t, changed)
}
