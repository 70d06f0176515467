package vary

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/scenarios"
)

// subjects are the builtin scenarios, and those of $SCENARIOS_DIR.
func subjects(t *testing.T) []*arena.Scenario {
	t.Helper()
	ss, err := scenarios.Builtin()
	require.NoError(t, err)
	if dir := os.Getenv("SCENARIOS_DIR"); dir != "" {
		files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		require.NoError(t, err)
		for _, f := range files {
			data, err := os.ReadFile(f)
			require.NoError(t, err)
			s, err := scenarios.Parse(f, data)
			if err != nil {
				t.Logf("%s: %v", f, err)
				continue
			}
			ss = append(ss, s)
		}
	}
	return ss
}

// Every change gives a sound variant of every builtin scenario or finds nothing to change; the
// same seed gives the same variant, and the original stays as it was.
func TestEveryChangeOnEveryScenario(t *testing.T) {
	made := map[string]int{}
	for _, s := range thorough.Some(6, subjects(t)) {
		for _, name := range Changes() {
			t.Run(s.ID+"/"+name, func(t *testing.T) {
				before := written(t, s)
				v, err := Make(s, name, 7)
				require.Equal(t, before, written(t, s), "the original is changed")
				if errors.Is(err, ErrNothing) {
					t.Log("nothing to change")
					return
				}
				require.NoError(t, err)
				made[name]++
				require.NotEqual(t, s.Turns, v.Turns)
				require.Equal(t, s.ID, v.VariantOf)
				if made[name] == 1 {
					again, err := Make(s, name, 7)
					require.NoError(t, err)
					require.Equal(t, written(t, v), written(t, again))
				}
				if dir := os.Getenv("VARIANTS_DIR"); dir != "" {
					require.NoError(t, os.WriteFile(filepath.Join(dir, v.ID+".yaml"), []byte(written(t, v)), 0o644))
				}
			})
		}
	}
	for _, name := range Changes() {
		require.Positive(t, made[name], name)
	}
}

func written(t *testing.T, s *arena.Scenario) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, scenarios.Write(&b, s))
	return b.String()
}

func TestMakeRefuses(t *testing.T) {
	s := subjects(t)[0]
	_, err := Make(s, "renam", 1)
	require.EqualError(t, err, `unknown change "renam" (did you mean rename?): want rename, reorder, noise, units, paraphrase`)
	v, err := Make(s, "rename", 1)
	require.NoError(t, err)
	_, err = Make(v, "noise", 1)
	require.EqualError(t, err, "early-fact-recall-rename-1 is a variant itself: vary early-fact-recall")
	dull := *s
	dull.Turns = []arena.Exchange{{At: s.Turns[0].At, Session: 1, User: "Nothing here.", Assistant: "Quite."}}
	dull.Facts, dull.Probes = nil, nil
	_, err = Make(&dull, "units", 1)
	require.ErrorIs(t, err, ErrNothing)
}

// A variant in which a fact is no longer said, or said too early, is refused.
func TestUnsoundVariants(t *testing.T) {
	s := subjects(t)[0]
	v := fresh(s)
	v.Turns[0].User = "Hello."
	require.ErrorContains(t, sound(s, v), "fact budget isn't recognised in what the user says at turn 1")
	v = fresh(s)
	v.Turns[4].Assistant += " Sarah Chen, James Rodriguez."
	require.ErrorContains(t, sound(s, v), "the scripted reply at turn 5 restates fact project-lead")
	v = fresh(s)
	v.Turns[18].User += " James Rodriguez says hello."
	require.ErrorContains(t, sound(s, v), "fact sponsor is recognised in 2 messages, in the original in 1")
}
