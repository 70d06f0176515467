package stance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/words"
)

// Reading is a reply read with its question.
type Reading struct {
	t     *words.Text
	asked map[string]bool // what the question says
	truth map[string]bool // what the truth says
	past  bool            // the question asks for what held before
	told  bool            // it is in the past tense, so that "was" marks nothing
}

// Read reads a plain reply to a question, to which truth is the answer in a sentence. Past questions ask for what held before.
func Read(question, truth string, t *words.Text, past bool) *Reading {
	r := &Reading{t: t, asked: words.Content(question), truth: words.Content(truth), past: past}
	r.told = tense.MatchString(question)
	return r
}

var tense = words.Lazy(`(?i)\b(?:was|were|did|had)\b`)

// Value is a place where a value stands, with its stance and how much speaks for it as the answer.
type Value struct {
	words.Span
	Stance Stance
	weight int
	clause int
}

// clause is the one that a value stands in, with the blanks and marks before it that a pattern may begin with.
func (r *Reading) clause(s words.Span) words.Clause {
	c := r.t.Clauses()[r.t.ClauseAt(s)]
	c.Start = min(c.Start, s.Start)
	return c
}

// Of is how the value at s stands; all are the values of the reply.
func (r *Reading) Of(s words.Span, all []words.Span) Value {
	v := Value{Span: s, clause: r.t.ClauseAt(s)}
	if v.clause < 0 {
		return v
	}
	text, c := r.t.Source(), r.clause(s)
	lo, hi := between(c.Start, max(c.End, s.End), s, all)
	before, behind := text[lo:s.Start], text[s.End:hi]
	lead, tail := text[c.Start:s.Start], text[s.End:max(c.End, s.End)]
	whole, others := lead+" "+tail, len(all) > 1
	stand := func(as Stance, holds bool) {
		if holds && v.Stance == Given {
			v.Stance = as
		}
	}
	stand(Denied, r.own(cues["before denied"].FindString(before)))
	stand(Denied, !goesOn.MatchString(behind) && r.own(cues["behind denied"].FindString(behind)))
	stand(Denied, strings.Count(text[:s.Start], "~~")%2 == 1)
	stand(Open, others && has("before open", before))
	stand(Open, others && has("behind open", behind))
	stand(Unknown, has("in unknown", whole))
	stand(Unknown, c.Asks && s.End <= c.End && (v.clause > 0 || r.repeats(whole)))
	stand(Unknown, has("in asked", lead) && !strings.Contains(lead, "?"))
	stand(Past, !r.past && others && has("in past", lead) && !has("in settled", before))
	stand(Past, !r.past && others && !r.told && has("before past", before))
	_, next := between(c.Start, len(text), s, all)
	stand(Past, !r.past && others && (has("behind past", behind) || has("behind past", text[s.End:min(next, s.End+nearby)])))
	_, inside, _ := strings.Cut(text[s.Start:s.End], " ") // words near each other: "left before, now it's the fridge"
	stand(Past, !r.past && others && has("behind past", " "+inside))
	stand(Past, !r.past && others && fromBefore.MatchString(before) && toBehind.MatchString(text[s.End:]))
	stand(Aside, r.past && others && has("in settled", before) && !has("before past", whole))
	v.weight = r.weigh(s, v.clause, lead, behind, whole)
	return v
}

// goesOn begins what is said beside a value, and not of it: an affidavit, and isn't deposed.
var goesOn = words.Lazy(`(?i)^\W*(?:and|but|while|so)\b`)

// repeats reports whether what is said beside a value is what the question says.
func (r *Reading) repeats(beside string) bool {
	said := words.Content(beside)
	return len(said) > 0 && words.Subset(said, r.asked)
}

// From one value to another.
var (
	fromBefore = words.Lazy(`(?i)\bfrom (?:the )?` + marks)
	toBehind   = words.Lazy(`(?i)^["'”*_)]*(?: \pL+)? (?:to|into) `)
)

// between are the bounds of what may be said of the value at s: no further than another value.
func between(lo, hi int, s words.Span, all []words.Span) (int, int) {
	for _, o := range all {
		if o.End <= s.Start && o.End > lo {
			lo = o.End
		}
		if o.Start >= s.End && o.Start < hi {
			hi = o.Start
		}
	}
	return lo, hi
}

// weigh is how much speaks for a value as the answer: what its clause shares with the question, a word of conclusion, that it stands
// first; against it, that the clause explains or is about something else.
func (r *Reading) weigh(s words.Span, clause int, lead, behind, whole string) int {
	all, text := r.t.Clauses(), r.t.Source()
	about, strange := 0, 0
	said := words.Content(whole)
	if clause > 0 && carries.MatchString(lead) { // it goes on about what the clause before names
		for w := range words.Content(r.t.Slice(all[clause-1].Span)) {
			if r.asked[w] {
				said[w] = true
			}
		}
	}
	for w := range said {
		switch {
		case r.asked[w]:
			about++
		case !r.truth[w] && strings.Trim(w, "0123456789") != "":
			strange++
		}
	}
	n := min(2*about, 6)
	if about == 0 && strange > 2 {
		n--
	}
	if about == 0 && strange > 1 && r.subject(s, lead) {
		n -= 3
	}
	if has("in settled", lead) || has("in settled", behind) {
		n += 2
	}
	if has("in aside", lead) {
		n -= 3
	}
	if r.own(cues["in other"].FindString(whole)) {
		n -= 3
	}
	if clause == 0 && len(words.Split(text[:s.Start])) <= 3 {
		n += 3
	}
	return n
}

// carries begins a clause that goes on about the one before.
var carries = words.Lazy(`(?i)^\W*(?:and |then |but |so |which |that |it|they|he|she|this)`)

// own reports whether a cue says something that the truth or the question doesn't say itself.
func (r *Reading) own(cue string) bool {
	if cue == "" {
		return false
	}
	for w := range words.Content(cue) {
		if !r.truth[w] && !r.asked[w] {
			return true
		}
	}
	return negation.MatchString(cue)
}

var negation = words.Lazy(`(?i)\b(?:not?|never|without|nor|neither|than|over|against|nobody|nothing)\b|n['’]t\b`)

// subject reports whether a value begins its clause, so that what is said there is said of it.
func (r *Reading) subject(s words.Span, lead string) bool {
	lead = strings.TrimLeftFunc(lead, func(x rune) bool { return !unicode.IsLetter(x) && !unicode.IsDigit(x) })
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(r.t.Source()[s.End:]))
	return len(strings.Fields(lead)) <= 2 && unicode.IsLower(first)
}

// Said is what a value's clause says it is about, without the value.
func (r *Reading) Said(s words.Span) map[string]bool {
	c := r.clause(s)
	text := r.t.Source()
	return words.Content(text[c.Start:max(c.Start, s.Start)] + " " + text[s.End:max(c.End, s.End)])
}

// coordinated reports whether nothing but an "and" parts two values: nothing tells which of them holds.
func coordinated(t *words.Text, a, b words.Span) bool {
	if b.Start < a.Start {
		a, b = b, a
	}
	return a.End <= b.Start && coordinates.MatchString(t.Source()[a.End:b.Start])
}

var coordinates = words.Lazy(`(?i)^["'*_)]*(?:/|&| [&/]|(?: \pL+)?(?:, ?| )(?:and(?:/or)?|or|plus)(?: also| then)?)(?: (?:the|an?))? ?["'*_($€£]*$`)

// undecided is the first old value that is left open beside a new one, nil if there is none.
func undecided(r *Reading, now, old, all []words.Span) *Value {
	open := func(of []words.Span) *Value {
		for _, s := range of {
			if v := r.Of(s, all); v.Stance == Open {
				return &v
			}
		}
		return nil
	}
	if open(now) == nil {
		return nil
	}
	return open(old)
}

// Decision is what a reply gives: the new value, the old one, both or neither. Closest is the value that was refused for its stance, nil if
// none was.
type Decision struct {
	Now, Old, Refused *Value
}

// Decide weighs the values of a reply against each other. Of a new and an old one that are given alike both are.
func (r *Reading) Decide(now, old, rivals []words.Span) Decision {
	all := slices.Concat(now, old, rivals)
	slices.SortFunc(all, words.Span.Compare)
	all = slices.Compact(all)
	var out Decision
	best := func(of []words.Span) *Value {
		var given *Value
		for _, s := range of {
			v := r.Of(s, all)
			if v.Stance != Given && out.Refused == nil {
				out.Refused = &v
			}
			if v.Stance == Given && (given == nil || v.weight > given.weight) {
				given = &v
			}
		}
		return given
	}
	n, o, x := best(now), best(old), best(rivals)
	if n == nil && o == nil { // of two between which nothing is decided one is old
		o = undecided(r, now, old, all)
	}
	if n != nil && x != nil && x.weight > n.weight {
		n.Stance, out.Refused, n = Another, n, nil
	}
	if n == nil && x != nil && o != nil && x.weight > o.weight {
		o = nil
	}
	if n != nil && o != nil && (r.past || !coordinated(r.t, n.Span, o.Span)) && (n.weight > o.weight || n.weight == o.weight && n.Start > o.Start && n.clause != o.clause) {
		o = nil
	}
	if n == nil && o != nil && !r.past && !r.told && has("in was", r.t.Source()[r.clause(o.Span).Start:o.Start]) {
		o.Stance = Past // it says what was, not what is
		out.Refused, o = o, nil
	}
	out.Now, out.Old = n, o
	return out
}
