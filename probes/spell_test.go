package probes

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
)

// verdicts reads a history: k kept, s stale, l lost.
func verdicts(s string) []Result {
	var out []Result
	for _, r := range s {
		out = append(out, map[rune]Result{'k': Kept, 's': Stale, 'l': Lost}[r])
	}
	return out
}

func TestSpells(t *testing.T) {
	for _, c := range []struct {
		name                string
		exposed, superseded int
		history, counts     string // counts: the part of it that does
		want                *Spell
	}{
		{"never exposed", 0, 0, "", "", nil},
		{"kept to the end", 2, 0, "kkkk", "kkkk", &Spell{Cycles: 4}},
		{"never written", 2, 0, "llll", "llll", &Spell{Cycles: 1, Lost: true}},
		{"lost at the third", 1, 0, "kklll", "kklll", &Spell{Cycles: 3, Lost: true}},
		{"stale is missing", 3, 0, "kss", "kss", &Spell{Cycles: 2, Lost: true}},
		{"back again", 1, 0, "klksk", "klksk", &Spell{Cycles: 2, Lost: true, Resurrections: 2}},
		{"exposed by the last cycle", 5, 0, "k", "k", &Spell{Cycles: 1}},
		{"replaced later", 2, 4, "kkll", "kk", &Spell{Cycles: 2}},
		{"lost before it was replaced", 2, 4, "lkkk", "lk", &Spell{Cycles: 1, Lost: true, Resurrections: 1}},
		{"replaced as it was exposed", 2, 2, "kkkk", "", nil},
		{"replaced before", 3, 1, "kkk", "", nil},
		{"replaced after the last cycle", 4, 6, "kk", "kk", &Spell{Cycles: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &arena.Scenario{Probes: []arena.Probe{{ID: "p", Kind: arena.Derived}}}
			have := Spells(s, []*Finding{{Probe: "p", Exposed: c.exposed, Superseded: c.superseded, History: verdicts(c.history)}})
			if c.want == nil {
				require.Empty(t, have)
				return
			}
			c.want.Probe, c.want.Kind, c.want.History = "p", arena.Derived, verdicts(c.counts)
			require.Equal(t, []Spell{*c.want}, have)
		})
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
		spells := Spells(&arena.Scenario{Probes: make([]arena.Probe, 1)}, []*Finding{f})
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
