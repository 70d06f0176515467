package belief

import (
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
	case "day", "month", "year", "time":
		if i > 0 && (lower[i-1] == "what" || lower[i-1] == "which") {
			p.wants |= of(read.Date)
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
				p.unit = read.Stem(lower[i+2])
				p.units = " " + p.unit + " "
			}
		}
	case "cost", "costs", "price", "prices", "fee", "fees", "rent", "deposit", "salary", "pay":
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
	case "phone", "email", "e-mail", "serial", "code", "pin", "password", "plate", "reference", "ticket", "invoice", "id", "ids", "extension", "url", "registration":
		if p.wants == 0 && p.heads == 0 {
			p.wants |= of(read.Identifier)
		}
	case "number", "numbers":
		if p.wants == 0 || p.wants == of(read.Identifier) {
			p.wants |= of(read.Identifier)
			if next == "of" && (i == 0 || lower[i-1] == "the" || lower[i-1] == "what") {
				p.wants |= of(read.Amount)
			}
		}
	case "was", "were", "had", "originally", "original", "initially", "first", "before", "previously", "previous", "formerly", "former", "earlier":
		p.past = p.past || pastWord(w, lower, i)
	case "related", "relation", "relationship", "connected":
		p.relates = true
	case "every", "all", "each":
		p.all = p.all || i == 0 || lower[0] == "list" || lower[0] == "give" || lower[0] == "show" || lower[0] == "please"
	}
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
	case "first", "earlier":
		return contains(lower, "at") && i > 0 && lower[i-1] == "at" || contains(lower[:i], "was") || contains(lower[:i], "had") || contains(lower[:i], "were") || contains(lower[:i], "did")
	}
	return false
}

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
		if grammar[w] && w != "more" && w != "new" && w != "other" && w != "people" && w != "days" {
			break
		}
		if w == "more" || w == "new" || w == "other" {
			continue
		}
		if s := read.Stem(w); !verbs[s] || unit == "" {
			unit = s
			all += s + " "
		}
	}
	return unit, all
}

// counts reports whether an amount is in the unit that is asked for, or none is asked for.
func (p *part) counts(v read.Value) bool {
	if p.money {
		return v.Unit == "" || v.Unit == "$" || v.Unit == "£" || v.Unit == "€" || v.Unit == "¥" || v.Unit == "chf"
	}
	if p.unit == "" || v.Unit == p.unit {
		return true
	}
	if v.Unit == "" {
		return false
	}
	last := v.Unit[strings.LastIndexByte(v.Unit, ' ')+1:]
	return strings.Contains(p.units, " "+last+" ")
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

// circles are words that ask for one thing: what one of them asks, another may have stated.
var circles = circlesOf(`
travel fly trip journey
cost price fee charge pay rate expensive
phone mobile cell telephone call ring reach dial
live house home address
meet meeting
married wife husband spouse marry
boss manager report chief head lead
make maker made build built manufacturer producer produce
car vehicle van lorry truck
colour color paint shade
begin start kick
end finish finished through
buy purchase order
job profession living work occupation
stand place put located site kept keep lives sits
arrive arrival land due
leave depart departure
weigh weight heavy
name called
guest attendee visitor
company firm vendor supplier business
supply supplier deliver provide
mail email e-mail
plan plans planned
sum amount money
kid child kids children
mentor teach train
delivery delivered deliver arrive
inspection inspect check
`)

func circlesOf(lines string) map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		for _, w := range words {
			s := read.Stem(w)
			for _, o := range words {
				if o != w {
					m[s] = append(m[s], o)
				}
			}
		}
	}
	return m
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
