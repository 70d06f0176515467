package probes

import "contextarena.internal/arena"

// Spell is the time for which one fact was at risk of being lost by the memory in one trial:
// from the cycle that exposed it until it was first missing, or was last seen kept. It is missing
// as soon as the memory doesn't hold the value that is asked for; an old value in its place
// (Stale) is no better.
type Spell struct {
	Probe string
	Kind  arena.Kind
	// Cycles is the time under observation. The exposing cycle is 1, so a fact that was never
	// written is an event at 1.
	Cycles int
	Lost   bool // at the end of Cycles; false: censored there
	// History is the memory verdict of every cycle from the exposing one on that counts, also of those after
	// the loss.
	History       []Result
	Resurrections int // how often it came back after having been missing
}

// Final is the verdict after the last cycle that counts, whatever happened between.
func (s Spell) Final() Result { return s.History[len(s.History)-1] }

// Spells are the spells of a completed trial, in the order of the scenario's probes. A fact that
// was never exposed has none. Neither has one whose value was replaced before it was exposed:
// the memory was free to drop it. Later, a replacement censors at the last cycle before it, like
// the end of the conversation.
func Spells(s *arena.Scenario, findings []*Finding) []Spell {
	out := make([]Spell, 0, len(findings))
	for i, p := range s.Probes {
		if i >= len(findings) {
			break
		}
		f := findings[i]
		history := f.History
		if f.Superseded > 0 {
			history = history[:min(len(history), max(0, f.Superseded-f.Exposed))]
		}
		if f.Exposed == 0 || len(history) == 0 {
			continue
		}
		spell := Spell{Probe: p.ID, Kind: p.Kind, Cycles: len(history), History: history}
		for k, r := range history {
			if r != Kept && !spell.Lost {
				spell.Lost, spell.Cycles = true, k+1
			}
			if k > 0 && r == Kept && history[k-1] != Kept {
				spell.Resurrections++
			}
		}
		out = append(out, spell)
	}
	return out
}
