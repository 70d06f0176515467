package vary

import (
	"math/rand/v2"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// rule rewrites one place of a text.
type rule struct {
	find *words.Expression // the place
	// say is what to say instead; "" or the same text leaves the place as it is.
	say func(text string, m []int) string
}

// rewriteUsers applies rules to what the user says, each place with probability one half and by one
// rule. A place is rewritten only if everything that is recognised in the message is recognised as
// often as before, and nothing else is: so every rewriting keeps to what the scenario's patterns
// accept. Lines that look like code, a table or a log stay as they are.
func rewriteUsers(s *arena.Scenario, r *rand.Rand, rules []rule) error {
	w := witnessOf(s)
	changed := false
	// If chance picks nothing, everything is rewritten.
	for _, skip := range []func() bool{func() bool { return r.IntN(2) == 0 }, func() bool { return false }} {
		if changed {
			break
		}
		for i := range s.Turns {
			text := w.rewrite(s.Turns[i].User, rules, skip)
			changed = changed || text != s.Turns[i].User
			s.Turns[i].User = text
		}
	}
	if !changed {
		return ErrNothing
	}
	return nil
}

// rewrite applies rules to the places of a text that aren't skipped.
func (w witness) rewrite(text string, rules []rule, skip func() bool) string {
	var want []int
	for _, p := range slices.Backward(places(text, rules)) { // from the end, so that the others stay where they are
		if skip() {
			continue
		}
		instead := p.by.say(text, p.match)
		if instead == "" || instead == text[p.match[0]:p.match[1]] {
			continue
		}
		if want == nil {
			want = w.sees(text)
		}
		next := text[:p.match[0]] + instead + text[p.match[1]:]
		if slices.Equal(want, w.sees(next)) {
			text = next
		}
	}
	return text
}

// place is where a rule may be applied.
type place struct {
	by    rule
	match []int
}

// places are those of all rules, in the order of the text. Where two overlap the earlier rule has it.
func places(text string, rules []rule) []place {
	var out []place
	for _, by := range rules {
		for _, m := range by.find.FindAllStringSubmatchIndex(text, -1) {
			taken := slices.ContainsFunc(out, func(p place) bool { return m[0] < p.match[1] && p.match[0] < m[1] })
			if !taken && !tabular(text, m[0]) {
				out = append(out, place{by, m})
			}
		}
	}
	slices.SortFunc(out, func(a, b place) int { return a.match[0] - b.match[0] })
	return out
}

// tabular reports whether a place stands in a line of code, a table or a log.
func tabular(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	return strings.ContainsAny(line, "|`{}=<>") || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
}
