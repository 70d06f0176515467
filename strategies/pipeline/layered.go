package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// verbatimCycles is how many of the newest cycles' notes layered keeps as they were written.
const verbatimCycles = 2

// layered keeps notes in two layers: those of the newest cycles as they were written, each under its
// cycle, and before them those of all earlier cycles as one list, in which a fact that begins like
// another one replaces it. Beyond the budget the list's facts written longest ago go, then the first
// lines of the older notes. No model is asked to consolidate.
type layered struct {
	earlier ledger
	through int // the last cycle that the list covers
	recent  []leaf
}

// leaf is what one cycle wrote, line by line.
type leaf struct {
	cycle int
	lines []row
}

func (s *layered) add(w written) []string {
	s.earlier.cycle++
	text := w.asWritten()
	if text == "" {
		return nil
	}
	l := leaf{cycle: s.earlier.cycle}
	for line := range strings.SplitSeq(text, "\n") {
		l.lines = append(l.lines, s.line(line))
	}
	s.recent = append(s.recent, l)
	if len(s.recent) > verbatimCycles {
		oldest := s.recent[0]
		s.recent = s.recent[1:]
		s.earlier.put(listed(oldest.text()), oldest.cycle)
		s.through = oldest.cycle
	}
	return s.fit()
}

func (s *layered) line(text string) row { return row{text: text, cost: s.earlier.tokens(text + "\n")} }

// fit keeps both layers and their headings to the budget.
func (s *layered) fit() []string {
	room := s.earlier.budget - s.earlier.tokens(s.heading())
	for _, l := range s.recent {
		room -= s.earlier.tokens(l.heading())
		for _, r := range l.lines {
			room -= r.cost
		}
	}
	dropped := s.earlier.fit(max(0, room))
	for i := range s.recent {
		l := &s.recent[i]
		for room < 0 && len(l.lines) > 0 {
			room += l.lines[0].cost
			l.lines = l.lines[1:]
			dropped++
		}
	}
	s.recent = slices.DeleteFunc(s.recent, func(l leaf) bool { return len(l.lines) == 0 })
	return overBudget(dropped)
}

func (s *layered) heading() string { return fmt.Sprintf("Cycles 1 to %d:\n", s.through) }
func (l leaf) heading() string     { return fmt.Sprintf("Cycle %d:\n", l.cycle) }

func (l leaf) text() string {
	lines := make([]string, len(l.lines))
	for i, r := range l.lines {
		lines[i] = r.text
	}
	return strings.Join(lines, "\n")
}

func (s *layered) narrative() string { return "" }

func (s *layered) text() string {
	var parts []string
	if len(s.earlier.rows) > 0 {
		var b strings.Builder
		b.WriteString(s.heading())
		for _, r := range s.earlier.rows {
			b.WriteString(item(r.text))
		}
		parts = append(parts, strings.TrimSuffix(b.String(), "\n"))
	}
	for _, l := range s.recent {
		parts = append(parts, l.heading()+l.text())
	}
	return strings.Join(parts, "\n\n")
}

func (s *layered) edit(f func(string) string) {
	s.earlier.edit(f)
	for i := range s.recent {
		l := &s.recent[i]
		kept := l.lines[:0]
		for _, r := range l.lines {
			switch changed := f(r.text); {
			case changed == r.text:
				kept = append(kept, r)
			case changed != "":
				kept = append(kept, s.line(changed))
			}
		}
		l.lines = kept
	}
	s.recent = slices.DeleteFunc(s.recent, func(l leaf) bool { return len(l.lines) == 0 })
}
