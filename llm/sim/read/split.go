package read

import "unicode"

// ends says whether a sentence ends with token i.
func (r *reader) ends(i int) bool {
	t := &r.toks[i]
	next := r.at(i + 1)
	switch t.mark {
	case '!', '?':
		return next.mark != '!' && next.mark != '?' && next.mark != ')' && next.mark != '"' && next.mark != '”'
	case '"', '”', ')':
		before := r.at(i - 1)
		return (before.mark == '!' || before.mark == '?' || before.mark == '.') && (next.form != mark && next.capital)
	case '…':
		return next.form != mark && (next.capital || next.form == digits) && !next.glued
	case '.':
		if next.glued || i == 0 {
			return false
		}
		before := r.at(i - 1)
		if !before.is(abbreviation) || !t.glued || before.form != letter {
			if before.end-before.start == 1 && before.capital && before.hash != hashI { // an initial
				return !next.capital || r.at(i-2).is(place|label)
			}
			return true
		}
		if before.is(title) {
			return next.form == mark
		}
		if before.hash == hashed("no") || before.hash == hashed("vol") || before.hash == hashed("fig") || before.hash == hashed("tel") || before.hash == hashed("ref") || before.hash == hashed("ext") {
			return next.form != digits && next.form != mixed
		}
		if before.is(month | weekday) {
			return next.form != digits && next.capital
		}
		// "etc. and", "2 p.m. in the hall" go on; "2 p.m. Tom joins" doesn't.
		return next.capital && !(before.hash == hashed("approx") || before.hash == hashed("vs") || before.hash == hashed("e.g") || before.hash == hashed("i.e"))
	}
	return false
}

var hashI = hashed("i")

// capitals finds the tokens that have a capital in any case, and whether the line shouts.
func (r *reader) capitals() (shouts bool) {
	begin, caps, count := true, 0, 0
	label := labelEnd(r)
	for i := range r.toks {
		t := &r.toks[i]
		if t.form == letter {
			count++
			if t.caps {
				caps++
			}
		}
		t.begins = begin || i < label
		switch {
		case t.form != mark:
			begin = false
		case t.mark == ':' || t.mark == '"' && !t.glued || t.mark == '“' || t.mark == '‘' || t.mark == '•':
			begin = true
		case t.mark == '(' || t.mark == '*' || t.mark == '—' || t.mark == '→' || t.mark == '[':
			// What follows has a capital only if it's a name.
		case t.mark == '…' || r.ends(i):
			begin = true
		case t.mark > unicode.MaxLatin1 && !unicode.IsPunct(t.mark):
			begin = true // an emoji
		}
	}
	return count > 3 && caps*3 > count*2
}

// labelEnd is the token after the label of a line "Label: value": up to five words, in which
// capitals mean little. 0 if there's none.
func labelEnd(r *reader) int {
	for i := 0; i < len(r.toks) && i < 7; i++ {
		switch t := &r.toks[i]; {
		case t.mark == ':':
			return i
		case t.form == mark && t.mark != '/' && t.mark != '&' && t.mark != '(' && t.mark != ')' || t.is(aux):
			return 0
		}
	}
	return 0
}

// clauses cuts the line into sentences and those into coordinate clauses, and calls each with the
// range of tokens. vp tells that the clause shares its subject with the one before.
func (r *reader) clauses(each func(first, last int, vp, final bool)) {
	start := 0
	for i := range r.toks {
		if i+1 < len(r.toks) && !r.ends(i) {
			continue
		}
		r.coordinate(start, i, each)
		start = i + 1
	}
}

// longest is how many tokens a clause has at most.
const longest = 200

// coordinate cuts a sentence where a part that can stand alone meets one that can, too.
func (r *reader) coordinate(first, last int, each func(first, last int, vp, final bool)) {
	start, finite, depth, held := first, false, 0, false
	vp, denied := false, false
	for i := first; i <= last; i++ {
		t := &r.toks[i]
		if t.is(denies) && t.value < 0 || t.hash == hashLonger {
			for j := i + 1; j <= last && j < i+4; j++ {
				denied = denied || r.at(j).value >= 0
			}
		}
		switch {
		case t.mark == '(' || t.mark == '[':
			depth++
		case t.mark == ')' || t.mark == ']':
			depth = max(0, depth-1)
		case i == start && t.is(subordinate) && !t.is(determiner|subject):
			held = true // "If it rains, we …" stays whole
		}
		if t.is(aux|verb) && t.form == letter && r.finite(i, start) {
			finite = true
		}
		if i-start >= longest { // without this a text with no full stop would take long
			each(start, i, vp, false)
			start, finite, vp, held, denied = i+1, false, false, false, false
			continue
		}
		if depth > 0 || i == first || i >= last-1 {
			continue
		}
		next := 0
		shares := false
		switch {
		case t.mark == ';':
			if finite || r.labelAt(i+1, last) {
				next = i + 1
			}
		case t.mark == '—' || t.mark == '–' && !t.glued:
			if finite && r.standsAlone(i+1, last) {
				next = i + 1
			}
		case t.mark == ',' && finite:
			j := i + 1
			if r.at(j).is(joining) || r.at(j).hash == hashed("then") || r.at(j).hash == hashed("while") {
				j++
			}
			if held {
				held = false
				finite = false
				continue
			}
			if denied && r.at(j).is(anaphor) && !r.at(j).is(determiner) {
				continue // "it wasn't Tom, it was Ben" is one statement
			}
			if r.standsAlone(j, last) {
				next = i + 1
			} else if j > i+1 && r.predicate(j, last) {
				next, shares = i+1, true
			}
		case t.is(joining) && t.form == letter && finite && !held:
			if r.standsAlone(i+1, last) {
				next = i
			} else if r.predicate(i+1, last) {
				next, shares = i, true
			}
		}
		if next == 0 {
			continue
		}
		each(start, i-boolInt(next == i), vp, false)
		start, finite, vp, held, denied = next, false, shares, false, false
		if next == i { // the conjunction opens the new clause
			continue
		}
	}
	each(start, last, vp, true)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// finite says whether the verb at token i makes its clause finite: it isn't behind "to" or a
// determiner, and isn't a form in -ing without an auxiliary.
func (r *reader) finite(i, start int) bool {
	t := &r.toks[i]
	if t.is(aux) {
		return true
	}
	if t.value >= 0 || i == start && !t.is(verb) {
		return false
	}
	before := r.at(i - 1)
	if i > start && (before.is(determiner) && !before.is(subject|anaphor) || before.hash == hashTo || before.is(preposition) && !before.is(adverb) && before.hash != hashOut) {
		return false
	}
	s := r.text(i)
	return len(s) < 5 || s[len(s)-3:] != "ing"
}

// standsAlone says whether a clause with a subject and a verb of its own begins at token i.
func (r *reader) standsAlone(i, last int) bool {
	for i <= last && (r.at(i).is(adverb) || r.at(i).is(joining)) && !r.at(i).is(subject|determiner) {
		i++
	}
	t := r.at(i)
	if t.form == mark {
		return false
	}
	switch {
	case t.is(subordinate) && !t.is(subject|anaphor|determiner):
		return false
	case t.is(subject) && (t.is(aux) || !t.is(asking)):
		if t.is(aux) {
			return i < last
		}
		n := r.at(i + 1)
		return n.form == letter && (n.is(aux|verb|adverb) || !n.is(dull))
	case t.is(anaphor) && r.at(i+1).is(aux|verb):
		return true
	}
	named := t.value >= 0 && (r.found[t.value].Kind == Name || r.found[t.value].Kind == Place)
	if !named && !t.is(determiner) && !(t.form == letter && !t.is(dull|aux|verb|preposition|joining)) {
		return false
	}
	// A noun phrase and its verb within a few words.
	seen := false
	for j := i; j <= last && j < i+8; j++ {
		w := r.at(j)
		if w.form == mark {
			return false
		}
		if w.value >= 0 {
			seen = true
			continue
		}
		if w.is(preposition|joining) && !w.is(verb) && w.hash != hashOf && w.hash != hashed("for") {
			return false
		}
		if w.is(subordinate) && !w.is(determiner|anaphor) {
			return false
		}
		if w.is(aux) && j > i {
			return true
		}
		if seen && w.form == letter && !w.is(dull) && w.value < 0 {
			if w.is(verb) && !r.at(j-1).is(determiner|preposition) && !r.amountAt(j-1) {
				return r.finite(j, i)
			}
			// An unknown word in -s or -ed right behind a name is its verb.
			if named && j > i && r.at(j-1).value >= 0 && !r.amountAt(j-1) && !r.at(j-1).own && hasAny(r.text(j), "s", "ed") && !t.own {
				return true
			}
		}
		seen = seen || w.form == letter && !w.is(determiner)
	}
	return false
}

// predicate says whether a verb phrase begins at token i: "… and received 200 more". It has to be
// a verb the reader acts on, so that "sit and wait" isn't cut.
func (r *reader) predicate(i, last int) bool {
	for i < last && r.at(i).is(adverb) {
		i++
	}
	t := r.at(i)
	if t.is(aux) && !t.is(subject) && i+2 < last {
		return true
	}
	if !t.is(verb) || t.value >= 0 {
		return false
	}
	for j := i + 1; j <= last && j < i+8; j++ {
		w := r.at(j)
		if w.value >= 0 {
			return t.is(gains|loses|moves|decides|relates) || r.found[w.value].Kind >= Amount
		}
		if w.is(joining) || w.mark == ',' || w.mark == ';' {
			return false
		}
	}
	return false
}

// labelAt says whether "label: " begins at token i.
func (r *reader) labelAt(i, last int) bool {
	for j := i; j < last && j < i+5; j++ {
		if r.at(j).mark == ':' {
			return j > i
		}
		if r.at(j).form == mark {
			return false
		}
	}
	return false
}

// amountAt says whether token i belongs to an amount, so that a noun follows.
func (r *reader) amountAt(i int) bool {
	v := r.at(i).value
	return i >= 0 && v >= 0 && r.found[v].Kind == Amount
}

var hashLonger = hashed("longer")
