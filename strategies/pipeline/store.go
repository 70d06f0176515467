package pipeline

import (
	"fmt"
	"strings"
)

// noteStore is the notes a pipeline keeps.
type noteStore interface {
	// add joins what was written to the notes. What it had to drop to stay within its bounds is
	// returned as warnings.
	add(w written) (warnings []string)
	// narrative is the running text so far, for an encoder that rewrites it. It is empty where what
	// is written is added to the notes rather than put in their place.
	narrative() string
	// text is the whole memory text.
	text() string
	// edit replaces each line by what f makes of it, and drops those of which nothing is left.
	edit(f func(line string) string)
}

// replace keeps the newest text, or list of facts, and forgets the one before. Nothing written
// replaces nothing, so that a model's empty reply never empties the memory.
type replace struct {
	tokens func(text string) int
	budget int // tokens; 0 for no more bound than a reply has
	notes  string
}

func (s *replace) add(w written) []string {
	text := w.text
	if text == "" {
		text = numberedList(w.facts)
	}
	if text == "" {
		return nil
	}
	s.notes = text
	if s.budget == 0 || s.tokens(text) <= s.budget {
		return nil
	}
	s.notes = beginning(text, s.budget, s.tokens)
	return []string{"the end of the notes was cut to keep them within keep_tokens"}
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

// beginning is as many of a text's first lines as a budget of tokens allows, or where the first is
// too long already, of its words.
func beginning(text string, budget int, tokens func(string) int) string {
	for _, separator := range []string{"\n", " "} {
		at, room := 0, budget
		for part := range strings.SplitAfterSeq(text, separator) {
			if room -= tokens(part); room < 0 {
				break
			}
			at += len(part)
		}
		if at > 0 {
			return strings.TrimSpace(text[:at])
		}
		text, _, _ = strings.Cut(text, "\n")
	}
	return ""
}

// twoTracks keeps facts in a store of their own and, under them, a running summary.
type twoTracks struct {
	facts   noteStore
	summary replace
}

func (s *twoTracks) add(w written) []string {
	return append(s.facts.add(written{facts: w.facts}), s.summary.add(written{text: w.text})...)
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

// numberedList is a list of facts as it is shown.
func numberedList(facts []string) string {
	var b strings.Builder
	for i, f := range facts {
		fmt.Fprintf(&b, "%d. %s\n", i+1, f)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// asWritten is what was written, one after another: a text as it stands, facts as a list.
func (w written) asWritten() string {
	if len(w.facts) > 0 {
		return numberedList(w.facts)
	}
	return w.text
}
