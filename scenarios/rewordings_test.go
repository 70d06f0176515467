package scenarios

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// rewording is another way to ask for a fact.
type rewording struct {
	Scenario string `yaml:"scenario"`
	Fact     string `yaml:"fact"`
	Question string `yaml:"question"`
}

// The reworded questions ask for facts of every builtin scenario, superseded and derived ones too, in
// words of their own, and give no answer away.
func TestRewordings(t *testing.T) {
	source, err := os.ReadFile("testdata/rewordings.yaml")
	require.NoError(t, err)
	var all []rewording
	require.NoError(t, yaml.Load(source, &all, yaml.WithKnownFields()))
	require.Len(t, all, 100)

	ss, err := Builtin()
	require.NoError(t, err)
	left := slices.Clone(all)
	superseded, derived, probed := 0, 0, 0
	for _, s := range ss {
		asked := map[string]bool{}
		for _, f := range s.Facts {
			asked[normal(f.Question)] = true
		}
		mine := 0
		left = slices.DeleteFunc(left, func(r rewording) bool {
			if r.Scenario != s.ID {
				return false
			}
			mine++
			i := slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == r.Fact })
			require.GreaterOrEqual(t, i, 0, "%s has no fact %s", s.ID, r.Fact)
			f := s.Facts[i]
			require.False(t, asked[normal(r.Question)], "%s: %q is there already", s.ID, r.Question)
			asked[normal(r.Question)] = true
			compiled, err := match.CompileFact(f)
			require.NoError(t, err)
			require.Empty(t, compiled.Bare.Find(words.Read(r.Question)), "%s: %s holds its answer", s.ID, r.Question)
			if len(f.DerivedFrom) > 0 {
				derived++
			}
			if slices.ContainsFunc(s.Facts, func(g arena.Fact) bool { return g.Supersedes == f.ID }) {
				superseded++
			}
			if slices.ContainsFunc(s.Probes, func(p arena.Probe) bool { return p.Fact == f.ID }) {
				probed++
			}
			return true
		})
		require.GreaterOrEqual(t, mine, 3, s.ID)
	}
	require.Empty(t, left, "of no builtin scenario")
	require.GreaterOrEqual(t, superseded, 20)
	require.GreaterOrEqual(t, derived, 15)
	require.GreaterOrEqual(t, len(all)-probed, 20, "of facts that no probe asks for")
}
