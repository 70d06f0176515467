package layers

import (
	"slices"
	"strings"
)

// longestFinding bounds a finding, in characters.
const longestFinding = 240

// finding is a fact that a call of its own found.
type finding struct {
	kind int
	text string
}

// of is what the finding is of, where it says so before a colon; else the whole of it.
func (f finding) of() string {
	if what, _, ok := keyed(f.text); ok {
		return what
	}
	return f.text
}

// findings are what calls of their own found, in the order in which it was last found.
type findings struct{ list []finding }

// add takes a finding. It takes the place of an older one of the same kind and of the same thing.
func (s *findings) add(f finding) {
	s.list = slices.DeleteFunc(s.list, func(old finding) bool { return old.kind == f.kind && sameName(old.of(), f.of()) })
	s.list = append(s.list, f)
}

// fit drops what was found longest ago until the text keeps to a budget, and returns how many it
// dropped.
func (s *findings) fit(budget int, tokens func(string) int) int {
	before := len(s.list)
	for len(s.list) > 0 {
		n := tokens(s.text())
		if n <= budget {
			break
		}
		s.list = s.list[max(1, len(s.list)*(n-budget)/n):]
	}
	return before - len(s.list)
}

// text are the findings by kind.
func (s *findings) text() string {
	var b strings.Builder
	for i, k := range factKinds {
		headed := false
		for _, f := range s.list {
			if f.kind != i {
				continue
			}
			if !headed {
				b.WriteString("## " + k.heading + ", asked for by themselves; of two lines on one thing the later holds\n")
				headed = true
			}
			b.WriteString("- " + f.text + "\n")
		}
	}
	return b.String()
}
