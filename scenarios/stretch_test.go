package scenarios

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// A stretched scenario says what it said, in the same order, among talk in which nothing is
// found; what pointed at a turn points at the same words.
func TestStretchKeepsTheConversation(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	count := tokens.NewCounter().Count
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.SampledFrom(ss).Draw(rt, "scenario")
		n := rapid.IntRange(0, 40_000).Draw(rt, "tokens")
		before := s.PlayHash()
		long := Stretch(s, n, count)
		require.Equal(rt, before, s.PlayHash(), "the original stays as it is")
		if have := Tokens(s, count); have >= n {
			require.Same(rt, s, long)
			return
		}
		require.GreaterOrEqual(rt, Tokens(long, count), n)
		require.Less(rt, Tokens(long, count), n+160, "no more than the last exchange too much")
		require.NotEqual(rt, before, long.PlayHash())
		require.Equal(rt, s.ID, long.ID)

		at := map[string]arena.Turn{}
		var same []arena.Exchange
		for i, ex := range long.Turns {
			old := slices.IndexFunc(s.Turns, func(o arena.Exchange) bool { return o.User == ex.User && o.At.Equal(ex.At) })
			if old >= 0 {
				at[ex.User] = arena.Turn(i + 1)
				same = append(same, ex)
				require.Equal(rt, len(s.Turns[old].Refs), len(ex.Refs))
				for k, ref := range ex.Refs {
					require.Equal(rt, s.Turns[s.Turns[old].Refs[k]-1].User, long.Turns[ref-1].User)
				}
			}
			if i > 0 {
				require.False(rt, ex.At.Before(long.Turns[i-1].At), "turn %d", i+1)
				require.GreaterOrEqual(rt, ex.Session, long.Turns[i-1].Session)
			}
			require.False(rt, ex.At.After(long.Final.At))
		}
		require.Len(rt, same, len(s.Turns))
		for i, ex := range same {
			require.Equal(rt, s.Turns[i].User, ex.User)
			require.Equal(rt, s.Turns[i].Assistant, ex.Assistant)
			require.Equal(rt, s.Turns[i].Tools, ex.Tools)
			require.Equal(rt, s.Turns[i].Session, ex.Session)
		}
		for i, f := range long.Facts {
			require.Equal(rt, at[s.Turns[s.Facts[i].Turn-1].User], f.Turn, f.ID)
			f.Turn = s.Facts[i].Turn
			require.Equal(rt, s.Facts[i], f)
		}
		for i, f := range match.MustFacts(long.Facts) {
			if long.Facts[i].Speaker() != llm.Tool {
				continue
			}
			stated := slices.ContainsFunc(long.Turns[long.Facts[i].Turn-1].Tools, func(use arena.ToolUse) bool {
				return len(f.Anchored.Find(words.Read(use.Result))) > 0
			})
			require.True(rt, stated, long.Facts[i].ID)
		}
		require.Equal(rt, s.Probes, long.Probes)
		require.Equal(rt, s.Final, long.Final)
		for _, finding := range Lint([]*arena.Scenario{long}).Findings {
			require.False(rt, finding.Grave, finding.Text)
		}
		for i, f := range s.Facts {
			if len(f.DerivedFrom) == 0 && f.Speaker() != llm.Tool {
				compiled, err := match.CompileFact(f)
				require.NoError(rt, err)
				require.NotEmpty(rt, compiled.Anchored.Find(words.Read(long.Turns[long.Facts[i].Turn-1].User)), f.ID)
			}
		}
		again := Stretch(s, n, count)
		require.Equal(rt, long, again)
	})
}

// What is added makes no probe vacuous: the false-positive rate on other scenarios' transcripts is what it was, but for a few that the
// words of neighbours bring, which are their own conversation's.
func TestStretchedLint(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	count := tokens.NewCounter().Count
	ss = thorough.Some(8, ss)
	long := make([]*arena.Scenario, len(ss))
	for i, s := range ss {
		long[i] = Stretch(s, thorough.Times(10_000, 30_000), count)
	}
	was, is := Lint(ss), Lint(long)
	require.Equal(t, was.Trials, is.Trials)
	require.LessOrEqual(t, is.FalsePositives, was.FalsePositives+is.Trials/1000, "%v", is.Findings)
}

func TestStretchSpreads(t *testing.T) {
	s := edited(t, "party")
	long := Stretch(s, 4000, func(text string) int { return len(text) / 4 })
	require.Greater(t, len(long.Turns), 12)
	gaps := make([]int, len(s.Turns)) // added behind each turn
	at := -1
	for _, ex := range long.Turns {
		if at+1 < len(s.Turns) && ex.User == s.Turns[at+1].User {
			at++
			continue
		}
		gaps[at]++
		require.LessOrEqual(t, ex.At.Sub(s.Turns[at].At), time.Duration(2*gaps[at])*time.Minute)
		require.Equal(t, s.Turns[at].Session, ex.Session)
	}
	require.LessOrEqual(t, slices.Max(gaps)-slices.Min(gaps), 1, "%v", gaps)
	require.Equal(t, []arena.Turn{1}, s.Turns[1].Refs)

	longer := Stretch(s, 8000, func(text string) int { return len(text) / 4 })
	added := func(of *arena.Scenario) (out []string) {
		for _, ex := range of.Turns {
			if !slices.ContainsFunc(s.Turns, func(o arena.Exchange) bool { return o.User == ex.User }) {
				out = append(out, ex.User, ex.Assistant)
			}
		}
		return out
	}
	require.Equal(t, added(long), added(longer)[:len(added(long))], "a longer stretch says the same and more")
}

// Talk in which a fact would be found is passed over; a fact that is found in any text can't be.
func TestStretchAvoidsFacts(t *testing.T) {
	count := func(text string) int { return len(text) / 4 }
	s := edited(t, "party", "  - id: guests-work\n", "  - {id: smell, turn: 1, text: t, question: q, value: {any: [neighbour, budget]}}\n  - id: guests-work\n")
	require.NotContains(t, transcript(Stretch(s, 20_000, count)), "neighbour ")
	require.Contains(t, transcript(Stretch(edited(t, "party"), 20_000, count)), "neighbour ")

	any := edited(t, "party", "  - id: guests-work\n", "  - {id: vowel, turn: 1, text: t, question: q, value: {regex: e}}\n  - id: guests-work\n")
	require.GreaterOrEqual(t, Tokens(Stretch(any, 1000, count), count), 1000)
}

// A third of what is added has the words that a fact shares with its question, each fact in its turn; where none of it is quiet,
// or facts share no word with their questions, all is small talk.
func TestStretchHasNeighboursOfFacts(t *testing.T) {
	count := func(text string) int { return len(text) / 4 }
	ss, err := Builtin()
	require.NoError(t, err)
	for _, s := range thorough.Some(8, ss) {
		facts, long := match.MustFacts(s.Facts), Stretch(s, 24_000, count)
		seen, n, notes := map[string]int{}, 0, "Not ours:\n"
		for _, ex := range long.Turns {
			_, rest, quoted := strings.Cut(ex.User, ` "`)
			if quoted = quoted && !slices.ContainsFunc(s.Turns, func(o arena.Exchange) bool { return o.User == ex.User }); !quoted {
				continue
			}
			about, _, _ := strings.Cut(rest, `"`)
			n, seen[about] = n+1, seen[about]+1
			notes += "- Somebody asked about " + about + ".\n"
			require.True(t, slices.ContainsFunc(s.Facts, func(f arena.Fact) bool { return shared(f) == about }), "%s: %s", s.ID, about)
			require.NotRegexp(t, `\pN`, ex.User+ex.Assistant)
			for i, f := range facts {
				require.Empty(t, f.Bare.Find(words.Read(about)), "%s: %s states %s", s.ID, about, s.Facts[i].ID)
			}
		}
		for i, f := range facts { // what notes make of them isn't kept
			require.Empty(t, f.Anchored.Find(words.Read(notes)), "%s: notes of neighbours state %s", s.ID, s.Facts[i].ID)
		}
		added := len(long.Turns) - len(s.Turns)
		require.InDelta(t, added/neighbourEvery, n, float64(added)/20, s.ID)
		require.LessOrEqual(t, slices.Max(slices.Collect(maps.Values(seen))), added/neighbourEvery/len(newQuietTalk(s).named)+1, s.ID)
	}

	for name, s := range map[string]*arena.Scenario{
		"none is quiet":     edited(t, "party", "  - id: guests-work\n", "  - {id: quoted, turn: 1, text: t, question: q, value: {regex: 'sits|\"'}}\n  - id: guests-work\n"),
		"nothing is shared": {ID: "bare", Turns: edited(t, "party").Turns},
	} {
		require.NotContains(t, transcript(Stretch(s, 20_000, count)), `"`, name)
	}
}

func transcript(s *arena.Scenario) string {
	text := ""
	for _, ex := range s.Turns {
		text += ex.User + "\n" + ex.Assistant + "\n"
	}
	return text
}

func BenchmarkStretch16k(b *testing.B) {
	ss, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		count := tokens.NewCounter().Count
		for _, s := range ss[:8] {
			Stretch(s, 16_000, count)
		}
	}
}

func BenchmarkStretch1M(b *testing.B) {
	ss, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Stretch(ss[0], 1_000_000, tokens.NewCounter().Count)
	}
}
