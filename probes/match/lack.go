package match

import (
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// asked is what a question asks for: a kind of thing, of something.
type asked struct {
	known map[string]bool // the stems of all words of the question
	kind  map[string]bool // the stems of the words for the kind of thing: "who", "name"
	head  map[string]bool // the stem of its own word for it: "florist"
}

// kinds are what questions ask for: the words of such a question, and those that people use for what it asks for.
var kinds = []struct {
	question *words.Expression
	words    map[string]bool
}{
	{words.MustExpression(`\b(?:who|whom|whose|name|called)\b`), stems("who whom whose name identity person surname")},
	{words.MustExpression(`\b(?:when|date|day|year|month|since|until|how long|expir\w+)\b`), stems("when date day time year month end expiry long")},
	{words.MustExpression(`\b(?:time|hours?)\b`), stems("when time hour")},
	{words.MustExpression(`\bwhere\b`), stems("where place location address street spot venue whereabouts position which")},
	{words.MustExpression(`\b(?:in|on|at|to) (?:which|what)\b|\b(?:street|room|address)\b`), stems("where place location name which")},
	{words.MustExpression(`\b(?:how much|cost|price|fee|rent|charge|pay|paid|deposit|budget|dose|sum)\b`), stems("much amount price cost sum figure fee rate quantity number charge total value strength pay")},
	{words.MustExpression(`\bhow many\b`), stems("many number count figure total amount quantity")},
	{words.MustExpression(`\b(?:number|phone|code|password|extension|plate)\b`), stems("number phone contact line extension mobile digit figure")},
	{words.MustExpression(`\b(?:e-?mail|address)\b`), stems("email e-mail address contact")},
	{words.MustExpression(`\bwhy\b`), stems("why reason cause explanation")},
	{words.MustExpression(`\bhow long\b`), stems("long duration length time")},
	{words.MustExpression(`\bhow far\b`), stems("far distance")},
	{words.MustExpression(`\bhow old\b`), stems("old age")},
	{words.MustExpression(`\b(?:percentage|per cent|percent|share|rate)\b`), stems("percent percentage rate figure number high big size large")},
	{words.MustExpression(`\bcolou?r\b`), stems("colour color")},
	{words.MustExpression(`\bwhich\b`), stems("who whom which name")},
}

// stems is a list of words as a set of their stems.
func stems(list string) map[string]bool { return words.Stems(list) }

// readAsked reads what a question asks for.
func readAsked(question string) asked {
	a := asked{known: words.Stems(question), kind: map[string]bool{}, head: map[string]bool{}}
	for _, m := range headNoun.FindAllStringSubmatch(question, -1) {
		if w := words.Stem(m[1] + m[2]); !asking[w] {
			a.head[w] = true
		}
	}
	for _, k := range kinds {
		if k.question.MatchString(question) {
			for w := range k.words {
				a.kind[w] = true
			}
		}
	}
	return a
}

// interrogative are the words that ask for a kind of thing of their own.
var interrogative = words.Set("who whom whose when where why how")

// concern is what a denial is about.
type concern int

const (
	ofNothing concern = iota // it names nothing: "I don't know"
	ofAsked                  // what the question asks for
	ofOther                  // something else
)

// concerns reads what a text is about: the first word that asks for a kind decides, then the words of the question, then those of its kind
// unless something else is named with them.
func (a asked) concerns(text string) concern {
	kind, foreign := false, false
	all := words.Plain(text)
	for i, w := range all {
		w = words.Stem(w)
		if w == "how" && i+1 < len(all) {
			w = words.Stem(all[i+1])
			if !manner[w] {
				continue
			}
			if !a.kind[w] && !a.known[w] {
				return ofOther
			}
		}
		switch {
		case interrogative[w] && !a.kind[w] && !a.known[w]:
			return ofOther
		case a.kind[w] && !a.head[w]:
			kind = true
		case a.known[w] && !asking[w]:
			return ofAsked
		case !asking[w] && !empty.MatchString(w):
			foreign = true
		}
	}
	switch {
	case foreign:
		return ofOther
	case kind:
		return ofAsked
	}
	return ofNothing
}

// manner are the words behind "how" that ask for a kind of thing.
var manner = words.Set("many much long far old often big large high")

// lack is where a reply says that something isn't known.
type lack struct {
	why string
	of  concern
}

// lacks are what a text says isn't known, in its order within each form.
func (a asked) lacks(text string) []lack {
	var out []lack
	for _, row := range blank.FindAllStringSubmatch(text, -1) {
		if of := a.concerns(row[1]); of != ofOther {
			out = append(out, lack{strings.TrimSpace(row[0]), ofAsked})
		} else {
			out = append(out, lack{strings.TrimSpace(row[0]), of})
		}
	}
	for _, sentence := range divided(text, betweenSentences) {
		for _, m := range ignorance.FindAllStringIndex(sentence, -1) {
			before, after := sentence[:m[0]], sentence[m[1]:]
			if at := betweenClauses.FindStringIndex(after); at != nil {
				after = after[:at[0]]
			}
			if at := betweenClauses.FindAllStringIndex(before, -1); at != nil {
				before = before[at[len(at)-1][1]:]
			}
			match := sentence[m[0]:m[1]]
			of := a.concerns(match + after)
			switch notIn := of != ofNothing && isNotIn.MatchString(match); {
			case notIn && a.kind["where"]: // "not in the garage" denies a place, "not in my notes" that it is known
				continue
			case notIn, of == ofNothing:
				of = a.concerns(before)
			}
			out = append(out, lack{sentence[m[0]:m[1]], of})
		}
		for _, m := range bare.FindAllStringSubmatch(sentence, -1) {
			subject := m[1] + m[2]
			if of := a.concerns(subject); of == ofAsked || a.hasKind(subject) || of == ofOther && background.MatchString(sentence) {
				out = append(out, lack{m[0], of})
			}
		}
		for _, m := range noSuch.FindAllStringSubmatchIndex(sentence, -1) {
			at := max(m[2], m[4])
			object, before := sentence[at:m[1]], sentence[:m[0]]
			if cut := betweenClauses.FindStringIndex(object); cut != nil {
				object = object[:cut[0]]
			}
			of := a.concerns(object)
			switch {
			case holder.MatchString(before):
			case of == ofAsked && (at == m[2] || ours.MatchString(before)), has(object, a.kind), has(object, a.head) && !thereIs.MatchString(before):
				out = append(out, lack{sentence[m[0]:m[1]], of})
			}
		}
		if only := onlyThat.FindString(sentence); only != "" && a.concerns(only) == ofOther {
			out = append(out, lack{only, ofOther})
		}
	}
	return out
}

// has reports whether a text has one of these words.
func has(text string, of map[string]bool) bool {
	return slices.ContainsFunc(words.Plain(text), func(w string) bool { return of[words.Stem(w)] })
}

// hasKind reports whether a text has a word for the kind of thing that is asked for.
func (a asked) hasKind(text string) bool { return has(text, a.kind) || has(text, a.head) }

// left is the first clause that may be the answer where only something else is said not to be known: "Dark green. The make isn't mentioned."
func (a asked) left(sentences []string) string {
	for i, sentence := range sentences {
		for j, clause := range divided(sentence, betweenClauses.Regexp) {
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
	blank      = regexp.MustCompile(`(?im)(?:^[-*•| ]*|, |: )(\pL[^:|\n=,]{0,60}?) ?(?:[:|=] ?(?:null|none|nil|undefined|unknown|n/?a|tb[adc]|empty|blank|[-–—?]+)[ |]*(?:\(|$)|\| *\|$)`)
	empty      = speech("empty")
	bare       = speech("bare")
	holder     = speech("holder")
	thereIs    = speech("thereIs")
	ours       = speech("ours")
	isNotIn    = speech("isNotIn")
	itsKind    = speech("itsKind")
	onlyThat   = speech("onlyThat")
	headNoun   = words.MustExpression(`\b(?:what|who) (?:is|was|are|were) (?:[\w'-]+ ){0,3}?([\w-]+)(?: (?:of|for|at|in|on|to|with|that|who|which|from|by)\b|\?)|\b(?:which|what|whose|how (?:much|many)) ([\w-]+)`)
	background = speech("background")
	pronoun    = speech("pronoun")
)
