package world_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// reworded is a question in other words than those of the fact it asks for; without a fact it asks for
// what the conversation never says.
type reworded struct {
	Scenario string `yaml:"scenario"`
	Fact     string `yaml:"fact"`
	Question string `yaml:"question"`
}

// With everything in view the double tells by words alone which fact a question asks for, and that it
// asks for none. The matching was tuned on rephrased and rewordings (and the scenarios' own questions).
// Heldout and absent were written afterwards: measured once they gave 87 of 100 and 28 of 30. Three faults
// that this showed were mended (a place asked for without its preposition, the word "name" of a question
// for a name, an order seen behind "Dr."), after which they give 89 and 29.
func TestQuestionsPutOtherwise(t *testing.T) {
	t.Parallel()
	clients := map[string]*sim.Client{}
	for _, s := range builtin(t) {
		clients[s.ID] = sim.New(count, known.Of(s))
	}
	for _, c := range []struct {
		file         string
		least, among int
	}{
		{"rephrased", 95, 100},
		{"rewordings", 30, 100}, // half of their words say something else; most are refused
		{"heldout", 85, 100},
		{"absent", 29, 30},
	} {
		t.Run(c.file, func(t *testing.T) {
			source, err := os.ReadFile("../../scenarios/testdata/" + c.file + ".yaml")
			require.NoError(t, err)
			var all []reworded
			require.NoError(t, yaml.Load(source, &all, yaml.WithKnownFields()))
			require.Len(t, all, c.among)
			right, seen := 0, map[reworded]bool{}
			for _, q := range all {
				require.False(t, seen[q], "%s twice", q.Question)
				seen[q] = true
				if ok, reply := rightly(t, clients[q.Scenario], q); ok {
					right++
				} else {
					t.Logf("%s: %s -> %s", q.Scenario, q.Question, reply)
				}
			}
			t.Logf("%d of %d", right, len(all))
			require.GreaterOrEqual(t, right, c.least)
		})
	}
}

// rightly reports whether a question is answered with the value of its fact and no other value of the
// same thing, or refused where it has none.
func rightly(t *testing.T, c *sim.Client, q reworded) (bool, string) {
	t.Helper()
	ss := builtin(t)
	at := slices.IndexFunc(ss, func(s *arena.Scenario) bool { return s.ID == q.Scenario })
	require.GreaterOrEqual(t, at, 0, q.Scenario)
	s := ss[at]
	w := known.Of(s)
	r, err := c.Complete(t.Context(), llm.Request{
		Model: exact(t).In(w.Hash()), Messages: append(conversation(s), llm.Message{Role: llm.User, Text: q.Question}),
	})
	require.NoError(t, err)
	if q.Fact == "" {
		return r.Text == "I don't have that information.", r.Text
	}
	f := slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == q.Fact })
	require.GreaterOrEqual(t, f, 0, "%s has no fact %s", s.ID, q.Fact)
	has := func(text string, i int) bool {
		c, err := match.CompileFact(s.Facts[i])
		require.NoError(t, err)
		return len(c.Bare.Find(words.Read(text))) > 0
	}
	require.False(t, has(q.Question, f), "%s holds its answer", q.Question)
	for i := range s.Facts {
		if w.Facts[i].Value != w.Facts[f].Value && related(w, i, f) && has(r.Text, i) {
			return false, r.Text
		}
	}
	return has(r.Text, f), r.Text
}

// related reports whether one of two facts replaced the other, directly or through others.
func related(w *sim.World, a, b int) bool {
	for _, x := range [][2]int{{a, b}, {b, a}} {
		for i := x[0]; i >= 0; i = w.Facts[i].Supersedes {
			if i == x[1] {
				return true
			}
		}
	}
	return false
}
