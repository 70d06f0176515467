package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
)

// section is facts written under one heading. An empty heading is for those that stand under none.
type section struct {
	heading string
	lines   []string
	cut     bool // the reply ended at its cap
}

// entry is a fact of the notes.
type entry struct {
	heading string
	text    string
	at      int // the cycle in which it was last written
}

// headedNotes are notes within a budget of tokens, in the order in which they were first written. Under a
// heading a fact is told apart by its key.
type headedNotes struct {
	tokens  func(text string) int
	budget  int
	key     func(e entry) string
	cycle   int
	entries []entry
}

// byBeginning tells facts apart by their first characters, whatever the case.
func byBeginning(length int) func(entry) string {
	return func(e entry) string {
		r := []rune(strings.ToLower(e.text))
		return string(r[:min(len(r), length)])
	}
}

// put writes facts under a heading: each takes the place of the one with its key, or else stands at the
// end.
func (s *headedNotes) put(heading string, at int, facts ...string) {
	places := make(map[string]int, len(s.entries)+len(facts))
	for i, e := range slices.Backward(s.entries) {
		if e.heading == heading {
			places[s.key(e)] = i
		}
	}
	for _, f := range facts {
		e := entry{heading, f, at}
		if i, ok := places[s.key(e)]; ok {
			s.entries[i] = e
			continue
		}
		places[s.key(e)] = len(s.entries)
		s.entries = append(s.entries, e)
	}
}

// under are the facts under a heading.
func (s *headedNotes) under(heading string) []string {
	var out []string
	for _, e := range s.entries {
		if e.heading == heading {
			out = append(out, e.text)
		}
	}
	return out
}

// headings are those with facts, in the order in which they were first used; none comes first.
func (s *headedNotes) headings() []string {
	var out []string
	for _, e := range s.entries {
		switch {
		case slices.Contains(out, e.heading):
		case e.heading == "":
			out = slices.Insert(out, 0, "")
		default:
			out = append(out, e.heading)
		}
	}
	return out
}

// sections are the facts by heading.
func (s *headedNotes) sections() []section {
	var out []section
	for _, h := range s.headings() {
		out = append(out, section{heading: h, lines: s.under(h)})
	}
	return out
}

func (s *headedNotes) text() string      { return joined(s.sections()) }
func (s *headedNotes) narrative() string { return s.text() }

// joined is sections as a text.
func joined(sections []section) string {
	var b strings.Builder
	for _, s := range sections {
		if len(s.lines) > 0 && s.heading != "" {
			b.WriteString("## " + s.heading + "\n")
		}
		for _, line := range s.lines {
			b.WriteString(item(line))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func item(fact string) string { return "- " + fact + "\n" }

func (s *headedNotes) edit(f func(string) string) {
	for i := range s.entries {
		s.entries[i].text = f(s.entries[i].text)
	}
	s.entries = slices.DeleteFunc(s.entries, func(e entry) bool { return e.text == "" })
}

// fit drops the facts that were written longest ago, of those of one cycle the first, until the rest and
// their headings are within the budget, and says how many.
func (s *headedNotes) fit() (warnings []string) { return forgotten(s.fitTo(s.budget)) }

// forgotten says how many facts had to go, if any had to.
func forgotten(facts int) []string {
	if facts == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d facts written longest ago were dropped to keep the notes within keep_tokens", facts)}
}

func (s *headedNotes) fitTo(budget int) (dropped int) {
	for _, h := range s.headings() {
		budget -= s.tokens("## " + h + "\n")
	}
	s.entries, dropped = memo.FitEach(s.entries, func(e entry) int { return e.at }, budget, func(e entry) int { return s.tokens("999. " + e.text + "\n") })
	return dropped
}
