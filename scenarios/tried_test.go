package scenarios

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// Every reply gets the verdict it deserves, and there are some of every way.
func TestGeneratedAnswers(t *testing.T) {
	ss, err := Builtin()
	require.NoError(t, err)
	made := map[string]int{}
	for _, s := range ss {
		for _, r := range Replies(s) {
			made[r.Way.Name]++
		}
	}
	for _, p := range phrasings {
		t.Logf("%-9s %4d", p.Name, made[p.Name])
		require.NotZero(t, made[p.Name], p.Name)
	}
	tried := TryAnswers(ss)
	require.NotZero(t, tried.Answers)
	for _, m := range tried.Misjudged {
		assert.Fail(t, m.String(), m.Scenario.ID)
	}
}

// Every fault of a pattern shows in the way that it spoils, and in no other.
func TestFaultsOfPatterns(t *testing.T) {
	const seat = "  - {id: seat, turn: 1, text: Frank sits at table 3, question: At which table does Frank sit?, about: Frank, value: %s}\nprobes:\n  - {fact: seat, type: spatial, kind: current, extended: true}\n"
	for value, want := range map[string][]string{
		"table 3":                           nil, // "three" and "table three" are read as the same
		`{any: [table three, {number: 3}]}`: nil,
		`{regex: '[0-9]+|three'}`:           {"neighbour", "digit"},
		`{any: [{number: 3}, table]}`:       nil, // the question said again gives no answer
	} {
		t.Run(value, func(t *testing.T) {
			s := edited(t, "party", "probes:\n", fmt.Sprintf(seat, value))
			var got []string
			for _, m := range TryAnswers([]*arena.Scenario{s}).Misjudged {
				if s.Probes[m.Probe].ID == "seat" && (len(got) == 0 || got[len(got)-1] != m.Way.Name) {
					got = append(got, m.Way.Name)
				}
			}
			require.Equal(t, want, got)
		})
	}
}

// A reply is blamed on the line of the pattern that decided.
func TestLocate(t *testing.T) {
	const was, is = "value: {number: 700, unit: usd}\n    supersedes", "value: {regex: '[0-9]+'}\n    supersedes"
	text := strings.Replace(party, was, is, 1)
	require.NotEqual(t, party, text)
	line := 1 + strings.Count(text[:strings.Index(text, is)], "\n")
	s, err := Parse("party.yaml", []byte(text))
	require.NoError(t, err)
	tried := TryAnswers([]*arena.Scenario{s})
	require.NotEmpty(t, tried.Misjudged)
	require.NoError(t, tried.Locate("other", "other.yaml", []byte(text)))
	require.Empty(t, tried.Misjudged[0].Place)
	require.NoError(t, tried.Locate("party", "party.yaml", []byte(text)))
	require.Equal(t, fmt.Sprintf("party.yaml:%d", line), tried.Misjudged[0].Place)
}

func TestReplies(t *testing.T) {
	s := edited(t, "party")
	got := map[string][]string{}
	for _, r := range Replies(s) {
		if s.Probes[r.Probe].ID == "budget-raised" {
			got[r.Way.Name] = append(got[r.Way.Name], r.Text)
		}
	}
	require.Equal(t, map[string][]string{
		"alone":    {"$700", "$700."},
		"sentence": {"The budget is $700.", "How much may be spent? $700."},
		"bullet":   {"- The budget: **$700**"},
		"json":     {`{"answer": "$700"}`},
		"marked":   {"$700; it was $500 before.", "It was $500 before, now it's $700."},
		"hedged":   {"Probably $700.", "I believe it's $700."},
		"old":      {"$500", "It's $500."},
		"digit":    {"It's $701."},
		"unknown":  {"I don't know.", "I don't have that information.", "You haven't told me that."},
		"restated": {"How much may be spent?"},
	}, got)
}

// One digit of a number is another, and so the number is.
func TestOneOff(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.Uint32().Draw(rt, "n")
		value := rapid.SampledFrom([]string{"$%d", "%d", "%d kg", "about %d.5"}).Draw(rt, "form")
		was := fmt.Sprintf(value, n)
		is, ok := oneOff(was)
		require.True(rt, ok)
		require.Len(rt, is, len(was))
		differ := 0
		for i := range was {
			if was[i] != is[i] {
				differ++
			}
		}
		require.Equal(rt, 1, differ)
		a, b := words.Read(was).Amounts(), words.Read(is).Amounts()
		require.Len(rt, a, 1)
		require.Len(rt, b, 1)
		diff := new(big.Rat).Sub(a[0].Value, b[0].Value)
		require.Zero(rt, diff.Abs(diff).Cmp(big.NewRat(1, 1)))
	})
	_, ok := oneOff("by post")
	require.False(t, ok)
}

// A value that is written otherwise is the same value.
func TestRespelt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		day := time.Unix(rapid.Int64Range(0, 4e9).Draw(rt, "seconds"), 0).UTC()
		for _, form := range []string{"January 2, 2006", "2 January 2006", "January 2", "2006-01-02"} {
			have := words.Read(day.Format(form)).Dates()
			require.Len(rt, have, 1)
			again := respelt(day.Format(form))
			require.NotEmpty(rt, again)
			for _, text := range again {
				dates := words.Read("It's " + text + ".").Dates()
				require.Len(rt, dates, 1, text)
				require.True(rt, dates[0].Same(have[0]), "%s and %s", day.Format(form), text)
			}
		}
		for _, text := range respelt(day.Format("15:04")) {
			clocks := words.Read(text).Clocks()
			require.Len(rt, clocks, 1)
			require.Contains(rt, clocks[0].Minutes, 60*day.Hour()+day.Minute(), text)
		}
	})
	for value, want := range map[string][]string{
		"room 6": {"room six"}, "7": {"seven"}, "3 kg": {"three kg"},
		"R14": nil, "NB-22": nil, "$3": nil, "45": nil, "3.5": nil, "by post": nil,
	} {
		require.Equal(t, want, respelt(value), value)
	}
}
