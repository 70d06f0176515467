package vary

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// eachText edits every text of a scenario that people read: what is said, returned and asked, and
// the texts and questions of facts and the rubric.
func eachText(s *arena.Scenario, edit func(string) string) {
	asks := map[string]string{} // by fact
	s.System, s.Final.Question = edit(s.System), edit(s.Final.Question)
	for i := range s.Turns {
		ex := &s.Turns[i]
		ex.User, ex.Assistant = edit(ex.User), edit(ex.Assistant)
		for j := range ex.Tools {
			ex.Tools[j].Arguments, ex.Tools[j].Result = edit(ex.Tools[j].Arguments), edit(ex.Tools[j].Result)
		}
	}
	for i := range s.Final.Rubric {
		s.Final.Rubric[i].Item = edit(s.Final.Rubric[i].Item)
	}
	for i := range s.Facts {
		s.Facts[i].Text, s.Facts[i].Question = edit(s.Facts[i].Text), edit(s.Facts[i].Question)
		asks[s.Facts[i].ID] = s.Facts[i].Question
	}
	for i := range s.Probes {
		p := &s.Probes[i]
		if asked, ok := asks[p.Fact]; ok {
			p.Question = asked
		} else {
			p.Question = edit(p.Question)
		}
	}
}

// eachPattern replaces the innermost patterns of a scenario: those of facts, probes and rubric.
func eachPattern(s *arena.Scenario, edit func(arena.Pattern) arena.Pattern) {
	for i := range s.Final.Rubric {
		s.Final.Rubric[i].Match = inner(s.Final.Rubric[i].Match, edit)
	}
	for i := range s.Facts {
		s.Facts[i].Value = inner(s.Facts[i].Value, edit)
		s.Facts[i].About = innerOf(s.Facts[i].About, edit)
	}
	for i := range s.Probes {
		s.Probes[i].Stale = innerOf(s.Probes[i].Stale, edit)
	}
}

func innerOf(p *arena.Pattern, edit func(arena.Pattern) arena.Pattern) *arena.Pattern {
	if p == nil {
		return nil
	}
	q := inner(*p, edit)
	return &q
}

// inner is a pattern with its innermost patterns replaced. The pattern itself stays as it is.
func inner(p arena.Pattern, edit func(arena.Pattern) arena.Pattern) arena.Pattern {
	all := func(ps []arena.Pattern) []arena.Pattern {
		out := slices.Clone(ps)
		for i := range out {
			out[i] = inner(out[i], edit)
		}
		return out
	}
	switch {
	case p.Near != nil:
		return arena.Pattern{Near: &arena.NearPattern{Of: all(p.Near.Of), Within: p.Near.Within, Not: all(p.Near.Not)}}
	case p.Section != nil:
		return arena.Pattern{Section: &arena.SectionPattern{
			Start: inner(p.Section.Start, edit), Until: all(p.Section.Until), Match: inner(p.Section.Match, edit),
		}}
	case p.Any != nil:
		return arena.Pattern{Any: all(p.Any)}
	case p.All != nil:
		return arena.Pattern{All: all(p.All)}
	case p.None != nil:
		return arena.Pattern{None: all(p.None)}
	}
	return edit(p)
}

// witness knows what is recognised in a text: facts with and without their labels, old values of
// probes, items of the rubric.
type witness []match.Matcher

func witnessOf(s *arena.Scenario) witness {
	var w witness
	for i, f := range match.MustFacts(s.Facts) {
		w = append(w, f.Anchored, f.Bare)
		if about := s.Facts[i].About; about != nil {
			w = append(w, match.MustCompile(*about))
		}
	}
	for _, p := range s.Probes {
		if p.Stale != nil {
			w = append(w, match.MustCompile(*p.Stale))
		}
	}
	for _, item := range s.Final.Rubric {
		w = append(w, match.MustCompile(item.Match))
	}
	return w
}

// sees counts the matches of every pattern in a text.
func (w witness) sees(text string) []int {
	read := words.Read(text)
	out := make([]int, len(w))
	for i, m := range w {
		out[i] = len(m.Find(read))
	}
	return out
}

// silent reports whether nothing is recognised in a text.
func (w witness) silent(text string) bool {
	return !slices.ContainsFunc(w.sees(text), func(n int) bool { return n > 0 })
}
