package read

import (
	"slices"
	"strings"
)

// marks fills in how the clause is meant: whether it asks, corrects, adds, and what no longer holds.
func (r *reader) marks(c *Clause, first, last int, own []found, final bool) {
	c.Asks = r.asks(first, last, own, final)
	opening := first
	for opening < last && (r.at(opening).is(joining) || r.at(opening).mark == ',' || r.at(opening).is(adverb) && !r.at(opening).is(denies|determiner)) {
		opening++
	}
	var has sense
	strong := false // corrects whatever values it names
	for i := first; i <= last; i++ {
		t := &r.toks[i]
		if t.value >= 0 || t.form != letter {
			continue
		}
		if t.is(idiomatic) {
			for _, p := range phrases[t.hash] {
				if p.initial && i > opening || !r.matches(p, i, last) {
					continue
				}
				if p.does == Add && !r.countedBefore(i) || p.also&loses != 0 && !counts(own) || p.does == Restore && i+len(p.words) <= last && r.dateAt(i+len(p.words)) {
					break
				}
				c.How = max(c.How, p.how)
				strong = strong || p.how >= Explicit && i <= opening+1
				if p.does != Set {
					c.Change = p.does
				}
				has |= p.also
				break
			}
		}
		has |= t.word.sense & (hedges | denies | mild | decides)
		if t.is(corrects) && !(t.hash == hashInstead && r.at(i+1).hash == hashOf) {
			has |= corrects
		}
		if t.is(corrects) && i <= opening+1 {
			strong = true
		}
		switch {
		case t.is(approximates):
			if v := r.at(i + 1).value; v >= 0 && r.found[v].Kind == Amount || v >= 0 && r.found[v].Kind == Date && t.hash != hashed("over") && t.hash != hashed("under") {
				has |= hedges
			}
		case t.hash == hashNow:
			if i > opening && (r.at(i-1).value >= 0 || r.at(i-1).form == letter && !nowhere[r.at(i-1).hash]) && r.closeTo(i) {
				has |= mild
			}
		case t.hash == hashNew:
			if r.at(i-1).is(determiner) && r.linked(i, last) {
				has |= mild
			}
		case t.is(more):
			if c.Change == Set && r.gained(i) && r.at(i+1).hash != hashThan && r.at(i+1).hash != hashOr && r.at(i+1).hash != hashed("like") {
				c.Change = Add
			}
		case t.is(verb) && !t.own && t.is(gains|loses|moves|joins) && !(r.amountAt(i-1) && strings.HasSuffix(r.text(i), "s")):
			if c.Change == Set || c.Change == Add && t.is(loses) {
				if does := r.change(i, own); does != Set {
					c.Change = does
				}
			}
			if t.is(moves) && r.newValue(i, last) {
				has |= mild
			}
		}
	}
	c.Unsure = has&hedges != 0
	if has&corrects != 0 && (strong || len(own) > 0) {
		c.How = max(c.How, Explicit)
	}
	if has&mild != 0 {
		c.How = max(c.How, Mild)
	}
	r.contrast(c, first, last, own)
	if len(own) == 0 {
		if strong && !c.Asks && c.How >= Explicit && last-first < 8 {
			r.pending, r.pendingAt = c.How, len(r.out)
		} else if c.Change < Drop {
			c.How = Unmarked
		}
	} else {
		if c.How == Mild && !valued(c.Values) {
			c.How = Unmarked
		}
		if r.pending > Unmarked && len(r.out) <= r.pendingAt+2 && !c.Asks {
			c.How = max(c.How, r.pending)
		}
		r.pending = Unmarked
	}
	if c.Change < Drop && !slices.ContainsFunc(own, func(f found) bool {
		return f.Kind == Name || f.Kind == Amount || f.Kind == Identifier || c.Change == Move
	}) {
		c.Change = Set
	}
	c.Denies = has&denies != 0 && len(c.Old) == 0 && c.Change == Set
	if has&denies != 0 && (c.Change == Add || c.Change == Subtract) && r.negated(first, last) {
		c.Change, c.Denies = Set, true
	}
	if has&decides != 0 && !c.Asks && (len(own) > 0 || len(c.Topic) > 1) {
		c.Kind = Decision
	}
}

// nowhere are words behind which "now" says nothing of a change.
var nowhere = map[uint64]bool{hashed("right"): true, hashed("by"): true, hashed("just"): true, hashed("for"): true, hashed("until"): true, hashed("till"): true, hashed("up"): true, hashAnd: true, hashed("even"): true}

var hashNow, hashOr = hashed("now"), hashed("or")

// linked says whether "is" or the like follows within a few words: "the new budget is".
func (r *reader) linked(i, last int) bool {
	for j := i + 1; j <= last && j < i+6; j++ {
		if r.at(j).is(aux) || r.at(j).mark == ':' {
			return true
		}
	}
	return false
}

// newValue says whether a verb of change is followed by the value it changes to: "moved the call
// to Friday", "rises to 40".
func (r *reader) newValue(i, last int) bool {
	for j := i + 1; j < last && j < i+9; j++ {
		if h := r.at(j).hash; h == hashTo && r.at(j).value < 0 {
			for k := j + 1; k <= last && k < j+4; k++ {
				if v := r.at(k).value; v >= 0 {
					return r.found[v].Kind != Name
				}
			}
			return false
		}
		if r.at(j).mark == ';' || r.at(j).mark == '.' {
			return false
		}
	}
	return false
}

// negated says whether a verb of change is denied: "we didn't sell 30".
func (r *reader) negated(first, last int) bool {
	for i := first + 1; i <= last; i++ {
		t := r.at(i)
		if t.value < 0 && t.is(gains|loses|joins) && t.is(verb) {
			for j := max(first, i-3); j < i; j++ {
				if w := r.at(j); w.is(denies) && w.hash != hashed("no") && w.value < 0 {
					return true
				}
			}
		}
	}
	return false
}

func valued(values []Value) bool {
	for i := range values {
		if values[i].Kind != Name {
			return true
		}
	}
	return false
}

func (r *reader) matches(p phrase, i, last int) bool {
	if i+len(p.words)-1 > last {
		return false
	}
	for k, h := range p.words[1:] {
		if r.toks[i+1+k].hash != h {
			return false
		}
	}
	return true
}

func counts(own []found) bool {
	return slices.ContainsFunc(own, func(f found) bool { return f.Kind == Amount })
}

// dateAt says whether token i begins a date: "back on Monday" restores nothing.
func (r *reader) dateAt(i int) bool {
	v := r.at(i).value
	return v >= 0 && r.found[v].Kind == Date
}

// closeTo says whether a value other than a name stands near token i.
func (r *reader) closeTo(i int) bool {
	for j := max(0, i-4); j <= i+4 && j < len(r.toks); j++ {
		if v := r.toks[j].value; v >= 0 && r.found[v].Kind != Name {
			return true
		}
	}
	return false
}

// countedBefore says whether an amount or name stands right before token i: "30 boxes came in".
func (r *reader) countedBefore(i int) bool {
	for j := max(0, i-5); j < i; j++ {
		if v := r.toks[j].value; v >= 0 && (r.found[v].Kind == Amount || r.found[v].Kind == Name) {
			return true
		}
	}
	return false
}

// gained says whether "more" or "another" at token i goes with a number of things: "200 more
// units", "another 30". A time isn't gained, and "one more thing" only leads on.
func (r *reader) gained(i int) bool {
	for j := max(0, i-3); j <= i+2 && j < len(r.toks); j++ {
		v := r.toks[j].value
		if v < 0 || r.found[v].Kind != Amount {
			continue
		}
		f := &r.found[v]
		return !durations[f.Unit] && f.Unit != "" && f.Unit != "thing" && f.Unit != "question" && f.Unit != "try" || f.Unit == "" && f.Number > 1
	}
	return false
}

// kind is the strongest kind that applies to the clause.
func (r *reader) kind(c *Clause, first, last int) Kind {
	k := c.Kind // Decision or Plain, from marks
	for i := range c.Values {
		k = max(k, c.Values[i].Kind)
	}
	if k == Name {
		for i := first; i <= last; i++ {
			if r.toks[i].value < 0 && r.toks[i].is(relates) {
				k = Relation
			}
		}
	}
	if c.How > Unmarked && !c.Asks && (len(c.Values) > 0 || c.How >= Explicit) {
		k = Correction
	}
	return k
}
