// Package tallytest has results as experiments leave them, for tests of studies.
package tallytest

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Fate is what becomes of one fact in one trial.
type Fate struct {
	Exposed int    // at this cycle; 0: never
	History string // a memory verdict per letter from then on: k kept, s stale, l lost
	Place   probes.Place
}

// What becomes of the facts of a strategy that is good, poor, keeps nothing, or never compacts.
var (
	Good = []Fate{{1, "kkkkk", probes.PlaceKept}, {2, "kkkk", probes.PlaceKept}, {0, "", probes.PlaceKept}, {2, "kkkl", probes.PlaceLostLater}, {3, "kkk", probes.PlaceMisread}, {1, "kklkk", probes.PlaceKept}, {5, "k", probes.PlaceVoid}}
	Poor = []Fate{{1, "lllll", probes.PlaceNotWritten}, {2, "ksss", probes.PlaceStale}, {0, "", probes.PlaceNotShown}, {2, "kkll", probes.PlaceLostLater}, {3, "kkk", probes.PlaceKept}, {1, "llllk", probes.PlaceKept}}
	None = []Fate{{1, "lllll", probes.PlaceNotWritten}, {2, "llll", probes.PlaceNotWritten}, {0, "", probes.PlaceKept}}
	Open = []Fate{{0, "", probes.PlaceKept}, {0, "", probes.PlaceMisread}}
)

// Played is an experiment of four scenarios with five cycles, three current facts, a value
// derived from the first two of them and a historical one. Each strategy has a pattern of Fates
// that shifts with scenario and repeat.
func Played(repeats int, strategies map[string][]Fate, order ...string) lab.Result {
	r := lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 1, Simulated: true},
		Planned: lab.Planned{
			Suite: "test", Strategies: order, Models: []string{"sim:nano"}, Repeats: repeats, Dialogue: "live",
		},
	}
	for i, id := range []string{"a", "b", "c", "d"} {
		value := func(v string) arena.Pattern { return arena.Pattern{Text: v} }
		s := &arena.Scenario{
			ID: id,
			Facts: []arena.Fact{
				{ID: "old", Value: value("old")},
				{ID: "new", Value: value("new"), Supersedes: "old"},
				{ID: "name", Value: value("name")},
				{ID: "day", Value: value("day")},
				{ID: "sum", Value: value("sum"), DerivedFrom: []string{"new", "name"}},
			},
			Probes: []arena.Probe{
				{ID: "new", Fact: "new", Type: arena.Correction, Kind: arena.Current},
				{ID: "name", Fact: "name", Type: arena.Entity, Kind: arena.Current},
				{ID: "sum", Fact: "sum", Type: arena.Quantity, Kind: arena.Derived},
				{ID: "old", Fact: "old", Type: arena.Quantity, Kind: arena.Historical},
			},
		}
		if i < 2 { // a type that lives in two scenarios
			s.Probes = append(s.Probes, arena.Probe{ID: "day", Fact: "day", Type: arena.Date, Kind: arena.Current})
		}
		r.Planned.Scenarios = append(r.Planned.Scenarios, id)
		r.Scenarios = append(r.Scenarios, s)
		for j, name := range order {
			for repeat := 1; repeat <= repeats; repeat++ {
				t := lab.Trial{
					Trial: store.Trial{Key: arena.TrialKey{byte(i), byte(j), byte(repeat)}, Scenario: id, Strategy: name, Model: "sim:nano", Repeat: repeat, Outcome: arena.Completed},
				}
				for k, p := range s.Probes {
					fates := strategies[name]
					t.Score.Findings = append(t.Score.Findings, Finding(p, fates[(k+2*i+repeat)%len(fates)]))
				}
				r.Trials = append(r.Trials, t)
			}
		}
	}
	return r
}

// Finding is the finding that a fate leaves.
func Finding(p arena.Probe, f Fate) *probes.Finding {
	out := &probes.Finding{Probe: p.ID, Exposed: f.Exposed, History: history(f.History), Place: f.Place}
	context, answer := probes.Kept, probes.Lost
	switch f.Place {
	case probes.PlaceKept:
		answer, out.New = probes.Kept, true
	case probes.PlaceStale:
		context, answer, out.Old = probes.Stale, probes.Stale, true
	case probes.PlaceVoid:
		answer = probes.Void
	case probes.PlaceMisread:
	default:
		context = probes.Lost
	}
	memory := probes.Unexposed
	if f.Exposed > 0 {
		memory = out.History[len(out.History)-1]
	}
	if p.Kind == arena.Historical {
		out.Superseded = 4
	}
	for level, r := range map[arena.Level]probes.Result{arena.LevelMemory: memory, arena.LevelContext: context, arena.LevelAnswer: answer, arena.LevelFinal: answer} {
		out.Verdicts = append(out.Verdicts, probes.Verdict{Level: level, Result: r})
	}
	return out
}

// history is a memory verdict per letter: k kept, s stale, l lost.
func history(s string) []probes.Result {
	var out []probes.Result
	for _, r := range s {
		out = append(out, map[rune]probes.Result{'k': probes.Kept, 's': probes.Stale, 'l': probes.Lost}[r])
	}
	return out
}
