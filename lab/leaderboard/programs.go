package leaderboard

import (
	"fmt"

	"contextarena.internal/lab"
)

// programs counts, by strategy and model, how many of the programs that models wrote could be used. A
// trial tells it by a warning of its own (rllm's remarks); in the rest of the programs' cycles the
// memory holds what other means gave.
func programs(r lab.Result) []string {
	type arm struct{ strategy, model string }
	counts := map[arm][2]int{}
	var arms []arm
	for _, t := range r.Trials {
		for _, w := range t.Warnings {
			var worked, written int
			if _, err := fmt.Sscanf(w, "%d of %d programs worked", &worked, &written); err != nil {
				continue
			}
			a := arm{t.Strategy, t.Model}
			before, known := counts[a]
			if !known {
				arms = append(arms, a)
			}
			counts[a] = [2]int{before[0] + worked, before[1] + written}
		}
	}
	var out []string
	for _, a := range arms {
		n := counts[a]
		out = append(out, fmt.Sprintf("%s on %s: %d of the %d programs that the model wrote worked; arena show TRIAL says what kinds of code they were, and why the others didn't.", a.strategy, a.model, n[0], n[1]))
	}
	return out
}
