package match

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// identifierMatcher finds an identifier in every grouping: the same letters and digits in their order, whatever
// spaces, hyphens, dots and brackets stand between groups. A phone number's national and international
// forms are the same where the prefix of the country is known.
type identifierMatcher struct {
	forms  []string // letters and digits, in lower case, the longest first
	joints string   // marks of the pattern that must stand where they do: "_", "/", "@"
	marks  []int    // how many letters and digits stand before each of joints
	loose  bool     // groups may be cut anew
}

// trunks are the prefixes of countries with what a national number has instead.
var trunks = map[string]string{
	"1": "", "44": "0", "49": "0", "33": "0", "31": "0", "32": "0", "41": "0", "43": "0", "46": "0", "353": "0", "61": "0", "64": "0",
	"81": "0", "39": "", "34": "", "351": "", "45": "", "47": "", "48": "", "358": "0", "27": "0", "91": "0", "55": "0", "52": "",
}

// regroupable is how many letters and digits an identifier needs to be cut into other groups.
const regroupable = 6

func compileIdentifier(p arena.Pattern) (Matcher, error) {
	if strings.ContainsFunc(p.Identifier, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }) {
		return nil, fmt.Errorf("identifier: %q has a space (use a text pattern)", p.Identifier)
	}
	t := words.Read(p.Identifier)
	m := identifierMatcher{}
	code, digits, letters := "", 0, 0
	for i := range t.Tokens() {
		switch {
		case t.IsWord(i):
			code += t.Word(i)
			if t.IsNumber(i) {
				digits += len(t.Word(i))
			} else {
				letters++
			}
		case i > 0 && strings.ContainsRune("-.", t.Char(i)):
		case i == 0 && t.Is(i, '+'):
		default:
			m.joints += string(t.Char(i))
			m.marks = append(m.marks, len(code))
		}
	}
	last := t.Tokens() - 1
	if last < 0 || !t.IsWord(0) && !t.Is(0, '+') || !t.IsWord(last) {
		return nil, fmt.Errorf("identifier: %q doesn't begin and end with a letter or digit", p.Identifier)
	}
	m.loose = len(code) >= regroupable && digits > 0 || letters > 0 && digits > 0 && len(code) > 3
	m.forms = []string{code}
	if letters == 0 && digits >= 9 && m.joints == "" {
		m.forms = phoneForms(code, t.Is(0, '+'))
	}
	return m, nil
}

// phoneForms are the ways to write a phone number, with and without the prefix of its country.
func phoneForms(number string, international bool) []string {
	forms := []string{number}
	for prefix, trunk := range trunks {
		switch rest, ok := strings.CutPrefix(number, prefix); {
		case international && ok && len(rest) >= 8:
			forms = append(forms, trunk+rest, prefix+trunk+rest) // +44 (0)20 …
		case international:
		case trunk == "0" && number[0] == '0' && number[1] != '0':
			forms = append(forms, prefix+number[1:], prefix+number, "00"+prefix+number[1:])
		case prefix == "1" && len(number) == 10 && number[0] > '1':
			forms = append(forms, prefix+number)
		}
	}
	return forms
}

// Find returns the places where the identifier stands by itself.
func (m identifierMatcher) Find(t *words.Text) []words.Span {
	var out []words.Span
	for _, form := range m.forms {
		for first := range t.Begins(form) {
			if last := m.matchAt(t, first, form); last >= 0 {
				from := first
				if t.Glued(from) && (t.Is(from-1, '(') && inBrackets(t, first, last) || t.Is(from-1, '+')) {
					from--
				}
				out = append(out, t.Span(from, last))
			}
		}
	}
	out = ordered(out)
	return slices.DeleteFunc(slices.Clone(out), func(s words.Span) bool { // a national number in an international one
		return slices.ContainsFunc(out, func(o words.Span) bool { return o != s && o.Contains(s) })
	})
}

// inBrackets reports whether a closing bracket stands among the tokens from first to last.
func inBrackets(t *words.Text, first, last int) bool {
	for i := first; i <= last; i++ {
		if t.Is(i, ')') {
			return true
		}
	}
	return false
}

// matchAt is the last token of a form that begins at token i, -1 if there is none.
func (m identifierMatcher) matchAt(t *words.Text, i int, form string) int {
	at, mark, groups, joined := 0, 0, 0, true
	for j := i; t.SameBlock(i, j); j++ {
		if t.IsWord(j) {
			if !t.Glued(j) && at > 0 {
				groups++
			}
			rest, ok := strings.CutPrefix(form[at:], t.Word(j))
			if !ok || mark < len(m.marks) && form == m.forms[0] && m.marks[mark] == at && at > 0 {
				return -1
			}
			at = len(form) - len(rest)
			if at == len(form) {
				if !t.WholeIdentifier(i, j) || t.Glued(j+1) && t.IsNumber(j) && t.Is(j+1, '%') || groups > 0 && !m.loose || !joined && !m.loose {
					return -1
				}
				return j
			}
			continue
		}
		if mark < len(m.marks) && m.marks[mark] == at && t.Is(j, []rune(m.joints)[mark]) {
			mark++
			continue
		}
		switch t.Char(j) {
		case '-', '.', ' ':
		case '(', ')', '/':
			if !m.loose {
				return -1
			}
		default:
			return -1
		}
		joined = joined && t.Glued(j)
	}
	return -1
}
