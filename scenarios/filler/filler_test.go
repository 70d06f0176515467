package filler

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sentences are all that the grammar holds.
func sentences() []string {
	g := read()
	out := append(append(append(append([]string{}, g.Openers...), g.Closers...), g.Answers...), g.Partings...)
	for _, topic := range append(g.Topics, g.Neighbour) {
		for _, options := range topic.User {
			out = append(out, options...)
		}
		out = append(out, topic.Reply...)
	}
	return out
}

var (
	digits      = regexp.MustCompile(`\pN`)
	numberWords = regexp.MustCompile(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|quarter|double|first|third)\b`)
	calendar    = regexp.MustCompile(`(?i)\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|noon|midnight)\b`)
	name        = regexp.MustCompile(`[^.?!{|,] ["(]?\p{Lu}[\pL']*`)
)

// A sentence with a number, a date or a name could be taken for a fact.
func TestSentencesStateNothing(t *testing.T) {
	for _, s := range sentences() {
		require.NotRegexp(t, digits, s)
		require.NotRegexp(t, numberWords, s)
		require.NotRegexp(t, calendar, s)
		for _, n := range name.FindAllString(s, -1) {
			require.Regexp(t, `^. (I|I'm|I'd|I'll|I've)$`, n, s)
		}
		require.Regexp(t, `[.?!]$`, s)
		require.Equal(t, strings.Count(s, "{"), strings.Count(s, "}"), s)
		require.NotContains(t, s, "{}")
		require.NotContains(t, s, "||")
	}
}

func TestEveryTopicHasManyExchanges(t *testing.T) {
	ways := func(options []string) float64 {
		n := 0.0
		for _, s := range options {
			k := 1.0
			for _, part := range strings.Split(s, "{")[1:] {
				inside, _, _ := strings.Cut(part, "}")
				k *= float64(strings.Count(inside, "|") + 1)
			}
			n += k
		}
		return n
	}
	g := read()
	require.GreaterOrEqual(t, len(g.Topics), 12)
	for _, topic := range append(g.Topics, g.Neighbour) {
		n := 1.0
		for _, options := range topic.User {
			n *= ways(options)
		}
		require.GreaterOrEqual(t, n, 10_000.0, topic.Name)
		require.GreaterOrEqual(t, len(topic.Reply), 2, topic.Name)
	}
}

func TestTalk(t *testing.T) {
	a, b := New(rand.New(rand.NewPCG(1, 2))), New(rand.New(rand.NewPCG(1, 2)))
	seen := map[string]bool{}
	for range 1000 {
		said := a.Next()
		require.Equal(t, said, b.Next(), "equal seeds, equal talk")
		require.False(t, seen[said.User], "said twice: %s", said.User)
		seen[said.User] = true
		require.NotContains(t, said.User+said.Assistant, "{")
		require.NotContains(t, said.User+said.Assistant, "|")
		require.Greater(t, len(strings.Fields(said.User)), 30)
		require.Greater(t, len(strings.Fields(said.Assistant)), 15)
	}
	require.NotEqual(t, a.Next(), New(rand.New(rand.NewPCG(3, 2))).Next())
}
