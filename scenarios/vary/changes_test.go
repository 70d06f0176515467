package vary

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

func TestPeople(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"given and surname":       {"Ask Marcus Halloran. Halloran's desk is free, says Marcus Halloran.", map[string]string{"Marcus": "men"}},
		"surname behind a given":  {"Ask Marcus Halloran about it.", map[string]string{"Marcus": "men", "Halloran": "surnames"}},
		"surname alone elsewhere": {"Ask Priya React is out. We chose React.", map[string]string{"Priya": "women"}},
		"title":                   {"I saw Dr. Pell and Mrs Odile Brannigan.", map[string]string{"Pell": "surnames", "Odile": "women", "Brannigan": "surnames"}},
		"small letters too":       {"Rose will rise as the sun rose.", map[string]string{}},
		"months and days":         {"We meet August Tuesday.", map[string]string{}},
		"nicknames":               {"Clem, short for Clementine, is in.", map[string]string{}},
		"spelling":                {"Olga, spelt with an O. Later Ingrid came.", map[string]string{"Ingrid": "women"}},
		"address":                 {"Write to ingrid@example.org, Ingrid reads it.", map[string]string{"Ingrid": "women"}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, words.People([]string{c.text})) })
	}
}

func TestRenameReachesEveryPlace(t *testing.T) {
	names := map[string]string{"Ingrid": "Wanda", "Pell": "Quayle"}
	require.Equal(t, "Wanda's mail wanda.quayle@x.org, WANDA; the pell-mell ingrid", inProse(names, "Ingrid's mail ingrid.pell@x.org, INGRID; the pell-mell ingrid"))
	require.Equal(t, `\bWanda\b|quayle's|\QUAYLE`, restyled(names, regexWord, `\bIngrid\b|pell's|\QUAYLE`))
	require.Equal(t, "wanda quayle", restyled(names, word, "ingrid pell"))
}

// New names are never each other's, begin with other letters, and aren't in the text.
func TestRechristen(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := map[string]string{}
		for _, of := range []string{"women", "men"} {
			for _, n := range words.Names(of) {
				list[n] = of
			}
		}
		pool := append(append([]string{}, words.Names("women")...), words.Names("men")...)
		old := rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 1, 25, rapid.ID[string]).Draw(rt, "names")
		names := map[string]string{}
		for _, n := range old {
			names[n] = list[n]
		}
		text := strings.Join(old, ", ")
		seed := rapid.Uint64().Draw(rt, "seed")
		new := rechristen(names, []string{text}, rand.New(rand.NewPCG(seed, 0)))
		require.Len(rt, new, len(old))
		taken := map[string]bool{}
		for was, is := range new {
			require.NotEqual(rt, was[0], is[0])
			require.NotContains(rt, strings.ToLower(text), strings.ToLower(is))
			require.Equal(rt, names[was], list[is], "a woman stays one")
			require.False(rt, taken[is])
			taken[is] = true
		}
	})
}

func TestCodes(t *testing.T) {
	s := &arena.Scenario{Facts: []arena.Fact{
		{Value: arena.Pattern{Identifier: "TPC-40718"}},
		{Value: arena.Pattern{Any: []arena.Pattern{{Identifier: "07700-900318"}, {Identifier: "us-east-1"}, {Identifier: "B12"}}}},
		{Value: arena.Pattern{Any: []arena.Pattern{{Identifier: "NX418"}, {Text: "NX 418"}}}},
		{Value: arena.Pattern{Identifier: "RX-5521"}, About: &arena.Pattern{Regex: "RX.5521"}},
	}}
	c := codesOf(s, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, byte('0'), c.digits[0])
	d := func(digits string) string {
		out := []byte(digits)
		for i := range out {
			require.True(t, digits[i] == '0' || c.digits[out[i]-'0'] != out[i], "digit %c stays", out[i])
			out[i] = c.digits[out[i]-'0']
		}
		return string(out)
	}
	require.Equal(t,
		"NX"+d("418")+" is NX "+d("422")+", TPC-"+d("40718")+" and not tpc-"+d("40781")+"; 07700 9003"+d("18")+", 07700-9003"+d("61")+"; ATPC-40718, us-east-1, B12, RX-5521, 40718",
		c.rewrite("NX418 is NX 422, TPC-40718 and not tpc-40781; 07700 900318, 07700-900361; ATPC-40718, us-east-1, B12, RX-5521, 40718"))
}

func TestUnitRules(t *testing.T) {
	for said, want := range map[string]string{
		"It costs $2.5M now.":              "It costs $2,500,000 now.",
		"It costs $347k.":                  "It costs $347,000.",
		"It costs $347,000.":               "It costs $347k.",
		"It costs $1,347,000, all told":    "It costs $1347k, all told",
		"about 12,400 rows":                "about 12400 rows",
		"about 12400 rows":                 "about 12,400 rows",
		"in 2027, code 4.12000 or 1-12345": "",
		"85% of it":                        "85 percent of it",
		"85 percent of it":                 "85% of it",
		"on March 15, 2027.":               "on 15 March 2027.",
		"on the 15th of March 2027.":       "on March 15, 2027.",
		"at 3pm.":                          "at 15:00.",
		"at 3 p.m. sharp":                  "at 15:00 sharp",
		"at 12:30am":                       "at 00:30",
		"for 90 minutes":                   "for 90 min",
		"8.5.2027, 1,234,567 and 555-0142": "",
	} {
		t.Run(said, func(t *testing.T) {
			got := ""
			for _, p := range places(said, unitRules) {
				if instead := p.by.say(said, p.match); instead != "" {
					got = said[:p.match[0]] + instead + said[p.match[1]:]
				}
			}
			require.Equal(t, want, got)
		})
	}
}

func TestPhraseRules(t *testing.T) {
	for said, want := range map[string]string{
		"I don't know.":          "I do not know.",
		"Don't you think so?":    "",
		"What I am.":             "",
		"I am glad.":             "I'm glad.",
		"By the way, it rains":   "Incidentally, it rains",
		"as well as that":        "",
		"That as well, I think.": "That too, I think.",
		"I've to go":             "I have to go",
		"I have to go":           "",
	} {
		t.Run(said, func(t *testing.T) {
			got := ""
			for _, p := range places(said, phraseRules()) {
				if instead := p.by.say(said, p.match); instead != "" {
					got = said[:p.match[0]] + instead + said[p.match[1]:]
				}
			}
			require.Equal(t, want, got)
		})
	}
}

func TestTablesStayAsTheyAre(t *testing.T) {
	require.True(t, tabular("a\n| 1,000 | b |", 5))
	require.False(t, tabular("| a |\nb 1,000", 8))
}

func TestReorderKeepsWhatBelongsTogether(t *testing.T) {
	at := func(h int) time.Time { return time.Date(2026, 11, 2, h, 0, 0, 0, time.UTC) }
	turn := func(h int, user string) arena.Exchange {
		return arena.Exchange{At: at(h), Session: 1, User: user, Assistant: "Noted."}
	}
	text := func(w string) arena.Pattern { return arena.Pattern{Text: w} }
	s := &arena.Scenario{
		ID:    "s",
		Turns: []arena.Exchange{turn(8, "Start."), turn(9, "The cat is grey."), turn(10, "The dog is brown."), turn(11, "The bird is red."), turn(12, "But the cow is white.")},
		Facts: []arena.Fact{
			{ID: "cat", Turn: 2, Value: text("grey")},
			{ID: "dog", Turn: 3, Value: text("brown"), Supersedes: "cat"},
			{ID: "bird", Turn: 4, Value: text("red")},
			{ID: "pets", Turn: 4, Value: text("both"), DerivedFrom: []string{"bird", "dog"}},
			{ID: "cow", Turn: 5, Value: text("white")},
		},
	}
	for seed := range uint64(20) {
		v := fresh(s)
		require.ErrorIs(t, reorder(v, rand.New(rand.NewPCG(seed, 0))), ErrNothing, "every neighbour is linked")
	}
	s.Facts[3].DerivedFrom, s.Facts[3].Turn = []string{"cat", "bird"}, 4
	s.Facts[1].Supersedes = ""
	s.Turns = append(s.Turns, turn(13, "The end is near."))
	s.Turns[4].User = "The cow is white."
	s.Turns[5].Refs = []arena.Turn{3}
	swapped := 0
	for seed := range uint64(20) {
		v := fresh(s)
		if reorder(v, rand.New(rand.NewPCG(seed, 0))) != nil {
			continue
		}
		swapped++
		require.Equal(t, "Start.", v.Turns[0].User)
		for i, ex := range v.Turns {
			require.Equal(t, s.Turns[i].At, ex.At)
		}
		for i, f := range v.Facts {
			if len(f.DerivedFrom) == 0 {
				require.Equal(t, s.Turns[s.Facts[i].Turn-1].User, v.Turns[f.Turn-1].User)
			}
		}
		require.Equal(t, max(v.Facts[0].Turn, v.Facts[2].Turn), v.Facts[3].Turn)
		require.Less(t, v.Facts[0].Turn, v.Facts[2].Turn, "operands keep their order")
		for _, ex := range v.Turns {
			for _, ref := range ex.Refs {
				require.Equal(t, "The dog is brown.", v.Turns[ref-1].User)
			}
		}
		require.Equal(t, []arena.Turn{3}, s.Turns[5].Refs, "the original stays")
	}
	require.Positive(t, swapped)
}
