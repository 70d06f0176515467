package check

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// subject is a scenario with its labels.
type subject struct {
	*arena.Scenario
	facts []labelled
}

// labelled is a fact as the checks know it.
type labelled struct {
	arena.Fact
	matchers match.Fact
	types    []arena.FactType // of the probes that ask for it, each once
}

// stated reports whether a message states the value; else it follows from others.
func (f labelled) stated() bool { return len(f.DerivedFrom) == 0 }

// of reports whether a probe of this type asks for the fact.
func (f labelled) of(t arena.FactType) bool { return slices.Contains(f.types, t) }

// identifier reports whether the value is a phone number, code or the like. A gate or a rack is asked for
// as a place, however it is written.
func (f labelled) identifier() bool {
	return f.of(arena.PhoneID) || len(f.types) == 0 && f.Value.Identifier != ""
}

// in reports whether a text that is about the fact has its value.
func (f labelled) in(text string) bool { return len(f.matchers.Bare.Find(words.Read(text))) > 0 }

// codes are how the messages write the identifiers that the facts know.
func (s *subject) codes() []string {
	var out []string
	for _, f := range s.facts {
		if !f.identifier() {
			continue
		}
		read := words.Read(s.at(f.Turn))
		for _, span := range f.matchers.Bare.Find(read) {
			if code := read.Slice(span); code != "" && !slices.Contains(out, code) {
				out = append(out, code)
			}
		}
	}
	return out
}

// accounted reports whether what was taken for an identifier is one of codes, or part of one, or the
// other way round: "tel. 0151 230" and "0151 230" are the same find.
func accounted(codes []string, value string) bool {
	return slices.ContainsFunc(codes, func(c string) bool { return strings.Contains(c, value) || strings.Contains(value, c) })
}

// label reads a scenario's labels.
func label(s *arena.Scenario) (*subject, error) {
	out := &subject{Scenario: s}
	for _, f := range s.Facts {
		m, err := match.CompileFact(f)
		if err != nil {
			return nil, fmt.Errorf("check: %s: fact %s: %w", s.ID, f.ID, err)
		}
		out.facts = append(out.facts, labelled{Fact: f, matchers: m})
	}
	for _, p := range s.Probes {
		i := slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == p.Fact })
		if i >= 0 && !slices.Contains(out.facts[i].types, p.Type) {
			out.facts[i].types = append(out.facts[i].types, p.Type)
		}
	}
	return out, nil
}

// heard are the texts of users and tools, by turn.
func (s *subject) heard() [][]string {
	out := make([][]string, len(s.Turns))
	for i, x := range s.Turns {
		out[i] = append(out[i], x.User)
		for _, use := range x.Tools {
			out[i] = append(out[i], use.Result)
		}
	}
	return out
}

// at is what users and tools said at a turn.
func (s *subject) at(t arena.Turn) string {
	if t < 1 || int(t) > len(s.Turns) {
		return ""
	}
	return strings.Join(s.heard()[t-1], "\n")
}
