package datasets

import (
	"fmt"

	"contextarena.internal/arena"
)

// Shares count probes by what can judge the answers.
type Shares struct{ Value, Answer, Judge, Absent int }

// SharesOf are those of scenarios.
func SharesOf(ss ...*arena.Scenario) (out Shares) {
	for _, s := range ss {
		for _, p := range s.Probes {
			switch {
			case p.Kind == arena.Absent:
				out.Absent++
			case p.Only == arena.OnlyJudge:
				out.Judge++
			case p.Only == arena.OnlyAnswer:
				out.Answer++
			default:
				out.Value++
			}
		}
	}
	return out
}

// String says which share each is of what somebody said.
func (s Shares) String() string {
	n := s.Value + s.Answer + s.Judge
	share := func(k int) string { return fmt.Sprintf("%.0f %%", 100*float64(k)/float64(max(1, n))) }
	return fmt.Sprintf("Of %d answers %s are values found in their evidence, %s values in the answer alone, and %s for a judge alone. Questions without an answer: %d.",
		n, share(s.Value), share(s.Answer), share(s.Judge), s.Absent)
}
