// Package world makes the closed worlds that simulated models are given out of scenarios: every fact,
// probed or not, with the project's own matchers, and no probe, level or rubric.
package world

import (
	"encoding/json"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// Of is the world of a scenario. It panics if a fact has a pattern that can't be compiled, which no
// scenario that was loaded has.
func Of(s *arena.Scenario) *sim.World {
	finders := make([]match.Fact, len(s.Facts))
	index := make(map[string]int, len(s.Facts))
	for i, f := range s.Facts {
		compiled, err := match.CompileFact(f)
		if err != nil {
			panic(fmt.Sprintf("world: scenario %s: fact %s: %v", s.ID, f.ID, err))
		}
		finders[i], index[f.ID] = compiled, i
	}
	w := &sim.World{ID: s.ID, Version: probes.FactsVersion(s), Find: func(text string) []sim.Sighting { return sightings(finders, text) }}
	for _, f := range s.Facts {
		w.Facts = append(w.Facts, fact(f, index))
	}
	return w
}

// sightings reads a text once for all facts.
func sightings(finders []match.Fact, text string) []sim.Sighting {
	t := words.Read(text)
	var out []sim.Sighting
	for i, f := range finders {
		stated := f.Anchored.Find(t)
		if len(stated) == 0 {
			continue
		}
		values := f.Bare.Find(t)
		for _, s := range stated {
			if s.End == s.Start {
				continue // of a pattern that stands nowhere
			}
			value := s
			for _, v := range values {
				if s.Contains(v) {
					value = v
					break
				}
			}
			out = append(out, sim.Sighting{Fact: i, Span: s, Value: value})
		}
	}
	return out
}

func fact(f arena.Fact, index map[string]int) sim.Fact {
	value, err := json.Marshal(f.Value)
	if err != nil {
		panic(fmt.Sprintf("world: encoding a pattern: %v", err)) // plain data
	}
	out := sim.Fact{Text: f.Text, Question: f.Question, Value: string(value), Kind: kind(f), Supersedes: -1}
	if f.About != nil {
		out.Label = firstText(*f.About)
	}
	if at, ok := index[f.Supersedes]; ok && f.Supersedes != "" {
		out.Supersedes = at
	}
	for _, id := range f.DerivedFrom {
		if at, ok := index[id]; ok {
			out.Operands = append(out.Operands, at)
		}
	}
	return out
}

// kind is the form of a fact's value.
func kind(f arena.Fact) sim.Kind {
	switch form := first(f.Value); {
	case f.Supersedes != "":
		return sim.Changed
	case form.Identifier != "":
		return sim.Identifier
	case form.Number != nil:
		return sim.Amount
	case form.Date != nil || form.Time != nil:
		return sim.Date
	case strings.HasPrefix(f.Question, "Where"):
		return sim.Place
	}
	return sim.Name
}

// first is the first simple pattern of several.
func first(p arena.Pattern) arena.Pattern {
	switch {
	case len(p.Any) > 0:
		return first(p.Any[0])
	case len(p.All) > 0:
		return first(p.All[0])
	case p.Near != nil && len(p.Near.Of) > 0:
		return first(p.Near.Of[0])
	}
	return p
}

// firstText is the first text of a pattern, empty if it has none.
func firstText(p arena.Pattern) string { return first(p).Text }
