package reply

import (
	"regexp"
	"strings"

	"contextarena.internal/words"
)

var (
	pieces  = regexp.MustCompile(`[\pL\pN]+`)
	between = regexp.MustCompile(`^[ ,.;·•/"'“”-]{0,4}$`)
	filler  = words.Set("then and as in")
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

// run is a code that is being spelled.
type run struct {
	code                   string
	letters, digits, words int  // pieces: single letters, digits, and those of them that are in words
	pairs                  int  // numbers of two digits in words
	open                   bool // the last piece was a ten, which a digit may follow
}

// add takes one word; ok is false if no code goes on with it.
func (r *run) add(word string) (ok bool) {
	lower := strings.ToLower(word)
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
	case len(word) <= 2 && strings.Trim(word, "0123456789") == "":
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
	return r.pairs == 0 && r.words >= 4 && r.words == r.digits
}

// spelledCodes joins what is spelled letter by letter or digit by digit: "P, dash, eight four seven two"
// becomes P-8472.
func spelledCodes(text string) string {
	at := pieces.FindAllStringIndex(text, -1)
	var out strings.Builder
	from := 0
	for i := 0; i < len(at); i++ {
		var r run
		last := -1
		for j := i; j < len(at) && (j == i || between.MatchString(text[at[j-1][1]:at[j][0]])); j++ {
			word := text[at[j][0]:at[j][1]]
			if !r.add(word) {
				if j > i && filler[word] {
					continue
				}
				break
			}
			last = j
		}
		if last <= i || !r.spelt() {
			continue
		}
		out.WriteString(text[from:at[i][0]] + strings.Trim(r.code, "-"))
		from, i = at[last][1], last
	}
	return out.String() + text[from:]
}
