package reply

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// clause is a part of a reply that says one thing by itself.
type clause struct {
	words.Span        // without what joins it to the one before
	join       string // that, in lower case: "but", "so", "because"
	asks       bool   // it ends with a question mark
	says       *says  // what it says, once that was asked
}

var (
	// joins are words that begin a clause wherever they stand; afterComma those that do so behind a comma.
	joins      = words.Set("but while whereas though although so hence leaving until till because since unless yet instead")
	afterComma = words.Set("and then who which")
	// whiches are what follows "which" where it leads to a result.
	whiches  = words.Set("leaves leave left means")
	subjects = words.Set("it they he she we you there")
	// reasons join a clause that explains, limits or goes on about the one before, and answers nothing itself.
	reasons = words.Set("because since though although until till unless who which " + whatFor)
	// results join what follows from the clause before; next is a main clause behind one that it stands over.
	results = words.Set("so hence instead leaving which-leads yet but " + mainJoin)
	// led begins a clause that stands under the one behind it, and leads that one.
	led   = speech(`^\W*(?:after|since|because|although|though|even though|with|given|despite|once|unlike|instead of|when)(?: (?:you|we|they|he|she|i|it))?\b`)
	leads = speech(`,\s|\s(?:you|we|they|he|she|i|it|there)\b`)
)

// What joins no word of the text says.
const (
	mainJoin  = "main"        // a main clause behind the subordinate one that leads it
	colonJoin = ":"           // what explains a value
	whatFor   = "so-that"     // so that: a purpose, no result
	leadsTo   = "which-leads" // which leaves, which means, which is why
)

// split are the clauses of the sentences around a value, as far as longReach from it.
func (r *Reading) split(s words.Span) []clause {
	text := r.Text.Source()
	whole := r.sentence(words.Span{Start: max(0, s.Start-longReach), End: max(0, s.Start-longReach)})
	whole.End = r.sentence(words.Span{Start: min(len(text), s.End+longReach), End: min(len(text), s.End+longReach)}).End
	if whole != r.around || r.parts == nil {
		r.around, r.parts = whole, nil
		r.cut(whole)
	}
	return r.parts
}

// cut puts the clauses of a part of the text into parts.
func (r *Reading) cut(within words.Span) {
	t, text := r.Text, r.Text.Source()
	begin, join := within.Start, ""
	from, _ := slices.BinarySearchFunc(r.ends, within.Start, func(e words.Span, at int) int { return e.Start - at })
	ends := r.ends[from:]
	cut := func(end, next int, by string) {
		if strings.TrimSpace(text[begin:end]) != "" {
			r.parts = append(r.parts, clause{Span: words.Span{Start: begin, End: end}, join: join, says: new(says)})
		}
		begin, join = next, by
	}
	first, last := t.Cover(within)
	for i := first; i <= last; i++ {
		at := t.Span(i, i)
		for len(ends) > 0 && ends[0].Start < at.Start {
			e := ends[0]
			ends = ends[1:]
			if e.Start >= begin {
				cut(e.Start, e.End, "")
				if n := len(r.parts); n > 0 && text[e.Start] == '?' {
					r.parts[n-1].asks = true
				}
			}
		}
		if at.Start < begin {
			continue
		}
		switch w := t.Word(i); {
		case t.Is(i, ';'):
			cut(at.Start, at.End, "")
		case t.Is(i, '-') && !t.Glued(i) && !t.Glued(i+1), t.Is(i, '—'), t.Is(i, '–') && !t.Glued(i):
			cut(at.Start, at.End, "")
		case w == "":
		case w == "which" && (whiches[t.Word(i+1)] || t.Word(i+1) == "is" && (t.Word(i+2) == "why" || t.Word(i+2) == "how")):
			cut(at.Start, t.Span(i+1, i+1).End, leadsTo)
		case w == "so" && t.Word(i+1) == "that": // what for
			cut(at.Start, t.Span(i+1, i+1).End, whatFor)
		case t.Is(i+1, '-') && t.Glued(i+1) && t.Glued(i+2): // so-called, BUT-1000
		case joins[w]:
			cut(at.Start, at.End, w)
		case afterComma[w] && t.Is(i-1, ',') && !subjects[t.Word(i+1)]:
			cut(at.Start, at.End, w)
		case subjects[w] && (t.Is(i-1, ',') || t.Word(i-1) == "and" && (t.Is(i-2, ',') || strings.HasPrefix(w, "it"))):
			cut(at.Start, at.Start, "")
		}
	}
	for _, e := range ends {
		if e.Start >= begin && e.Start < within.End {
			cut(e.Start, e.End, "")
			if n := len(r.parts); n > 0 && text[e.Start] == '?' {
				r.parts[n-1].asks = true
			}
		}
	}
	if begin < within.End {
		cut(within.End, within.End, "")
	}
}

// clauses are those not far from a value, with the one that holds it, which ends where the main clause begins that it leads, or
// what explains the value.
func (r *Reading) clauses(s words.Span) (all []clause, at int) {
	parts := r.split(s)
	at, _ = slices.BinarySearchFunc(parts, s.Start, func(c clause, start int) int { return c.End - start - 1 })
	if at == len(parts) || parts[at].Start > s.Start {
		return nil, 0
	}
	all = slices.Clone(parts)
	for at+1 < len(all) && all[at+1].Start < s.End { // inside the value
		all[at].End, all[at].says = all[at+1].End, nil
		all = slices.Delete(all, at+1, at+2)
	}
	if all[at].End < s.End { // up to what joins the next
		all[at].End, all[at].says = s.End, nil
	}
	c := all[at]
	main, by := r.mainClause(c, s), mainJoin
	if main == 0 {
		if i := strings.Index(r.Text.Source()[s.End:max(s.End, c.End)], ": "); i >= 0 {
			main, by = s.End+i+1, colonJoin
		}
	}
	if main > 0 {
		all[at] = clause{Span: words.Span{Start: c.Start, End: main}, join: c.join}
		all = slices.Insert(all, at+1, clause{Span: words.Span{Start: main, End: c.End}, join: by, asks: c.asks})
	}
	return all, at
}

// Before are the stems of what stands in a value's clause before it and says what it is of.
func (r *Reading) Before(s words.Span) map[string]bool {
	all, at := r.clauses(s)
	if len(all) == 0 {
		return nil
	}
	before := r.Text.Source()[all[at].Start:max(all[at].Start, s.Start)]
	cut := strings.LastIndexAny(strings.TrimRight(before, " ,*_\"("), ",(")
	if cut > 0 && before[cut] == ',' && lastListed.MatchString(before[cut+1:]) {
		cut = -1 // "Ada joins Grace, Iris and Mia at table 2" is about all of them
	}
	return Content(before[cut+1:])
}

// lastListed are the last two of a list of names.
var lastListed = regexp.MustCompile(`^ \p{Lu}[\pL'’-]+,? (?:and|&) \p{Lu}`)

// Says reports whether all words are what own has, or say the same as a word of the question.
func (r *Reading) Says(all, own map[string]bool) bool {
	for w := range all {
		if !own[w] && !r.asked[w] && !r.kin[w] {
			return false
		}
	}
	return true
}

// Tells reports whether a value's clause, or what stands over it, has a word that own has and other hasn't, or a kin of one.
func (r *Reading) Tells(s words.Span, own, other map[string]bool) bool {
	all, at := r.clauses(s)
	if len(all) == 0 {
		return false
	}
	around := r.Text.Source()[all[at].Start:max(all[at].Start, s.Start)] + " " + r.Text.Source()[min(s.End, all[at].End):all[at].End] + " " + r.over(s)
	content := Content(around)
	for w := range words.Stems(around) {
		if content[w] && own[w] && !other[w] || slices.ContainsFunc(kins[w], func(k string) bool { return own[k] && !other[k] && r.asked[k] }) && !other[w] {
			return true
		}
	}
	return false
}

// Echoes is the share of what a question says, or of its kin, that stands in the clause of a value.
func (r *Reading) Echoes(s words.Span, question string) float64 {
	all, at := r.clauses(s)
	if len(all) == 0 {
		return 0
	}
	said, of, n := Content(r.Text.Slice(all[at].Span)), Content(question), 0
	for w := range of {
		if said[w] || slices.ContainsFunc(kins[w], func(k string) bool { return said[k] }) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(of)))
}

// Thing is the stem of the one word for which a clause says only that it is the value: budget, of "the budget is $500"; empty if it says
// something else, or if the word says the same as one of the question's.
func (r *Reading) Thing(s words.Span) string {
	all, at := r.clauses(s)
	if len(all) == 0 {
		return ""
	}
	m := onlyIs.FindStringSubmatch(r.Text.Source()[all[at].Start:max(all[at].Start, s.Start)])
	if m == nil {
		return ""
	}
	if w := words.Stem(strings.ToLower(m[1])); !r.asked[w] && !r.kin[w] && !Nameless[w] && !idle[w] && !hedging[w] {
		return w
	}
	return ""
}

var onlyIs = speech(`^\W*(?:(?:the|your|our|his|her|their|its|an?) )?(\pL+) (?:is|was|are|were|costs?|takes?|lasts?|has|have|holds?|contributes?|sits|lives|leaves|weighs|pays?)(?: (?:at|on|in|by|to|for|due|set|exactly|about))* (?:the )?["'“*_($€£]*$`)

// Topic is the stem of the first word of a fact's text that says what it is about.
func Topic(text string) string {
	for _, w := range words.Plain(text) {
		if stem := words.Stem(w); !idle[stem] && !hedging[stem] {
			return stem
		}
	}
	return ""
}

// mainClause is where the clause begins that a subordinate one leads, which holds the value at s; 0 if there is none: "After
// the Bursztyn lost the booking you put them up elsewhere".
func (r *Reading) mainClause(c clause, s words.Span) int {
	before, rest := r.Text.Source()[c.Start:max(c.Start, s.Start)], r.Text.Source()[s.End:max(s.End, c.End)]
	lead := led.FindStringIndex(before)
	if lead == nil || leads.MatchString(before[lead[1]:]) {
		return 0
	}
	at := leads.FindStringIndex(rest)
	if at == nil || len(words.Plain(before+rest[:at[0]])) < 4 || len(words.Plain(rest[at[0]:])) < 3 {
		return 0
	}
	return s.End + at[0]
}
