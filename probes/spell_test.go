package probes

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// verdicts reads a history: k kept, s stale, l lost.
func verdicts(s string) []Result {
	var out []Result
	for _, r := range s {
		out = append(out, map[rune]Result{'k': Kept, 's': Stale, 'l': Lost}[r])
	}
	return out
}

var fiveCycles = []Mark{{5, 100}, {9, 180}, {13, 300}, {17, 350}, {21, 500}}

func TestSpells(t *testing.T) {
	for _, c := range []struct {
		name                string
		exposed, superseded int
		history, counts     string // counts: the part of it that does
		want                *Spell
	}{
		{"never exposed", 0, 0, "", "", nil},
		{"kept to the end", 2, 0, "kkkk", "kkkk", &Spell{Entry: 2, Cycles: 4, Messages: 12, Tokens: 320}},
		{"never written", 2, 0, "llll", "llll", &Spell{Entry: 2, Cycles: 1, Lost: true}},
		{"lost at the third", 1, 0, "kklll", "kklll", &Spell{Entry: 1, Cycles: 3, Messages: 8, Tokens: 200, Lost: true}},
		{"stale is missing", 3, 0, "kss", "kss", &Spell{Entry: 3, Cycles: 2, Messages: 4, Tokens: 50, Lost: true}},
		{"back again", 1, 0, "klksk", "klksk", &Spell{Entry: 1, Cycles: 2, Messages: 4, Tokens: 80, Lost: true, Resurrections: 2}},
		{"exposed by the last cycle", 5, 0, "k", "k", &Spell{Entry: 5, Cycles: 1}},
		{"replaced later", 2, 4, "kkll", "kk", &Spell{Entry: 2, Cycles: 2, Messages: 4, Tokens: 120}},
		{"lost before it was replaced", 2, 4, "lkkk", "lk", &Spell{Entry: 2, Cycles: 1, Lost: true, Resurrections: 1}},
		{"replaced as it was exposed", 2, 2, "kkkk", "", nil},
		{"replaced before", 3, 1, "kkk", "", nil},
		{"replaced after the last cycle", 4, 6, "kk", "kk", &Spell{Entry: 4, Cycles: 2, Messages: 4, Tokens: 150}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &arena.Scenario{Probes: []arena.Probe{{ID: "p", Type: arena.Date, Kind: arena.Derived}}}
			have := Spells(s, []*Finding{{Probe: "p", Exposed: c.exposed, Superseded: c.superseded, History: verdicts(c.history)}}, fiveCycles)
			if c.want == nil {
				require.Empty(t, have)
				return
			}
			c.want.Probe, c.want.Type, c.want.Kind, c.want.History = "p", arena.Date, arena.Derived, verdicts(c.counts)
			require.Equal(t, []Spell{*c.want}, have)
		})
	}
}

func TestSpellsWithoutMarks(t *testing.T) {
	s := &arena.Scenario{Probes: []arena.Probe{{ID: "p"}, {ID: "unscored"}}}
	have := Spells(s, []*Finding{{Probe: "p", Exposed: 1, History: verdicts("kl")}}, nil)
	require.Len(t, have, 1)
	require.Equal(t, []int{-1, -1}, []int{have[0].Messages, have[0].Tokens})
	_, ok := have[0].Life(ByMessages)
	require.False(t, ok)
	_, ok = have[0].Life(ByCycles)
	require.True(t, ok)
}

func TestLifeByEveryClock(t *testing.T) {
	spell := Spell{Entry: 3, Cycles: 2, Messages: 4, Tokens: 50, Lost: true}
	for clock, want := range map[Clock]stats.Life{
		ByCycles:   {Entry: 0, Time: 2, Lost: true},
		ByMessages: {Entry: -1, Time: 4, Lost: true},
		ByTokens:   {Entry: -1, Time: 50, Lost: true},
		ByCalendar: {Entry: 2, Time: 4, Lost: true},
	} {
		have, ok := spell.Life(clock)
		require.True(t, ok, clock)
		require.Equal(t, want, have, clock)
	}
	// A fact that is never written is lost at the very cycle that exposes it.
	first := Spell{Entry: 3, Cycles: 1, Lost: true}
	for _, clock := range []Clock{ByCycles, ByMessages, ByTokens, ByCalendar} {
		l, ok := first.Life(clock)
		require.True(t, ok && l.Entry < l.Time, "at risk by %s", clock)
	}
}

func TestSpellsAgreeWithHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exposed := rapid.IntRange(1, 5).Draw(t, "exposed")
		history := make([]Result, 6-exposed)
		for i := range history {
			history[i] = rapid.SampledFrom([]Result{Kept, Kept, Stale, Lost}).Draw(t, "verdict")
		}
		f := &Finding{Exposed: exposed, Superseded: rapid.SampledFrom([]int{0, 0, exposed + 1, exposed + 2}).Draw(t, "superseded"), History: history}
		spells := Spells(&arena.Scenario{Probes: make([]arena.Probe, 1)}, []*Finding{f}, fiveCycles)
		require.Len(t, spells, 1)
		s := spells[0]
		require.LessOrEqual(t, exposed-1+s.Cycles, 5)
		for _, r := range history[:s.Cycles-1] {
			require.Equal(t, Kept, r)
		}
		require.Equal(t, s.Lost, history[s.Cycles-1] != Kept)
		if !s.Lost {
			require.Equal(t, Kept, s.Final())
			require.Zero(t, s.Resurrections)
		} else if s.Final() == Kept {
			require.Positive(t, s.Resurrections)
		}
	})
}

func TestByAge(t *testing.T) {
	var histories [][]Result
	for h := range strings.FieldsSeq("kkk kl klk l") {
		histories = append(histories, verdicts(h))
	}
	require.Equal(t, []Retained{{3, 4}, {1, 3}, {2, 2}}, ByAge(histories))
	require.Empty(t, ByAge(nil))
}
