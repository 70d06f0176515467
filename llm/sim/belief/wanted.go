package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// want reads from the word at i of a question which kinds of values can answer it.
func (p *part) want(lower []string, i int) {
	w := lower[i]
	next := ""
	if i+1 < len(lower) {
		next = lower[i+1]
	}
	switch w {
	case "who", "whom", "whose":
		p.wants |= of(read.Name)
	case "when", "deadline", "birthday":
		p.wants |= of(read.Date)
	case "date", "dates":
		p.wants |= of(read.Date)
		p.moment = theDay
	case "day", "month", "year", "time":
		if i > 0 && (lower[i-1] == "what" || lower[i-1] == "which") {
			p.wants |= of(read.Date)
			if w == "time" {
				p.moment = theTime
			}
		}
	case "where":
		p.wants |= of(read.Place)
	case "how":
		switch next {
		case "many":
			p.wants |= of(read.Amount)
			if i+2 < len(lower) {
				p.unit, p.units = unitAsked(lower[i+2:])
			}
		case "much", "long", "large", "big", "high", "far", "tall", "old", "heavy", "deep", "wide", "often", "short":
			p.wants |= of(read.Amount)
			if next == "much" && i+2 < len(lower) && !grammar[lower[i+2]] {
				p.unit = read.Unit(lower[i+2])
				p.units = " " + p.unit + " "
			}
		}
	case "cost", "costs", "price", "prices", "fee", "fees", "rent", "deposit", "salary", "pay":
		if p.wants == of(read.Identifier) {
			p.wants = 0 // what a ticket costs is no ticket's number
		}
		if !p.wants.has(read.Name) && p.wants&^of(read.Amount) == 0 {
			p.wants |= of(read.Amount)
			p.money = p.unit == "" || p.unit == "money"
		}
	case "budget", "weigh", "weight", "rate", "quantity", "size", "count", "percentage", "capacity":
		if !p.wants.has(read.Name) {
			p.wants |= of(read.Amount)
		}
	case "amount", "amounts":
		p.wants |= of(read.Amount)
	case "phone", "mobile", "cell", "landline", "docket", "email", "e-mail", "serial", "code", "pin", "password", "plate", "reference", "ticket", "invoice", "id", "ids", "extension", "url", "registration":
		if p.wants == 0 && p.heads == 0 && next != "cost" && next != "costs" {
			p.wants |= of(read.Identifier)
		}
	case "number", "numbers":
		if p.wants == 0 || p.wants == of(read.Identifier) {
			p.wants |= of(read.Identifier)
			if next == "of" && (i == 0 || lower[i-1] == "the" || lower[i-1] == "what") {
				p.wants |= of(read.Amount)
			}
		}
	case "was", "were", "had", "originally", "original", "initially", "first", "before", "previously", "previous", "formerly", "former", "earlier", "beginning", "start", "outset":
		p.past = p.past || pastWord(w, lower, i)
	case "related", "relation", "relationship", "connected":
		p.relates = true
	case "every", "all", "each":
		p.all = p.all || i == 0 || lower[0] == "list" || lower[0] == "give" || lower[0] == "show" || lower[0] == "please"
	}
}

// moment is the sort of date that is asked for.
type moment uint8

const (
	anyTime moment = iota
	theDay         // "on what date"
	theTime        // "at what time"
)

// fits is how well a date is of the sort.
func (m moment) fits(v read.Value) float64 {
	clock := strings.Contains(v.Key, ":")
	switch {
	case m == theTime && !clock, m == theDay && clock && !strings.Contains(v.Key, "-"):
		return 0.4
	case m == theDay && !strings.ContainsAny(v.Key, "0123456789"):
		return 0.7
	}
	return 1
}

// pastWord reports whether a word asks for a value that was replaced. "First" and "before" do so only
// beside a verb that says something was planned or known: "the first room" is another room, not an
// older plan.
func pastWord(w string, lower []string, i int) bool {
	switch w {
	case "originally", "original", "initially", "previously", "previous", "formerly", "former":
		return true
	case "was", "were", "had":
		return i+1 < len(lower) && (lower[len(lower)-1] == "before" || contains(lower[i:], "first") || contains(lower[i:], "before") && contains(lower[i:], "changed"))
	case "before":
		return spokenOf(lower[:i]) && slices.ContainsFunc(lower[i:], func(w string) bool { return changing[w] })
	case "beginning", "start", "outset":
		return i > 1 && lower[i-1] == "the" && lower[i-2] == "at" && spokenOf(lower)
	case "first", "earlier":
		return contains(lower, "at") && i > 0 && lower[i-1] == "at" || contains(lower[:i], "was") || contains(lower[:i], "had") || contains(lower[:i], "were") || contains(lower[:i], "did")
	}
	return false
}

// spokenOf reports whether words speak of the past.
func spokenOf(words []string) bool {
	return has(words, "was", "were", "did", "had", "would")
}

// changing are words for what ended the time that a question asks about.
var changing = set(`changed change changes moved cut corrected correction switched rose raised updated update revised revision`)

func contains(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}

// unitAsked is what "how many" counts: the noun before the verb, "bottles" of "bottles of the red",
// and all words that may be it, since a verb can look like a noun.
func unitAsked(words []string) (unit, all string) {
	all = " "
	for _, w := range words {
		if prepositions[w] || grammar[w] && w != "more" && w != "new" && w != "other" && w != "people" && w != "days" {
			break
		}
		if w == "more" || w == "new" || w == "other" {
			continue
		}
		if s := read.Stem(w); !verbs[s] || unit == "" {
			unit = read.Unit(w)
			all += unit + " "
		}
	}
	return unit, all
}

// counts reports whether an amount is in the unit that is asked for, or none is asked for.
func (p *part) counts(v read.Value) bool {
	if p.money {
		return v.Unit == "" || money(v.Unit)
	}
	if p.unit == "" || v.Unit == p.unit || people[v.Unit] && people[p.unit] {
		return true
	}
	if v.Unit == "" {
		return false
	}
	last := v.Unit[strings.LastIndexByte(v.Unit, ' ')+1:]
	return strings.Contains(p.units, " "+last+" ")
}

// money reports whether a unit is a currency.
func money(unit string) bool {
	switch unit {
	case "$", "£", "€", "¥", "chf", "dollar", "euro", "pound":
		return true
	}
	return false
}

// verbs are the commonest verbs that stand right after what "how many" counts, stemmed.
var verbs = stems(`come go fit leave make take sit stand live work cost sleep play travel attend stay join eat fly arrive belong remain sign turn`)

func stems(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[read.Stem(w)] = true
	}
	return m
}

// kin are endings of nouns and verbs that belong together: who supplies is a supplier, what arrives
// has an arrival.
var kin = [][2]string{
	{"lier", "ly"},
	{"liers", "ly"},
	{"er", ""},
	{"er", "e"},
	{"ers", ""},
	{"or", ""},
	{"or", "e"},
	{"al", "e"},
	{"al", ""},
	{"ment", ""},
	{"tion", "te"},
	{"tion", "t"},
	{"ation", "e"},
	{"ation", ""},
	{"ance", ""},
	{"ance", "e"},
	{"y", ""},
	{"ure", ""},
	{"ing", ""},
	{"ery", "er"},
	{"ness", ""},
	{"ly", "lier"},
	{"ply", "plier"},
	{"ct", "ction"},
	{"te", "tion"},
	{"ve", "val"},
	{"ies", "y"},
	{"ier", "y"},
	{"ist", ""},
	{"ity", "e"},
}

// related are words that may stand for a word in what was said.
func related(word string) []string {
	var out []string
	for _, k := range kin {
		if stem, ok := strings.CutSuffix(word, k[0]); ok && len(stem) > 3 {
			out = append(out, stem+k[1])
		}
	}
	return append(out, circles[read.Stem(word)]...)
}
