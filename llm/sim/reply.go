package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// reply is a turn in a dialogue: an answer to what is asked, from everything before it and what
// the message itself quotes and states; else a nod.
func (r *reading) reply(a *asked) string {
	r.conversation(a, a.last)
	before := len(r.items)
	for _, b := range a.quoted {
		if b.origin() == talk {
			r.transcript(b.text)
		} else {
			r.add(r.texts.of("user", b.text), b.origin() == ownNotes)
		}
	}
	var question string
	aside := false
	told := r.texts.of("user", a.text)
	if at := requestIn(a.text); at >= 0 {
		question = a.text[at:] // a list of what is wanted states nothing
		r.add(r.texts.of("user", a.text[:at]), false)
	} else {
		question, aside = questionIn(a.text, told)
		r.add(told, false)
	}
	own := r.items[before:]
	for _, m := range a.Messages[a.last+1:] {
		r.add(r.texts.of(string(m.Role), m.Text), false)
	}
	r.number(a.Seed, a.Sample)
	occasion := onAnswer
	for _, c := range told {
		occasion = mix(occasion ^ c.Shape)
	}
	if question == "" {
		return r.nod(occasion, own)
	}
	lines := r.answer(occasion, question, told, a)
	switch {
	case len(lines) > 0 && a.limits.bare:
		return r.bare(lines[0], a)
	case len(lines) > 0:
		return phrased(lines, a.limits)
	case aside:
		return r.nod(occasion, own)
	}
	return dontKnow[int(r.unit(onNod, occasion, 0)*float64(len(dontKnow)))]
}

// answer is what is known of what is asked, line by line; nothing if nothing is known.
func (r *reading) answer(occasion uint64, question string, told []*read.Clause, a *asked) []string {
	facts := r.believe(occasion, r.OverlookAnswers, a.exact)
	r.age(occasion, facts)
	lines := r.everything(question, facts, belief.Answer(question, facts, r.slips(occasion)))
	if len(lines) == 0 {
		return nil
	}
	for i := range facts {
		for j := range lines {
			lines[j] = r.copied(lines[j], &facts[i], a.exact)
		}
	}
	r.known = facts
	return append(lines, r.volunteer(occasion, told, a, facts, lines)...)
}

// everything adds, for what is asked in full ("every item with its quantity") and isn't called by a
// name that anybody used, all facts that give such values.
func (r *reading) everything(question string, facts []belief.Fact, lines []string) []string {
	for part := range strings.FieldsFuncSeq(question, func(c rune) bool { return strings.ContainsRune(",;:.?!\n", c) }) {
		all, amounts := false, false
		for w := range wordsOf(part) {
			all = all || w == "all" || w == "every" || w == "each" || w == "everything"
			amounts = amounts || begins(w, []string{"amount", "quantit", "count", "measure"})
		}
		if !all || !amounts || len(belief.Answer(part, facts, belief.Slips{})) > 0 {
			continue
		}
		for i := range facts {
			f := &facts[i]
			if f.Absorbed || f.Clause.Speaker == "assistant" || !slices.ContainsFunc(f.Now, func(v read.Value) bool { return v.Kind == read.Amount && v.Unit != "" && v.Per == "" }) {
				continue
			}
			if line := r.line(f, false); !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, line) }) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// bare is the value alone that a line gives: the last one that the question doesn't name.
func (r *reading) bare(line string, a *asked) string {
	value := line
	if _, after, ok := strings.Cut(line, ": "); ok {
		value = after
	}
	named := map[string]bool{}
	for _, c := range r.texts.of("user", a.text) {
		for _, v := range c.Values {
			named[v.Key] = true
		}
	}
	for _, c := range read.Clauses(line) {
		for _, v := range c.Values {
			if !named[v.Key] {
				value = v.Text
			}
		}
	}
	return strings.TrimSuffix(value, ".")
}

// dontKnow are answers of a reader that finds nothing.
var dontKnow = []string{
	"I don't know: this conversation doesn't say.",
	"That isn't mentioned in what I have.",
	"I have no information about that.",
}

// volunteer adds lines about facts that share words with the questions in what was told.
func (r *reading) volunteer(occasion uint64, told []*read.Clause, a *asked, facts []belief.Fact, given []string) []string {
	want := r.Volunteered * r.Strength[volunteering]
	if want == 0 || a.limits != (limits{}) {
		return nil
	}
	var near []*belief.Fact
	for i := range facts {
		f := &facts[i]
		if !f.Absorbed && len(f.Now) > 0 && slices.ContainsFunc(told, func(c *read.Clause) bool { return c.Asks && c.Sig&f.Clause.Sig != 0 && meets(c, f.Clause) }) {
			near = append(near, f)
		}
	}
	var out []string
	for _, f := range near {
		if r.about(onVolunteer^occasion<<8, f) >= min(1, want/float64(len(near))) {
			continue
		}
		line := r.line(f, a.exact)
		if !slices.ContainsFunc(given, func(g string) bool { return strings.Contains(g, line) || strings.Contains(line, g) }) {
			out = append(out, line)
		}
	}
	return out
}

// meets reports whether two clauses share a word.
func meets(a, b *read.Clause) bool {
	return common(a.Topic, b.Topic) || common(a.Keys, b.Keys) || common(a.Topic, b.Keys) || common(a.Keys, b.Topic)
}

// common reports whether two ascending lists share a member.
func common(a, b []uint32) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			return true
		}
	}
	return false
}

// phrased is an answer from its lines, within the limits that were set.
func phrased(lines []string, l limits) string {
	for _, most := range []int{l.lines, l.sentences} {
		if most > 0 && len(lines) > most {
			if most == 1 && l.lines == 0 {
				lines = []string{strings.Join(lines, "; ")} // one long sentence
				break
			}
			lines = lines[:most]
		}
	}
	if l.words > 0 {
		words := 0
		for i, line := range lines {
			words += len(strings.Fields(line))
			if words > l.words && i > 0 {
				lines = lines[:i]
				break
			}
		}
	}
	if len(lines) == 1 {
		return sentence(lines[0])
	}
	return "- " + strings.Join(lines, "\n- ")
}

// nods acknowledge without repeating anything.
var nods = []string{"Noted, thank you.", "Understood, I have it.", "Got it.", "All right, I'll keep that in mind."}

// nod acknowledges what was told, and may repeat the new values in it.
func (r *reading) nod(occasion uint64, told []item) string {
	reply := nods[int(r.unit(onNod, occasion, 0)*float64(len(nods)))]
	if r.Restated*r.Strength[restating] == 0 {
		return reply
	}
	var again []*read.Clause
	for i := range told {
		it := &told[i]
		if len(it.Values) > 0 && r.unit(onRestating, it.Shape, it.nth) < min(1, r.Restated*r.Strength[restating]) {
			again = append(again, it.Clause)
		}
	}
	facts := belief.Fold(again, belief.Slips{})
	for i := range facts {
		if !facts[i].Absorbed {
			reply += " " + sentence(r.line(&facts[i], false))
		}
	}
	return reply
}
