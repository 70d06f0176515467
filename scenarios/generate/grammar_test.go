package generate

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/thorough"
)

var (
	numberWords = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|half|quarter|double|first|third)\b|[0-9]`)
	calendar    = regexp.MustCompile(`(?i)\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|noon|midnight)\b`)
	alternative = regexp.MustCompile(`\{[^{}]*\|[^{}]*\}`)
	part        = regexp.MustCompile(`\{(\w+)\}`)
)

// Sentences have every part they need, and state nothing by themselves.
func TestGrammar(t *testing.T) {
	g := read()
	gone := regexp.MustCompile(`(?i)\b(` + strings.Join(g.Gone, "|") + `)\b`)
	for _, s := range slices.Concat(g.Openers.Plain, g.Openers.Chatty, g.Openers.Terse, g.Closers.Plain, g.Closers.Chatty, g.Closers.Terse, g.Replies, g.Consulted, g.Fate) {
		require.NotRegexp(t, gone, s)
		require.NotRegexp(t, numberWords, s)
	}
	for _, a := range g.Attributes {
		need := func(sentences []string, parts ...string) {
			for _, s := range sentences {
				var have []string
				for _, m := range part.FindAllStringSubmatch(s, -1) {
					if m[1] != "loser" || a.Form != "option" {
						have = append(have, m[1])
					}
				}
				slices.Sort(have)
				require.Equal(t, parts, have, s)
				require.NotRegexp(t, numberWords, s)
				require.NotRegexp(t, calendar, s)
				require.Equal(t, strings.Count(s, "{"), strings.Count(s, "}"), s)
			}
		}
		need([]string{a.Item}, "who")
		need(a.Asks, "who")
		for i := range 3 {
			require.GreaterOrEqual(t, len(a.register(i)), 2, "several phrasings of %s", a.Name)
			need(a.register(i), "v", "who")
		}
		need(a.Explicit, "old", "v", "who")
		need(a.Mild, "v", "who")
		need(a.Implicit, "v", "who")
		need(a.Dropped, "who")
		need(a.Before, "who")
		need(a.Other, "v", "who")
		require.GreaterOrEqual(t, min(len(a.Dropped), len(a.Before)), 2, "several phrasings of %s", a.Name)
		for _, s := range slices.Concat(a.Plain, a.Chatty, a.Terse, a.Explicit, a.Mild, a.Implicit, a.Other, a.Asks, a.Before) {
			require.NotRegexp(t, gone, s)
		}
		for _, s := range a.Dropped {
			require.Regexp(t, gone, s)
			require.Regexp(t, gone, alternative.ReplaceAllString(s, ""), "whatever is chosen")
		}
		require.Contains(t, factTypes, a.Kind)
		if a.Form == "number" {
			require.Contains(t, unitNames, a.Unit)
		}
	}
	for _, name := range append([]string{"price", "hire"}, listed...) {
		require.Equal(t, name, g.named(name).Name)
	}
	// A thing has attributes enough to be asked for one that was never told.
	require.Greater(t, len(g.Attributes), 10)
}

// What is coined and combined is many times what the largest scenario draws.
func TestThereAreWordsEnough(t *testing.T) {
	g := read()
	require.Greater(t, len(g.Starts)*len(g.Middles)*len(g.Ends), 10*mostFacts)
	require.Greater(t, len(g.Styles)*len(g.Materials)+len(g.Materials)*(len(g.Materials)-1), 3*mostFacts)
	for _, w := range g.Worlds {
		require.Greater(t, len(g.Codenames)*len(w.Nouns), mostFacts+mostFacts/3)
	}
}

// The largest scenario of each type can be written: no urn is exhausted.
func TestMostFactsOfOneType(t *testing.T) {
	for _, name := range thorough.Some(3, factTypes) {
		t.Run(name, func(t *testing.T) {
			kind := slices.Index(factTypes, name)
			s := Settings{ID: "large", Seed: name, Turns: 1000, Corrections: mostFacts, Sessions: 2, Placement: bursts, Tools: true}
			s.Facts[kind] = mostFacts
			if kind == quantity {
				s.ChainDepth = mostDepth
			}
			sc := generated(t, s, nil)
			counted(t, s, sc)
			derivedAgain(t, sc)
			s.Corrections, s.ChainDepth = mostFacts/2, 0
			s.Deletions, s.Historical = mostFacts/2, mostFacts
			sc = generated(t, s, nil)
			counted(t, s, sc)
			changesAreTold(t, s, sc)
		})
	}
}
