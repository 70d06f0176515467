package pipeline

import (
	"fmt"
	"strings"
)

// notebook is the notes a pipeline keeps.
type notebook interface {
	// add joins what was written to the notes. What it had to drop to stay within its bounds is
	// returned as warnings.
	add(w written) (warnings []string)
	// narrative is the running text so far, for an encoder that rewrites it.
	narrative() string
	// text is the whole memory text.
	text() string
	// edit replaces each line by what f makes of it, and drops those of which nothing is left.
	edit(f func(line string) string)
}

// replace keeps the newest text and forgets the one before. An empty text replaces nothing, so
// that a model's empty reply never empties the memory.
type replace struct{ notes string }

func (s *replace) add(w written) []string {
	if w.text != "" {
		s.notes = w.text
	}
	return nil
}
func (s *replace) narrative() string { return s.notes }
func (s *replace) text() string      { return s.notes }

func (s *replace) edit(f func(string) string) {
	s.notes = strings.Join(edited(strings.Split(s.notes, "\n"), f), "\n")
}

func edited(lines []string, f func(string) string) []string {
	var out []string
	for _, line := range lines {
		if changed := f(line); changed != "" || line == "" {
			out = append(out, changed)
		}
	}
	return out
}

// appendDeduplicate keeps a numbered list of facts. A new fact that shares its first
// prefixLength characters with a stored one, whatever the case, replaces it in its place.
type appendDeduplicate struct {
	prefixLength int
	facts        []string
}

func (s *appendDeduplicate) add(w written) []string {
	for _, f := range w.facts {
		key := s.key(f)
		found := false
		for i, old := range s.facts {
			if s.key(old) == key {
				s.facts[i], found = f, true
				break
			}
		}
		if !found {
			s.facts = append(s.facts, f)
		}
	}
	return nil
}

func (s *appendDeduplicate) key(fact string) string { return prefixKey(fact, s.prefixLength) }

// prefixKey is the part of a fact by which it is told apart, in characters rather than bytes.
func prefixKey(fact string, length int) string {
	r := []rune(strings.ToLower(fact))
	return string(r[:min(len(r), length)])
}

func (s *appendDeduplicate) narrative() string { return "" }

func (s *appendDeduplicate) edit(f func(string) string) { s.facts = edited(s.facts, f) }

func (s *appendDeduplicate) text() string {
	var b strings.Builder
	for i, f := range s.facts {
		fmt.Fprintf(&b, "%d. %s\n", i+1, f)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// twoTracks keeps a list of facts and, under it, a narrative.
type twoTracks struct {
	facts   appendDeduplicate
	summary replace
}

func (s *twoTracks) add(w written) []string {
	return append(s.facts.add(w), s.summary.add(w)...)
}
func (s *twoTracks) narrative() string { return s.summary.narrative() }

func (s *twoTracks) edit(f func(string) string) {
	s.facts.edit(f)
	s.summary.edit(f)
}

func (s *twoTracks) text() string {
	facts, summary := s.facts.text(), s.summary.text()
	if facts == "" && summary == "" {
		return ""
	}
	return "Facts:\n" + facts + "\n\nSummary:\n" + summary
}
