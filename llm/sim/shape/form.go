package shape

import (
	"slices"
	"strings"
)

// Form is one of the forms that a line of a reply can have:
//
//   - TABLE: name | guest: seat | was: old seat
//
// It has a mark and a label that are written as they stand, and segments with bars between them. A
// form is told by its links; its fields are told by their words, or where an example stands in place
// of words ("pre_money = $12M <- price * count") by their links.
type Form struct {
	Mark     string // "- ", or "1. " for a numbered line
	Label    string // "TABLE", empty for none
	Segments []Segment
	between  string // what follows the label
}

// Segment is a stretch of a form that is there as a whole or not at all.
type Segment struct {
	Slots       []Slot
	Optional    bool // stands only where there is something to say: "(was 40)", "| was: 40"
	Many        bool // stands once for each thing said: "attribute: value"
	open, close string
}

// Slot is a field of a form.
type Slot struct {
	Role   Role
	Name   string // its words, lower case
	Snake  bool   // written in snake_case
	before string // literal text
}

// Named reports whether any label or field of a form has a word that begins with one of the stems.
func (f *Form) Named(stems ...string) bool {
	words := wordsOf(f.Label)
	for _, s := range f.Segments {
		for _, slot := range s.Slots {
			words = append(words, wordsOf(slot.Name)...)
		}
	}
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.ContainsFunc(stems, func(s string) bool { return strings.HasPrefix(w, s) })
	})
}

// Says reports whether the words of a field of the given role have one that begins with stem.
func (f *Form) Says(role Role, stem string) bool {
	return slices.ContainsFunc(f.Segments, func(s Segment) bool {
		return slices.ContainsFunc(s.Slots, func(s Slot) bool {
			return s.Role == role && slices.ContainsFunc(wordsOf(s.Name), func(w string) bool { return strings.HasPrefix(w, stem) })
		})
	})
}

// Replaces reports whether the form is for values that took the place of others.
func (f *Form) Replaces() bool {
	return f.Needs().Has(Old) || f.Named("supersed", "correct", "change", "revis", "amend", "replac") || f.Says(Object, "new") && f.Says(Old, "")
}

// Needs are the roles without which the form can't be written.
func (f *Form) Needs() Roles {
	var rs Roles
	for _, s := range f.Segments {
		if s.Optional || s.Many {
			continue
		}
		for _, slot := range s.Slots {
			rs |= 1 << slot.Role
		}
	}
	return rs
}

// Repeats reports whether the form has room for several things that are said of one.
func (f *Form) Repeats() bool {
	return slices.ContainsFunc(f.Segments, func(s Segment) bool { return s.Many })
}

// Write is the form with what a row says; empty if something is missing that it needs. More are the
// rows for the segments that stand once for each thing; what they leave out is of no matter.
func (f *Form) Write(r *Row, more []Row) string {
	var b strings.Builder
	b.WriteString(f.Mark + f.Label + f.between)
	said, lacking := 0, false
	many := false
	for _, s := range f.Segments {
		if s.Many {
			if many {
				continue // the example shows it twice
			}
			many = true
			for i := range more {
				if t := s.write(&more[i]); t != "" {
					b.WriteString(t)
					said++
				}
			}
			continue
		}
		t := s.write(r)
		if t == "" {
			lacking = lacking || !s.Optional && !(s.late() && said > 1)
			continue
		}
		said++
		b.WriteString(t)
	}
	if lacking || said == 0 || many && said == 1 && !f.Needs().Has(Where) {
		return ""
	}
	return b.String()
}

// late reports whether a segment only says what comes of a thing.
func (s *Segment) late() bool {
	return len(s.Slots) == 1 && (s.Slots[0].Role == Reason || s.Slots[0].Role == Confidence)
}

// write is a segment, empty if it lacks something. The parts of a path are one field.
func (s *Segment) write(r *Row) string {
	var b strings.Builder
	placed := false
	for _, slot := range s.Slots {
		c := r.Of(slot.Role)
		text := c.Text
		switch {
		case slot.Role == Where && placed:
			continue
		case slot.Role == Where:
			placed = true
			if len(c.List) > 0 {
				text = strings.Join(c.List, s.joint())
			}
		case slot.Role == Premises && len(c.List) > 0:
			text = strings.Join(c.List, ", ")
		}
		if text == "" {
			return ""
		}
		if slot.Snake {
			text = strings.Join(wordsOf(text), "_")
		}
		b.WriteString(slot.before + strings.NewReplacer("\n", " ", " | ", ", ").Replace(text))
	}
	return s.open + b.String() + s.close
}

// joint is what stands between the parts of a path.
func (s *Segment) joint() string {
	last := Slot{}
	for _, slot := range s.Slots {
		if slot.Role == Where && last.Role == Where {
			return slot.before
		}
		last = slot
	}
	return ", "
}

// Snaked reports whether the form's names are in snake_case.
func (f *Form) Snaked() bool {
	for _, s := range f.Segments {
		if slices.ContainsFunc(s.Slots, func(s Slot) bool { return s.Snake }) {
			return true
		}
	}
	return false
}
