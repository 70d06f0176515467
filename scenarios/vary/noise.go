package vary

import (
	"math/rand/v2"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios/filler"
)

// noise puts small talk that states nothing at the end of about half of what the user says, in the
// same paragraph or as one of its own. Talk in which anything of the scenario would be recognised is
// passed over.
func noise(s *arena.Scenario, r *rand.Rand) error {
	w := witnessOf(s)
	talk := filler.New(r)
	changed := 0
	for i := range s.Turns {
		if r.IntN(2) == 0 {
			continue
		}
		if ex, ok := talk.Fitting(remarkTries, func(ex filler.Exchange) bool { return w.silent(ex.User) }); ok {
			said := strings.TrimSpace(s.Turns[i].User)
			joint := " "
			if r.IntN(2) == 0 || strings.Contains(said, "\n") {
				joint = "\n\n" // never into a list or a table
			}
			s.Turns[i].User = said + joint + ex.User
			changed++
		}
	}
	if changed == 0 {
		return ErrNothing
	}
	return nil
}

// remarkTries bounds how much small talk is tried for one message.
const remarkTries = 50
