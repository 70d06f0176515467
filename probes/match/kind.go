package match

import (
	"maps"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// asked is what a question asks for: a kind of thing, of something.
type asked struct {
	known map[string]bool // the stems of all words of the question
	kind  map[string]bool // the stems of the words for the kind of thing: "who", "name"
	head  map[string]bool // the stem of its own word for it: "florist"
	opens []string        // the words that it asks with: "how much"
	kin   map[string]bool // the stems of words that say the same as its own: spouse of married
}

// kinds are what questions ask for: the words of such a question, and those that people use for what it asks for.
var kinds = []struct {
	question *words.Expression
	words    map[string]bool
}{
	{words.MustExpression(`\b(?:who|whom|whose|name|called)\b`), words.Stems("who whom whose name identity person surname")},
	{words.MustExpression(`\b(?:when|date|day|year|month|since|until|how long|expir\w+)\b`), words.Stems("when date day time year month end expiry long")},
	{words.MustExpression(`\b(?:time|hours?)\b`), words.Stems("when time hour")},
	{words.MustExpression(`\bwhere\b`), words.Stems("where place location address street spot venue whereabouts position which")},
	{words.MustExpression(`\b(?:street|road|room|floor|fridge|drawer|box|shelf|cabinet|hotel|town|city|country|building|house|cabin|hall|plot|office|bay|pub|address)\b`), words.Stems("where place location name which")},
	{words.MustExpression(`\b(?:how much|cost|price|fee|rent|charge|pay|paid|deposit|budget|dose|sum)\b`), words.Stems("much amount price cost sum figure fee rate quantity number charge total value strength pay")},
	{words.MustExpression(`\bhow many\b`), words.Stems("many number headcount count figure total amount quantity")},
	{words.MustExpression(`\b(?:number|phone|code|password|extension|plate)\b`), words.Stems("number phone contact line extension mobile digit figure")},
	{words.MustExpression(`\b(?:e-?mail|address)\b`), words.Stems("email e-mail address contact")},
	{words.MustExpression(`\bwhy\b`), words.Stems("why reason cause explanation")},
	{words.MustExpression(`\bhow long\b`), words.Stems("long duration length time")},
	{words.MustExpression(`\bhow far\b`), words.Stems("far distance")},
	{words.MustExpression(`\bhow old\b`), words.Stems("old age")},
	{words.MustExpression(`\b(?:percentage|per cent|percent|share|rate)\b`), words.Stems("percent percentage rate figure number high big size large")},
	{words.MustExpression(`\bcolou?r\b`), words.Stems("colour color")},
	{words.MustExpression(`\bwhich\b`), words.Stems("who whom which name")},
}

// readAsked reads what a question asks for.
func readAsked(question string) asked {
	a := asked{known: words.Stems(question), kind: map[string]bool{}, head: map[string]bool{}, kin: map[string]bool{}}
	for _, w := range words.Plain(question) {
		maps.Copy(a.kin, words.Stems(strings.Join(words.Alike("label", strings.ToLower(w)), " ")))
	}
	if all := words.Plain(question); len(all) > 1 && strings.EqualFold(all[0], "how") && manner[words.Stem(all[1])] {
		a.opens = all[:2]
	}
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
	if len(all) > 0 && len(all) > len(a.opens) && len(a.opens) > 1 && slices.Equal(all[:len(a.opens)], a.opens) {
		return ofAsked // "How much of it you packed" of "How much silica went into the column?"
	}
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
		case (a.known[w] || a.kin[w]) && !asking[w]:
			return ofAsked
		case w == "name", !asking[w] && !empty.MatchString(w):
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

// has reports whether a text has one of these words.
func has(text string, of map[string]bool) bool {
	return slices.ContainsFunc(words.Plain(text), func(w string) bool { return of[words.Stem(w)] })
}

// hasKind reports whether a text has a word for the kind of thing that is asked for.
func (a asked) hasKind(text string) bool { return has(text, a.kind) || has(text, a.head) }

// headNoun is the word of a question for what it asks for: "which bank", "who is the florist".
var headNoun = words.MustExpression(`\b(?:what|who) (?:is|was|are|were) (?:[\w'-]+ ){0,3}?([\w-]+)(?: (?:of|for|at|in|on|to|with|that|who|which|from|by)\b|\?)|\b(?:which|what|whose|how (?:much|many)) ([\w-]+)`)
