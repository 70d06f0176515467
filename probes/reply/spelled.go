package reply

import (
	"maps"
	"strings"

	"contextarena.internal/words"
)

var (
	filler  = words.Set("then and as in a")
	dashes  = words.Set("dash hyphen minus")
	digitOf = map[string]string{
		"zero": "0", "oh": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	}
	teens = map[string]string{
		"ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19",
	}
	tens = map[string]string{
		"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
	}
)

// spells are the words that a code may begin with.
var spells = func() map[string]bool {
	out := maps.Clone(dashes)
	for _, of := range []map[string]string{digitOf, teens, tens} {
		for w := range of {
			out[w] = true
		}
	}
	return out
}()

// run is a code that is being spelled.
type run struct {
	code                   string
	letters, digits, words int  // pieces: single letters, digits, and those of them that are in words
	pairs                  int  // numbers of two digits in words
	open                   bool // the last piece was a ten, which a digit may follow
}

// add takes one word, as it is written; ok is false if no code goes on with it.
func (r *run) add(word, lower string) (ok bool) {
	open := r.open
	r.open = false
	switch {
	case digitOf[lower] != "" && open && digitOf[lower] != "0":
		r.code = r.code[:len(r.code)-1] + digitOf[lower]
	case digitOf[lower] != "":
		r.code += digitOf[lower]
		r.digits++
		r.words++
	case tens[lower] != "" || teens[lower] != "":
		r.code += tens[lower] + teens[lower]
		r.open = tens[lower] != ""
		r.pairs++
		r.words++
	case dashes[lower]:
		r.code += "-"
	case len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z':
		r.code += word
		r.letters++
	case (len(word) <= 2 || r.words > 2) && strings.Trim(word, "0123456789") == "":
		r.code += word
		r.digits++
	default:
		return false
	}
	return true
}

// spelt reports whether the run is a code that is spelled, not a number or a list.
func (r *run) spelt() bool {
	switch {
	case r.letters > 0 && r.digits+r.pairs > 0:
		return r.letters+r.digits+r.pairs >= 3
	case r.pairs > 1: // thirty-three ninety-one
		return r.digits == 0
	}
	return r.pairs == 0 && r.words >= 3 && len(r.code) > 3
}

// spelled is the code that is spelled from token i on, letter by letter or digit by digit, with its last token:
// "P, dash, eight four seven two" is P-8472. last is i if there is none.
func spelled(t *words.Text, i int) (code string, last int) {
	var r run
	last = i
	if w := t.Word(i); len(w) > 1 && !t.IsNumber(i) && !spells[w] {
		return "", i
	}
	for j := i; t.SameBlock(i, j); j++ {
		if !t.IsWord(j) {
			if !strings.ContainsRune(",.;·•/\"'-", t.Char(j)) || t.Glued(j) && t.Glued(j+1) && !t.Is(j, '-') {
				break
			}
			if r.pairs > 0 && r.letters == 0 && strings.ContainsRune(",;.", t.Char(j)) {
				break // "fifty; thirty" are two numbers
			}
			continue
		}
		if j > i && t.Glued(j) && !t.Is(j-1, '-') {
			break
		}
		raw := t.Slice(t.Span(j, j))
		if r.add(raw, t.Word(j)) {
			last = j
		} else if j == i || !filler[t.Word(j)] {
			break
		}
	}
	if !r.spelt() {
		return "", i
	}
	return strings.Trim(r.code, "-"), last
}
