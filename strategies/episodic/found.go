package episodic

import (
	"slices"
	"strings"

	"contextarena.internal/strategies/memo"
	"contextarena.internal/words"
)

// finding is a fact that a call of its own found.
type finding struct {
	kind        int
	what, value string
}

// findings are what calls of their own found, in the order in which it was last found.
type findings struct{ list []finding }

// add takes a finding. It takes the place of an older one of the same kind and of the same thing.
func (s *findings) add(f finding) {
	s.list = slices.DeleteFunc(s.list, func(old finding) bool { return old.kind == f.kind && words.SameName(old.what, f.what) })
	s.list = append(s.list, f)
}

// fit drops what was found longest ago until the text keeps to a budget, and returns how many it
// dropped.
func (s *findings) fit(budget int, tokens func(string) int) (dropped int) {
	s.list, dropped = memo.Fit(s.list, memo.Unaged, budget, func(fs []finding) int {
		return tokens((&findings{fs}).text())
	})
	return dropped
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
				b.WriteString("## " + k.heading() + ", asked for by themselves; of two lines on one thing the later holds\n")
				headed = true
			}
			b.WriteString("- " + f.what + ": " + f.value + "\n")
		}
	}
	return b.String()
}
