package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/llm"
)

// checked are extracted sections after the check against what they were extracted from.
type checked struct {
	sections []section
	gaps     []string // what is missing or looks wrong, one a line
	warnings []string

	restored, kept, dropped int // identifiers put right, notes kept, lines dropped
	lines                   *lines
}

// maxGaps bounds how many gaps are told in one cycle.
const maxGaps = 20

// validate checks extracted sections against the messages and the notes before them:
//
//   - an identifier must stand in them character for character. One that differs in marks or case
//     only is put right; a line of the identifiers' section with another one is dropped;
//   - a note with an identifier that the new sections lack is kept, unless a line took its place, and
//     of a section cut at its cap any note;
//   - a correction must have an old and a new value;
//   - a number must stand in the messages or the notes, except in a date, of which there are many
//     ways to write it;
//   - an identifier of the user's messages must stand in the new sections or in notes that stay.
//
// What fails is a gap.
func validate(sections, before []section, p *Plan, read *lines) checked {
	read.next()
	c := checked{sections: sections, lines: read}
	source := p.Transcript() + "\n" + joined(before)
	c.identifiers(source)
	c.vanished(before)
	c.corrections()
	c.numbers(source)
	c.covered(before, p)
	c.warn()
	return c
}

func (c *checked) gap(format string, args ...any) {
	c.gaps = append(c.gaps, fmt.Sprintf(format, args...))
}

func (c *checked) identifiers(source string) {
	said := c.lines.mentionsOf(source)
	bare := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(said.ids)) {
		bare[bareIdentifier(id)] = id
	}
	for i := range c.sections {
		s := &c.sections[i]
		s.lines = slices.DeleteFunc(s.lines, func(line string) bool {
			for _, id := range c.lines.read(line).ids {
				if !said.have(id) && bare[bareIdentifier(id)] == "" {
					c.gap("%s: nobody wrote %s: %s", s.heading, id, line)
					if s.heading == strings.ToUpper(kindIdentifiers) {
						c.dropped++
						return true
					}
				}
			}
			return false
		})
		for j, line := range s.lines {
			for _, id := range c.lines.read(line).ids {
				if right := bare[bareIdentifier(id)]; right != "" && !said.have(id) {
					s.lines[j] = strings.ReplaceAll(s.lines[j], id, right)
					c.restored++
				}
			}
		}
	}
}

func (c *checked) vanished(before []section) {
	after := c.lines.mentionsOf(joined(c.sections))
	for _, old := range before {
		at := sectionOf(c.sections, old.heading)
		if at < 0 {
			continue // these notes stay
		}
		for _, line := range old.lines {
			lost := slices.ContainsFunc(c.lines.read(line).ids, func(id string) bool { return !after.have(id) })
			if (lost || c.sections[at].cut) && !c.replaced(line) {
				c.sections[at].lines = append(c.sections[at].lines, line)
				c.kept++
				c.gap("%s: the notes had this and the new ones don't: %s", old.heading, line)
			}
		}
	}
}

// sectionOf is the index of the section with the heading if anything was written under it, else -1.
func sectionOf(sections []section, heading string) int {
	return slices.IndexFunc(sections, func(s section) bool { return s.heading == heading && len(s.lines) > 0 })
}

// replaced reports whether a new line is about what the old one is about: it has the same words
// before its colon, or all of the old one's words besides its identifiers.
func (c *checked) replaced(line string) bool {
	old := c.lines.read(line)
	for _, s := range c.sections {
		for _, line := range s.lines {
			fresh := c.lines.read(line)
			if fresh.subject == old.subject {
				return true
			}
			missing := func(word string) bool { return !slices.Contains(fresh.words, word) }
			if len(old.words) > 0 && !slices.ContainsFunc(old.words, missing) {
				return true
			}
		}
	}
	return false
}

func (c *checked) corrections() {
	for _, s := range c.sections {
		if s.heading != strings.ToUpper(kindCorrections) {
			continue
		}
		for _, line := range s.lines {
			if !c.lines.read(line).hasBothValues() {
				c.gap("%s: without its old value: %s", s.heading, line)
			}
		}
	}
}

func (c *checked) numbers(source string) {
	said := map[string]bool{}
	for line := range strings.Lines(source) {
		for _, n := range c.lines.read(line).numbers {
			said[n] = true
		}
	}
	for _, s := range c.sections {
		if s.heading == strings.ToUpper(kindDates) {
			continue
		}
		for _, line := range s.lines {
			for _, n := range c.lines.read(line).numbers {
				if !said[n] {
					c.gap("%s: nobody said %s: %s", s.heading, n, line)
					break
				}
			}
		}
	}
}

// covered looks for identifiers of the user's messages.
func (c *checked) covered(before []section, p *Plan) {
	stay := slices.Clone(c.sections)
	for _, old := range before {
		if sectionOf(c.sections, old.heading) < 0 {
			stay = append(stay, old)
		}
	}
	after := c.lines.mentionsOf(joined(stay))
	seen := map[string]bool{}
	for _, m := range p.Segment {
		if m.Role != llm.User {
			continue
		}
		for _, id := range identifiersIn(m.Text) {
			if !seen[id] && !after.have(id) {
				c.gap("the messages have %s and the notes don't", id)
			}
			seen[id] = true
		}
	}
}

func (c *checked) warn() {
	for _, w := range []struct {
		n    int
		what string
	}{
		{c.restored, "identifiers were put right after the messages"},
		{c.dropped, "lines with an identifier that nobody wrote were dropped"},
		{c.kept, "notes that the new ones lacked were kept"},
		{len(c.gaps), "gaps were found in the extraction"},
	} {
		if w.n > 0 {
			c.warnings = append(c.warnings, fmt.Sprintf("%d %s", w.n, w.what))
		}
	}
	if len(c.gaps) > maxGaps {
		c.gaps = c.gaps[:maxGaps]
	}
}
