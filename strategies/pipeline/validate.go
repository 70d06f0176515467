package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/llm"
	"contextarena.internal/words"
)

// checked are extracted sections after the check against what they were extracted from.
type checked struct {
	sections []section
	gaps     []string // what is missing or looks wrong, one a line
	kept     int      // notes
}

// maxGaps bounds how many gaps are told in one cycle.
const maxGaps = 20

// validate checks extracted sections against the messages and the notes before them:
//
//   - an identifier must stand in them character for character. One that differs in marks or case
//     only is put right; a line with another one is dropped;
//   - a note with an identifier that the new sections lack is kept, unless a line on the same thing took
//     its place, and of a section cut at its cap any note;
//   - an identifier of the user's messages must stand in the new sections or in notes that stay.
//
// What fails is a gap.
func validate(sections, before []section, p *Plan) checked {
	c := checked{sections: sections}
	said := map[string]string{} // identifiers as they were written, by their keys
	for _, id := range words.Identifiers(p.Transcript() + "\n" + joined(before)) {
		said[words.CodeKey(id.Value)] = id.Value
	}
	for i := range c.sections {
		s := &c.sections[i]
		s.lines = slices.DeleteFunc(s.lines, func(line string) bool { return c.invented(s.heading, line, said) })
		for j, line := range s.lines {
			for _, id := range words.Identifiers(line) {
				if right := said[words.CodeKey(id.Value)]; right != id.Value {
					s.lines[j] = strings.ReplaceAll(s.lines[j], id.Value, right)
				}
			}
		}
	}
	stay := c.vanished(before)
	after := joined(stay)
	for _, m := range p.Segment {
		if m.Role != llm.User {
			continue
		}
		for _, id := range words.Identifiers(m.Text) {
			if !strings.Contains(after, id.Value) {
				c.gaps = append(c.gaps, fmt.Sprintf("the messages have %s and the notes don't", id.Value))
			}
		}
	}
	return c
}

// invented reports whether a line has an identifier that nobody wrote.
func (c *checked) invented(heading, line string, said map[string]string) bool {
	for _, id := range words.Identifiers(line) {
		if said[words.CodeKey(id.Value)] == "" {
			c.gaps = append(c.gaps, fmt.Sprintf("%s: nobody wrote %s: %s", heading, id.Value, line))
			return true
		}
	}
	return false
}

// vanished keeps the notes that the new sections have lost, and returns all that stands now.
func (c *checked) vanished(before []section) (stay []section) {
	after := joined(c.sections)
	for _, old := range before {
		at := slices.IndexFunc(c.sections, func(s section) bool { return s.heading == old.heading && len(s.lines) > 0 })
		if at < 0 {
			stay = append(stay, old) // of this kind nothing was written
			continue
		}
		s := &c.sections[at]
		for _, line := range old.lines {
			lost := slices.ContainsFunc(words.Identifiers(line), func(id words.Identifier) bool { return !strings.Contains(after, id.Value) })
			same := func(line2 string) bool { return subjectOf(line2) == subjectOf(line) }
			if (lost || s.cut) && !slices.ContainsFunc(s.lines, same) {
				s.lines = append(s.lines, line)
				c.kept++
				c.gaps = append(c.gaps, fmt.Sprintf("%s: the notes had this and the new ones don't: %s", old.heading, line))
			}
		}
	}
	return append(stay, c.sections...)
}

func (c *checked) warnings() (out []string) {
	if c.kept > 0 {
		out = append(out, fmt.Sprintf("%d notes that the new ones lacked were kept", c.kept))
	}
	if len(c.gaps) > 0 {
		out = append(out, fmt.Sprintf("%d gaps were found in the extraction", len(c.gaps)))
	}
	return out
}
