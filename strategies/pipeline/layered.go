package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
)

// verbatimCycles is how many of the newest cycles' notes layered keeps as they were written.
const verbatimCycles = 2

// layered keeps notes in two layers: those of the newest cycles as they were written, each under its
// cycle, and before them those of all earlier cycles as one list, in which a fact that begins like
// another one replaces it. Beyond the budget the list's facts written longest ago go, then the first
// lines of the older notes. No model is asked to consolidate.
type layered struct {
	earlier headedNotes
	through int // the last cycle that the list covers
	recent  []cycleNotes
}

// cycleNotes is what one cycle wrote, line by line.
type cycleNotes struct {
	cycle int
	lines []string
}

func (l cycleNotes) text() string {
	return fmt.Sprintf("Cycle %d:\n%s", l.cycle, strings.Join(l.lines, "\n"))
}

func (s *layered) add(w written) []string {
	s.earlier.cycle++
	if text := w.asWritten(); text != "" {
		s.recent = append(s.recent, cycleNotes{s.earlier.cycle, strings.Split(text, "\n")})
	}
	if len(s.recent) > verbatimCycles {
		oldest := s.recent[0]
		s.recent = s.recent[1:]
		s.earlier.put("", oldest.cycle, listed(strings.Join(oldest.lines, "\n"))...)
		s.through = oldest.cycle
	}
	room := s.earlier.budget - s.earlier.tokens(s.heading())
	for _, l := range s.recent {
		room -= s.earlier.tokens(l.text() + "\n")
	}
	dropped := s.earlier.fitTo(max(0, room))
	for i := range s.recent {
		l := &s.recent[i]
		dropped += memo.Drop(len(l.lines), memo.Unaged, func() bool { return room < 0 }, func(int) {
			room += s.earlier.tokens(l.lines[0] + "\n")
			l.lines = l.lines[1:]
		})
	}
	s.sweep()
	return forgotten(dropped)
}

func (s *layered) sweep() {
	s.recent = slices.DeleteFunc(s.recent, func(l cycleNotes) bool { return len(l.lines) == 0 })
}

func (s *layered) heading() string { return fmt.Sprintf("Cycles 1 to %d:\n", s.through) }

func (s *layered) narrative() string { return "" }

func (s *layered) text() string {
	var parts []string
	if len(s.earlier.entries) > 0 {
		parts = append(parts, s.heading()+s.earlier.text())
	}
	for _, l := range s.recent {
		parts = append(parts, l.text())
	}
	return strings.Join(parts, "\n\n")
}

func (s *layered) edit(f func(string) string) {
	s.earlier.edit(f)
	for i := range s.recent {
		s.recent[i].lines = edited(s.recent[i].lines, f)
	}
	s.sweep()
}
