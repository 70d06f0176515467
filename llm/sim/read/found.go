package read

import "strings"

// found is a value with the tokens it covers.
type found struct {
	Value
	first, last int // tokens, last included
}

// reader reads one piece after the other. Its slices are used again for each.
type reader struct {
	piece     piece
	line      string
	toks      []token
	found     []found
	read      int // values that belong to clauses already read
	evidence  evidence
	shouts    bool // the piece is all in capitals: they say nothing
	out       []Clause
	pending   Presentation // of a clause that says only that the next one corrects
	under     []uint32     // the words of underOf, the last heading looked at
	underOf   string
	pendingAt int // which clause it was
}

var nothing = token{value: -1, word: &stranger}

// at is token i, a mark without a character outside the line.
func (r *reader) at(i int) *token {
	if i < 0 || i >= len(r.toks) {
		return &nothing
	}
	return &r.toks[i]
}

func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.toks) {
		return ""
	}
	return r.line[r.toks[i].start:r.toks[i].end]
}

func (r *reader) span(first, last int) string {
	return r.line[r.toks[first].start:r.toks[last].end]
}

// values finds the values of the line, from left to right; the first way of reading that fits
// wins, and a token belongs to one value.
func (r *reader) values() {
	r.found, r.read = r.found[:0], 0
	for i := 0; i < len(r.toks); i++ {
		f, ok := r.valueAt(i)
		if !ok {
			continue
		}
		r.add(f)
		i = f.last
	}
}

func (r *reader) add(f found) {
	f.At = r.toks[f.first].start
	if f.Text == "" {
		f.Text = r.span(f.first, f.last)
	}
	for j := f.first; j <= f.last; j++ {
		r.toks[j].value = int16(min(len(r.found), 1<<15-1))
	}
	r.found = append(r.found, f)
}

// most bounds the values of one line: what counts them is small.
const most = 1 << 14

func (r *reader) valueAt(i int) (found, bool) {
	t := &r.toks[i]
	if len(r.found) >= most {
		return found{}, false
	}
	switch t.form {
	case mark:
		if t.mark == '(' || t.mark == '+' {
			return r.phone(i)
		}
		return found{}, false
	case link:
		return found{Value: Value{Kind: Identifier, Key: strings.ToLower(r.text(i))}, first: i, last: i}, true
	case digits, mixed:
		if f, ok := r.numbered(i); ok {
			return f, true
		}
		if f, ok := r.street(i); ok {
			return f, true
		}
		if f, ok := r.date(i); ok {
			return f, true
		}
		if f, ok := r.identifier(i); ok {
			return f, true
		}
		return r.amount(i)
	}
	if t.is(place | label | ordinal) {
		if f, ok := r.numbered(i); ok {
			return f, true
		}
	}
	if t.is(month|weekday|numeral|holiday) || t.hash == hashNoon || t.hash == hashMidnight || t.hash == hashHalf || t.hash == hashQuarter || t.hash == hashNext || t.hash == hashTomorrow {
		if f, ok := r.date(i); ok {
			return f, true
		}
	}
	if t.is(numeral|scale) || t.hash == hashHalf || t.hash == hashA || t.hash == hashAn {
		if f, ok := r.amount(i); ok {
			return f, true
		}
	}
	if n := r.at(i + 1); t.known() && (n.form == digits || n.form == letter && n.is(numeral)) {
		if f, ok := r.one(i); ok {
			return f, true
		}
	}
	if t.caps {
		if f, ok := r.plate(i); ok {
			return f, true
		}
	}
	if f, ok := r.address(i); ok {
		return f, true
	}
	return r.name(i)
}

var (
	hashNoon, hashMidnight  = hashed("noon"), hashed("midnight")
	hashHalf, hashQuarter   = hashed("half"), hashed("quarter")
	hashNext, hashTomorrow  = hashed("next"), hashed("tomorrow")
	hashA, hashAn, hashThe  = hashed("a"), hashed("an"), hashed("the")
	hashOf, hashAnd, hashTo = hashed("of"), hashed("and"), hashed("to")
	hashOn, hashIn, hashPer = hashed("on"), hashed("in"), hashed("per")
	hashPast, hashOut       = hashed("past"), hashed("out")
	hashFrom                = hashed("from")
	hashMay, hashNew        = hashed("may"), hashed("new")
	hashAt, hashUntil       = hashed("at"), hashed("until")
	hashTill, hashEach      = hashed("till"), hashed("each")
)
