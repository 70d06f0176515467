package sim

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// unknown is what a reader says that finds nothing.
const unknown = "I don't have that information."

// noted acknowledges a message without a word of it.
const noted = "Noted, thank you."

// reply answers a message that brings no material: its questions, one fact each; a task at length with
// all that holds. What asks for nothing is acknowledged, and so is what states facts and asks for none.
func (r *reading) reply() string {
	ask := r.instruction
	if found := r.world.candidates(ask); len(found) > 0 && strings.HasSuffix(ask, "?") {
		return cmp.Or(r.give(found), unknown)
	}
	var lines []string
	open, long := false, r.world.tasks.of(r.world, ask, (*World).asksAtLength)
	for _, q := range questions(ask) {
		if long && len(clauses(q)) > mostClauses {
			continue
		}
		line := r.answer(q)
		switch {
		case line != "" && line != unknown:
			lines = appendNew(lines, line)
		case aboutTalk(q):
			long = true
		default:
			open = true
		}
	}
	switch {
	case len(lines) > 0 && !long:
		return strings.Join(lines, "\n")
	case long && !r.states(ask):
		return cmp.Or(r.everything(), unknown)
	case open && (len(sentenceSpans(ask)) == 1 || !r.states(ask)):
		return unknown
	}
	return noted
}

// states reports whether a message states a fact of the world, in one part of it: what stands behind a semicolon may be said of what leads the
// list in, and "for Ada's page: the budget; then her loan" states nothing.
func (r *reading) states(text string) bool {
	return slices.ContainsFunc(r.looks.of(r.world, text, newLook).sightings, func(s sighting) bool {
		return !strings.Contains(text[s.Start:s.End], ";")
	})
}

// mostClauses is how many parts a question has at most that asks for one thing.
const mostClauses = 2

// everything is all that holds, what follows from it included, one fact a line.
func (r *reading) everything() string {
	b := r.belief()
	var lines []string
	for _, i := range b.ordered() {
		if b.facts[i].holds {
			if line := r.give([]candidate{{i, 1}}); line != "" {
				lines = appendNew(lines, line)
			}
		}
	}
	for _, l := range b.unclaimed() {
		lines = appendNew(lines, sentenceText(l.text))
	}
	if len(lines) == 0 {
		return ""
	}
	return "- " + strings.Join(lines, "\n- ")
}

func appendNew(lines []string, line string) []string {
	if slices.Contains(lines, line) {
		return lines
	}
	return append(lines, line)
}

// answer is what is known of what one question asks; empty if nothing of the kind is known anywhere,
// and the words for that if only this material lacks it.
func (r *reading) answer(question string) string {
	if found := r.world.candidates(question); len(found) > 0 {
		return cmp.Or(r.give(found), unknown)
	}
	return r.closest(question)
}

// give states the fact that is asked for; empty if it isn't known.
func (r *reading) give(found []candidate) string {
	b, asked := r.belief(), found[0].fact
	fact := r.meant(asked)
	if r.happens(rivalry, r.Rival*r.alike(found), asked) {
		for _, c := range found[1:] {
			if other := r.meant(c.fact); other >= 0 && r.world.chain[c.fact] != r.world.chain[asked] {
				return sentenceText(b.says(other))
			}
		}
	}
	if fact < 0 || r.happens(abstention, r.Abstain, asked) {
		return ""
	}
	if n := len(r.world.Facts[fact].Operands); n > 0 && b.facts[fact].quote == "" && r.happens(arithmetic, 1-math.Pow(1-r.Miscalculate, float64(n-1)), fact) {
		return ""
	}
	if old := r.replaced(fact); old >= 0 && r.happens(staleness, r.Stale, asked) {
		fact = old
	}
	return sentenceText(b.says(fact))
}

// alike is how near the second candidate of another chain comes to the first, 0 to 1.
func (r *reading) alike(found []candidate) float64 {
	for _, c := range found[1:] {
		if r.world.chain[c.fact] != r.world.chain[found[0].fact] {
			return c.score / found[0].score
		}
	}
	return 0
}

// meant is the fact that is told when one is asked for: it itself where it is of the past, else the one
// of its chain that holds by the material; -1 if there is none.
func (r *reading) meant(i int) int {
	b := r.belief()
	for _, j := range r.world.chains[r.world.chain[i]] {
		if r.world.replaces(j, i) {
			if b.facts[i].known {
				return i
			}
			return -1
		}
	}
	return b.holder(i)
}

// replaced is an older value of a fact's chain that the material has too; -1 for none.
func (r *reading) replaced(i int) int {
	b := r.belief()
	for _, j := range slices.Backward(r.world.chains[r.world.chain[i]]) {
		if j != i && b.facts[j].known && !b.facts[j].holds {
			return j
		}
	}
	return -1
}

// closest is the sentence of the material, among those that belong to no fact, that has most of the
// question's words for its length, the newer of equal ones; empty if it hasn't half of them.
func (r *reading) closest(question string) string {
	var texts []string
	for _, l := range slices.Backward(r.belief().unclaimed()) {
		texts = append(texts, l.text)
	}
	q := contentWords(question)
	if len(q) == 0 || len(texts) == 0 {
		return ""
	}
	text := texts[chooser(texts)(q)]
	if 2*common(q, contentWords(text)) < len(q) {
		return ""
	}
	return sentenceText(text)
}
