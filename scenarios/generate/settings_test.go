package generate

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
)

// usual are settings without a mistake.
func usual() Settings {
	return Settings{
		ID: "generated-7", Seed: "7", Turns: 40, Facts: Facts{2, 4, 2, 8, 4, 2, 6}, Corrections: 8, ChainDepth: 3,
		Absent: 3, Noise: 0.4, Sessions: 3, Tools: true, Placement: uniform,
	}
}

func TestCheckNamesWhatIsImpossible(t *testing.T) {
	require.NoError(t, usual().Check())
	for name, c := range map[string]struct {
		change func(*Settings)
		want   []string
	}{
		"no turns":                 {func(s *Settings) { s.Turns = 0 }, []string{"turns: want 1 to 20000, have 0"}},
		"all noise":                {func(s *Settings) { s.Noise = 1 }, []string{"noise: want at least 0 and less than 1 (with 1, no turn is left for a fact), have 1"}},
		"no room":                  {func(s *Settings) { s.Turns, s.Noise = 20, 0.5 }, []string{"facts: 36 facts and corrections don't fit: 10 of 20 turns may state something, each has room for 3"}},
		"more corrections":         {func(s *Settings) { s.Corrections = 29 }, []string{"corrections: of each fact at most one: want 0 to 28, have 29"}},
		"chain without quantities": {func(s *Settings) { s.Facts = Facts{4}; s.Corrections = 0 }, []string{"chain depth: a chain of 3 steps needs quantity=4 or more, have 0"}},
		"too deep":                 {func(s *Settings) { s.ChainDepth = 9 }, []string{"chain depth: want 0 to 8, have 9"}},
		"no later turn": {func(s *Settings) {
			*s = Settings{ID: "a", Seed: "1", Turns: 2, Noise: 0.5, Facts: Facts{1}, Corrections: 1, Sessions: 1, Placement: late}
		}, []string{"turns: a change comes at a later turn than what it changes: at least 2 have to state something, and 1 of 2 may"}},
		"more deletions":               {func(s *Settings) { s.Deletions = 15 }, []string{"decisions, or chain depth 0): want 0 to 10, have 15"}},
		"deletions beside corrections": {func(s *Settings) { s.Corrections, s.Deletions = 20, 9 }, []string{"deletions: of facts that aren't corrected, and from which nothing is derived (more entities, identifiers, relationships or decisions, or chain depth 0): want 0 to 8, have 9"}},
		"no later turn to delete": {func(s *Settings) {
			*s = Settings{ID: "a", Seed: "1", Turns: 1, Facts: Facts{1}, Deletions: 1, Sessions: 1, Placement: late}
		}, []string{"turns: a change comes at a later turn than what it changes: at least 2 have to state something, and 1 of 1 may"}},
		"no room for deletions":      {func(s *Settings) { s.Turns, s.Deletions = 20, 1 }, []string{"facts: 37 facts and corrections don't fit: 12 of 20 turns may state something, each has room for 3"}},
		"history of what is as ever": {func(s *Settings) { s.Deletions, s.Historical = 2, 11 }, []string{"historical: of the facts that are corrected or deleted: want 0 to 10, have 11"}},
		"more sessions than turns":   {func(s *Settings) { s.Sessions = 41 }, []string{"sessions: 41 are more than the 40 turns"}},
		"no facts":                   {func(s *Settings) { *s = Settings{ID: "a", Seed: "1", Turns: 2, Sessions: 1, Placement: late} }, []string{"facts: all types together: want 1 to 1000, have 0"}},
		"unknown placement":          {func(s *Settings) { s.Placement = "often" }, []string{`placement: want uniform, early, late or bursts, have "often"`}},
		"too long":                   {func(s *Settings) { s.Tokens = 1_000_001 }, []string{"tokens: want 0 to 1000000, have 1000001"}},
		"negative":                   {func(s *Settings) { s.Absent, s.Corrections, s.ID = -1, -2, "No Id" }, []string{"id: want kebab-case", "absent: of the facts' things: want 0 to 28, have -1", "corrections: of each fact at most one: want 0 to 28, have -2"}},
		"several at once": {func(s *Settings) {
			s.ID, s.Seed, s.Absent, s.Corrections, s.Facts[0] = "No Id", "", -1, -2, -3
		}, []string{"id: want kebab-case", "seed: want", "facts: entity: want 0 to 1000, have -3"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := usual()
			c.change(&s)
			err := s.Check()
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(c.want), "%v", err)
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
			var b bytes.Buffer
			require.EqualError(t, Write(&b, s, nil), err.Error())
			require.Zero(t, b.Len())
		})
	}
}

func TestIDOf(t *testing.T) {
	for seed, want := range map[string]string{
		"7":                      "generated-7",
		"tomorrow-2":             "generated-tomorrow-2",
		"hello world":            "generated-hello-world-b94d27b9",
		"Hello, world":           "generated-hello-world-4ae7c3b6",
		"日本":                     "generated-",
		strings.Repeat("ab", 99): "generated-" + strings.Repeat("ab", 35) + "-",
	} {
		require.True(t, strings.HasPrefix(IDOf(seed), want), "%q: %s", seed, IDOf(seed))
		s := usual()
		s.ID, s.Seed = IDOf(seed), seed
		require.NoError(t, s.Check())
	}
	require.NotEqual(t, IDOf("a b"), IDOf("a  b"))
}

func TestParseFacts(t *testing.T) {
	f, err := ParseFacts("quantity=10, identifier=20")
	require.NoError(t, err)
	require.Equal(t, Facts{0, 20, 0, 10, 0, 0, 0}, f)
	require.Equal(t, "identifier=20,quantity=10", f.String())
	_, err = ParseFacts("quanty=1,date,spatial=x,date=2,date=3,correction=1,weather=2")
	require.EqualError(t, err, strings.Join([]string{
		`facts: unknown type "quanty"; did you mean quantity?`,
		`facts: date: want a whole number such as date=10, have ""`,
		`facts: spatial: want a whole number such as spatial=10, have "x"`,
		`facts: date is given twice`,
		`facts: date is given twice`,
		`facts: corrections are counted by themselves (--corrections)`,
		`facts: unknown type "weather"; known: entity, identifier, relationship, quantity, date, decision, spatial`,
	}, "\n"))
}

// Whatever ParseFacts accepts it reads back from its own words.
func FuzzParseFacts(f *testing.F) {
	f.Add("identifier=20,quantity=10")
	f.Add("date=-1")
	f.Add(",=,")
	f.Fuzz(func(t *testing.T, text string) {
		have, err := ParseFacts(text)
		if err != nil || have.total() == 0 {
			return
		}
		again, err := ParseFacts(have.String())
		require.NoError(t, err)
		require.Equal(t, have, again)
	})
}

// The types that are asked for are all types of probes but corrections, in their order.
func TestFactTypesAreProbed(t *testing.T) {
	want := slices.DeleteFunc(slices.Clone(arena.FactTypes), func(ft arena.FactType) bool { return ft == arena.Correction })
	require.ElementsMatch(t, want, probed)
}
