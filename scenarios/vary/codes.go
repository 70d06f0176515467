package vary

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// codes rewrites identifiers: tokens of the same form as one that a pattern names.
type codes struct {
	forms  []*words.Expression
	digits [10]byte // by digit
}

// fewDigits is the fewest digits of an identifier that gets others: UA447 has enough to be taken
// for another flight, phase-2 is rather a name.
const fewDigits = 3

// lowerRun is a word inside an identifier, such as us-east-1: what it names may be known.
var lowerRun = words.Lazy(`\p{Ll}{3}`)

// codesOf finds the identifiers that patterns name, and draws which digit becomes which: 0 stays, no
// other does. One rule for all keeps identifiers that nearly agree apart by as much as before.
// An identifier that a regular expression spells out stays too.
func codesOf(s *arena.Scenario, r *rand.Rand) codes {
	var ids, regexes []string
	eachPattern(s, func(p arena.Pattern) arena.Pattern {
		switch {
		case p.Identifier != "" && !slices.Contains(ids, p.Identifier):
			ids = append(ids, p.Identifier)
		case p.Regex != "":
			regexes = append(regexes, p.Regex)
		}
		return p
	})
	c := codes{digits: [10]byte{'0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}}
	// A cycle through all of them moves each (Sattolo 1986).
	for i := 9; i > 1; i-- {
		j := 1 + r.IntN(i-1)
		c.digits[i], c.digits[j] = c.digits[j], c.digits[i]
	}
	spelt := strings.Join(regexes, "\n")
	var sources []string
	for _, id := range ids {
		groups := strings.FieldsFunc(id, func(r rune) bool { return !unicode.IsDigit(r) })
		n := len(strings.Join(groups, ""))
		if n < fewDigits || lowerRun.MatchString(id) || slices.ContainsFunc(groups, func(g string) bool { return len(g) > 2 && strings.Contains(spelt, g) }) {
			continue
		}
		if source := form(id); !slices.Contains(sources, source) {
			sources = append(sources, source)
			c.forms = append(c.forms, words.Lazy(source))
		}
	}
	return c
}

// form is a regular expression for identifiers that differ from id in digits alone. Of one without
// letters, such as a phone number, only the last two may differ, so that a reserved number stays
// one, and blanks or full stops may stand for the hyphens; they may stand between the letters and the digits of NX418, too.
func form(id string) string {
	letters := strings.ContainsFunc(id, unicode.IsLetter)
	digits := len(words.Digits(id))
	var b strings.Builder
	b.WriteString(`(?i)(^|[^\pL\pN])(`)
	at, before := 0, '-'
	for _, r := range id {
		if unicode.IsLetter(before) && unicode.IsDigit(r) || unicode.IsDigit(before) && unicode.IsLetter(r) {
			b.WriteString(`[-‐‑–—. ]?`)
		}
		before = r
		switch {
		case unicode.IsDigit(r):
			at++
			if letters || at > digits-2 {
				b.WriteString(`[0-9]`)
			} else {
				b.WriteRune(r)
			}
		case !letters || strings.ContainsRune("-‐‑–—", r):
			b.WriteString(`[-‐‑–—. ()]{0,2}`)
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	b.WriteString(`)($|[^\pL\pN])`)
	return b.String()
}

// rewrite gives every identifier of a known form its new digits.
func (c codes) rewrite(text string) string {
	done := make([]bool, len(text)) // a text may have the form of two
	out := []byte(text)
	for _, f := range c.forms {
		for from := 0; from < len(text); {
			m := f.FindStringSubmatchIndex(text[from:])
			if m == nil {
				break
			}
			i, j := from+m[4], from+m[5]
			digits := strings.Count(f.String(), `[0-9]`)
			for k := j - 1; k >= i && digits > 0; k-- {
				if out[k] >= '0' && out[k] <= '9' {
					digits--
					if !done[k] {
						out[k], done[k] = c.digits[text[k]-'0'], true
					}
				}
			}
			from = j
		}
	}
	return string(out)
}
