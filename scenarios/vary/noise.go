package vary

import (
	"math/rand/v2"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/scenarios/filler"
)

// noise puts a remark that states nothing into about half of what the user says: one sentence of
// small talk behind the message, before it if that hides no greeting, or as a paragraph of its own.
// A remark in which anything of the scenario would be recognised is passed over.
func noise(s *arena.Scenario, r *rand.Rand) error {
	w := witnessOf(s)
	talk := filler.New(r)
	changed := 0
	for i := range s.Turns {
		if r.IntN(2) == 0 {
			continue
		}
		if remark, ok := quiet(w, talk); ok {
			said := strings.TrimSpace(s.Turns[i].User)
			joint := " "
			if r.IntN(2) == 0 || strings.Contains(said, "\n") {
				joint = "\n\n" // never into a list or a table
			}
			s.Turns[i].User = said + joint + remark
			changed++
		}
	}
	if changed == 0 {
		return ErrNothing
	}
	return nil
}

// remarkTries bounds how many remarks are tried for one message.
const remarkTries = 50

// quiet is a remark of two or three sentences in which nothing is recognised.
func quiet(w witness, talk *filler.Talk) (string, bool) {
	for range remarkTries {
		remark := talk.Next().User
		silent := true
		for _, n := range w.sees(remark) {
			silent = silent && n == 0
		}
		if silent {
			return remark, true
		}
	}
	return "", false
}
