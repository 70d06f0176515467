package world_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
	"contextarena.internal/words"
)

// made is a small generated scenario.
func made(t *testing.T, seed int) *arena.Scenario {
	t.Helper()
	s := generate.Defaults()
	s.ID, s.Seed = "made", strconv.Itoa(seed)
	var b bytes.Buffer
	require.NoError(t, generate.Write(&b, s, count))
	out, err := scenarios.Parse("made.yaml", b.Bytes())
	require.NoError(t, err)
	return out
}

// A value that isn't in the request is never in the reply, save one that follows from others which all
// are: whatever turns are taken out of a conversation, no reply has a value of theirs.
func TestNothingFromNowhere(t *testing.T) {
	t.Parallel()
	many := thorough.Times(40, 1000)
	for seed := range many {
		s := made(t, seed)
		w := world.Of(s)
		c := sim.New(count, w)
		draw := rand.New(rand.NewPCG(uint64(seed), 1))
		short := *s
		short.Turns = slices.DeleteFunc(slices.Clone(s.Turns), func(arena.Exchange) bool { return draw.IntN(2) == 0 })
		ms := conversation(&short)
		given := ""
		for _, m := range ms {
			given += m.Text + "\n"
		}
		facts := match.MustFacts(s.Facts)
		stated := statedIn(facts, given)
		ask := func(ms ...llm.Message) {
			r, err := c.Complete(t.Context(), llm.Request{Model: exact(t).In(w.Hash()), Messages: ms})
			require.NoError(t, err)
			for i, yes := range statedIn(facts, r.Text) {
				require.True(t, !yes || follows(s, stated, i, 0), "seed %d: the reply states %s, the request doesn't: %s", seed, s.Facts[i].ID, r.Text)
			}
		}
		ask(llm.Message{Role: llm.User, Text: "Notes, please.\n\n<transcript>\n" + talk(&short) + "</transcript>"})
		for range 5 {
			f := s.Facts[draw.IntN(len(s.Facts))]
			ask(append(slices.Clone(ms), llm.Message{Role: llm.User, Text: f.Question})...)
		}
	}
}

// statedIn says of each fact whether a text states its value with its label.
func statedIn(facts []match.Fact, text string) []bool {
	read := words.Read(text)
	out := make([]bool, len(facts))
	for i, f := range facts {
		out[i] = len(f.Anchored.Find(read)) > 0
	}
	return out
}

// follows reports whether a fact is stated or all it follows from is.
func follows(s *arena.Scenario, stated []bool, i, depth int) bool {
	if stated[i] {
		return true
	}
	f := s.Facts[i]
	if depth > 8 || len(f.DerivedFrom) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.DerivedFrom, func(id string) bool {
		return !follows(s, stated, slices.IndexFunc(s.Facts, func(g arena.Fact) bool { return g.ID == id }), depth+1)
	})
}

// Exact when off, on scenarios that nobody wrote: with everything in view nearly all is answered, and
// what was never said isn't.
func TestGeneratedIsExact(t *testing.T) {
	t.Parallel()
	many := thorough.Times(12, 200)
	right, all, absent, asked := 0, 0, 0, 0
	for seed := range many {
		s := made(t, 10_000+seed)
		w := world.Of(s)
		c := sim.New(count, w)
		scorer, err := probes.NewScorer(s)
		require.NoError(t, err)
		rec := arena.Record{Outcome: arena.Completed}
		for _, p := range s.Probes {
			r, err := c.Complete(t.Context(), llm.Request{Model: exact(t).In(w.Hash()), Messages: append(conversation(s), llm.Message{Role: llm.User, Text: p.Question})})
			require.NoError(t, err)
			rec.Probes = append(rec.Probes, arena.Reply{Text: r.Text, Context: &arena.Context{}})
		}
		for i, f := range scorer.Score(rec).Findings {
			kept := f.At(arena.LevelAnswer).Result == probes.Kept
			switch {
			case s.Probes[i].Kind == arena.Absent:
				asked++
				absent += map[bool]int{true: 1}[kept]
			case s.Probes[i].Kind.Headline():
				all++
				right += map[bool]int{true: 1}[kept]
			}
		}
	}
	require.GreaterOrEqual(t, float64(right), 0.98*float64(all))
	require.Equal(t, asked, absent)
}
