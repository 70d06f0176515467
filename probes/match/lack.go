package match

import (
	"strings"

	"contextarena.internal/words"
)

// lack is where a reply says that something isn't known.
type lack struct {
	why string
	of  concern
}

// lacks are what a text says isn't known, in its order within each form.
func (a asked) lacks(text string) []lack {
	var out []lack
	for _, row := range blank.FindAllStringSubmatch(text, -1) {
		out = append(out, lack{strings.TrimSpace(row[0]), a.concerns(row[1])})
	}
	for _, sentence := range divided(text, betweenSentences) {
		sentence = condition.ReplaceAllString(sentence, "")
		for _, m := range ignorance.FindAllStringIndex(sentence, -1) {
			if of, ok := a.denied(sentence, m); ok {
				out = append(out, lack{sentence[m[0]:m[1]], of})
			}
		}
		for _, m := range bare.FindAllStringSubmatch(sentence, -1) {
			subject := m[1] + m[2] + m[3]
			if of := a.concerns(subject); of == ofAsked || a.hasKind(subject) || background.MatchString(sentence) {
				out = append(out, lack{m[0], of})
			}
		}
		for _, m := range noSuch.FindAllStringSubmatchIndex(sentence, -1) {
			object, before := firstClause(sentence[m[2]:m[1]]), sentence[:m[0]]
			of := a.concerns(object)
			switch {
			case holder.MatchString(before):
			case of == ofAsked && ours.MatchString(before), has(object, a.kind), has(object, a.head) && !thereIs.MatchString(before):
				out = append(out, lack{sentence[m[0]:m[1]], of})
			}
		}
		if only := onlyThat.FindString(sentence); only != "" && a.concerns(only) == ofOther {
			out = append(out, lack{only, ofOther})
		}
	}
	return out
}

// denied is what a verb that is denied at m is about: what follows it in its clause, and what stands before it where nothing follows.
// It isn't ok where that is an answer: "not in the garage" denies a place, "not in my notes" that it is known.
func (a asked) denied(sentence string, m []int) (of concern, ok bool) {
	match, before := sentence[m[0]:m[1]], sentence[:m[0]]
	if at := betweenClauses.FindAllStringIndex(before, -1); at != nil {
		before = before[at[len(at)-1][1]:]
	}
	of = a.concerns(match + firstClause(sentence[m[1]:]))
	notIn := of != ofNothing && isNotIn.MatchString(match)
	if notIn || of == ofNothing {
		of = a.concerns(before)
	}
	return of, !notIn || !a.kind["where"] || strings.HasSuffix(match, " what") || strings.Contains(match, "among")
}

// firstClause is a text up to the end of its clause.
func firstClause(text string) string {
	if at := betweenClauses.FindStringIndex(text); at != nil {
		return text[:at[0]]
	}
	return text
}

// left is the first clause that may be the answer where only something else is said not to be known: "Dark green. The make isn't mentioned."
func (a asked) left(sentences []string) string {
	for i, sentence := range sentences {
		for j, clause := range divided(sentence, betweenClauses) {
			clause = strings.TrimSpace(clause)
			kind := a.hasKind(clause)
			if denies(clause) || strings.HasSuffix(clause, ":") || advice.MatchString(clause) && !kind || background.MatchString(clause) {
				continue
			}
			first := i == 0 && j == 0 && (!auxiliary.MatchString(clause) || newValue(clause, a.known, false))
			named := a.kind["who"] && newValue(strings.Fields(clause)[0], a.known, true)
			if (first || kind || named || a.kind["where"] && atPlace.MatchString(clause) || pronoun.MatchString(clause) || shares(clause, a.known)) && a.saysMore(clause) {
				return clause
			}
		}
	}
	return ""
}

// denies reports whether a clause has any of the forms that say that something isn't known.
func denies(clause string) bool {
	return ignorance.MatchString(clause) || noSuch.MatchString(clause) || bare.MatchString(clause) || blank.MatchString(clause)
}

// saysMore reports whether a text has a word that is neither the question's nor empty.
func (a asked) saysMore(text string) bool {
	for _, w := range words.Plain(text) {
		if s := words.Stem(w); !a.known[s] && !a.kind[s] && !asking[s] && !empty.MatchString(s) {
			return true
		}
	}
	return false
}

var (
	blank      = words.Lazy(`(?im)(?:^[-*•| ]*|, |: )(\pL[^:|\n=,]{0,60}?) ?(?:[:|=] ?(?:null|none|nil|undefined|unknown|n/?a|tb[adc]|empty|blank|[-–—?]+)[ |]*(?:\(|$)|\| *\|$)`)
	condition  = words.Lazy(`(?i)^\W*(?:if|unless|in case|should|once) (?:nobody|no one|nothing|no|not|they|he|she|it|you|anyone|the|none|neither)\b[^,;]*, `) // "If nobody shows up, ring 555-0118"
	empty      = speech("empty")
	bare       = speech("bare")
	holder     = speech("holder")
	thereIs    = speech("thereIs")
	ours       = speech("ours")
	isNotIn    = speech("isNotIn")
	itsKind    = speech("itsKind")
	onlyThat   = speech("onlyThat")
	background = speech("background")
	pronoun    = speech("pronoun")
)
