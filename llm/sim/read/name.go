package read

import (
	"strconv"
	"strings"
)

// name reads the name of a person, place or thing that begins at token i: words with capitals,
// and what is written like a product. At the beginning of a sentence a capital says something
// only if the word isn't an ordinary one.
func (r *reader) name(i int) (found, bool) {
	t := r.at(i)
	if t.form != letter || !r.nameable(i) {
		return found{}, false
	}
	last := i
	for !r.toks[last].own && last < i+8 {
		next := r.at(last + 1)
		if next.mark == '.' && next.glued && (r.toks[last].is(title) || r.toks[last].end-r.toks[last].start == 1) && r.at(last+2).capital {
			last += 2
			continue
		}
		if next.form == letter && next.capital && !r.starts(last+1) && !next.is(subject) && (!next.is(dull|month|weekday) || next.caps && next.end-next.start > 1) {
			last++
			continue
		}
		// "Lord of the Rings", "Ludwig van Beethoven", "Smith & Sons"
		if k := r.connects(last + 1); k > 0 {
			last = k
			continue
		}
		if next.form == digits && next.end-next.start <= 4 && !r.countable(last+2) && !r.at(last+2).is(measure|money|period) && isDigit(r.text(last + 1)[0]) && r.at(last+2).form != digits && (r.toks[last].is(place|label) || last > i && r.toks[last].inner) {
			last++
		}
		break
	}
	if last == i && t.is(title) && t.known() && !t.is(relates) {
		return found{}, false
	}
	f := found{first: i, last: last}
	f.Text = r.span(i, last)
	if end := &r.toks[last]; end.own {
		f.Text = trimOwn(f.Text)
	}
	f.Key = nameKey(f.Text)
	f.Kind = Name
	if r.isPlace(i, last) {
		f.Kind = Place
	}
	return f, true
}

func trimOwn(s string) string {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "'S")
	return strings.TrimSuffix(strings.TrimSuffix(s, "’s"), "’S")
}

// nameKey is a name in lower case without titles.
func nameKey(s string) string {
	s = strings.ToLower(s)
	for {
		word, rest, ok := strings.Cut(s, " ")
		if !ok || look(strings.TrimSuffix(word, ".")).sense&title == 0 || strings.HasPrefix(rest, "of ") {
			return s
		}
		s = rest
	}
}

// nameable says whether token i can begin a name.
func (r *reader) nameable(i int) bool {
	t := r.at(i)
	if r.shouts && !t.inner {
		return false
	}
	if !t.capital { // iPad
		return t.inner && !t.known() && strings.IndexByte(r.text(i), '_') < 0 || !t.known() && r.evidence.large[t.hash] && !r.at(i-1).is(determiner) && !r.inflected(i)
	}
	if t.end-t.start == 1 && t.hash != hashI && r.at(i+1).mark == '.' && r.at(i+1).glued && r.at(i+2).capital && !r.at(i+2).is(dull) && r.at(i+2).end-r.at(i+2).start > 1 {
		return true // an initial
	}
	if t.is(dull|subject|aux|joining|asking) || t.end-t.start == 1 || r.keyed(i) && strings.IndexByte(r.text(i), '_') >= 0 {
		return false
	}
	if t.caps && (t.known() || r.inflected(i)) && strings.IndexByte(r.text(i), '-') < 0 { // an emphasised word
		return false
	}
	if t.is(month | weekday) {
		return false
	}
	if !r.starts(i) {
		return true
	}
	if r.at(i-1).mark == ':' && t.known() && !t.is(verb|adverb|preposition) { // "venue: Grand Hall"
		if next := r.at(i + 1); next.capital && next.form == letter && !next.is(dull) && !r.shouts {
			return true
		}
	}
	if t.inner { // "Widget-A", but not "Check-in"
		dash := strings.IndexByte(r.text(i), '-')
		if dash < 0 || dash+1 < len(r.text(i)) && isUpper(r.text(i)[dash+1]) {
			return true
		}
	}
	if next := r.at(i + 1); t.is(place) && next.form == letter && next.capital && !next.known() && !r.starts(i+1) { // "Hotel Adler"
		return true
	}
	if t.is(title) && r.at(i+1).capital || t.is(title) && r.at(i+1).mark == '.' && r.at(i+2).capital {
		return true
	}
	if r.evidence.small[t.hash] {
		return false
	}
	if t.known() || r.inflected(i) {
		return r.evidence.large[t.hash] && !t.is(verb|preposition|adverb) && !t.own
	}
	// What ends like a verb or an adverb is none unless a verb follows.
	s, next := r.text(i), r.at(i+1)
	if n := len(s); n > 5 && (hasAny(s, "ly", "ing") || strings.HasSuffix(s, "ed") && !hasAny(s, "red", "med")) && !t.own && !next.is(aux|verb) {
		return r.evidence.large[t.hash]
	}
	return true
}

// inflected says whether token i is a form of an ordinary word.
func (r *reader) inflected(i int) bool {
	s := strings.ToLower(r.text(i))
	if r.toks[i].own {
		s = trimOwn(s)
	}
	n := len(s)
	try := func(base string) bool { return look(base).sense != 0 }
	switch {
	case n > 4 && strings.HasSuffix(s, "s") && (try(s[:n-1]) || try(singular(s))):
		return true
	case n > 4 && strings.HasSuffix(s, "ed"):
		return try(s[:n-2]) || try(s[:n-1]) || try(undouble(s[:n-2]))
	case n > 5 && strings.HasSuffix(s, "ing"):
		return try(s[:n-3]) || try(s[:n-3]+"e") || try(undouble(s[:n-3]))
	case n > 4 && strings.HasSuffix(s, "ly"):
		return try(s[:n-2]) || try(s[:n-1]+"e")
	case n > 4 && strings.HasSuffix(s, "er"):
		return try(s[:n-2]) || try(s[:n-1])
	}
	if strings.IndexByte(s, '-') > 0 {
		for part := range strings.SplitSeq(s, "-") {
			if part != "" && !try(part) && !try(singular(part)) {
				return false
			}
		}
		return true
	}
	return hasAny(s, "tion", "tions", "ness", "ment", "ments", "ity", "ities", "able", "ible", "ful", "less", "ology")
}

// connects says where a name goes on over small words at token i: the index of its next capital
// word, 0 if it ends here.
func (r *reader) connects(i int) int {
	for j := i; j < i+3; j++ {
		t := r.at(j)
		if j > i && t.form == letter && t.capital && !t.is(dull) {
			return j
		}
		switch strings.ToLower(r.text(j)) {
		case "de", "van", "von", "der", "del", "di", "da", "bin", "al", "la", "le":
		case "of":
			if j > i || r.at(j-1).own {
				return 0
			}
		case "the":
			if j == i {
				return 0
			}
		case "&":
		default:
			return 0
		}
	}
	return 0
}

// isPlace says whether the name is where something is: it says so itself ("Grand Hall"), or a
// preposition of place stands before it.
func (r *reader) isPlace(first, last int) bool {
	end := &r.toks[last]
	if end.form == digits && last > first {
		end = &r.toks[last-1]
	}
	if end.is(place) && last > first || r.toks[first].is(place) && last > first {
		return true
	}
	if end.own {
		return false
	}
	before := r.at(first - 1)
	if before.hash == hashThe {
		before = r.at(first - 2)
	} else if (before.is(aux) || before.mark == ':') && wheres[r.at(first-2).hash] {
		return true
	}
	switch before.hash {
	case hashIn, hashed("at"), hashed("near"), hashed("outside"), hashed("inside"):
		return true
	case hashFrom, hashTo, hashed("into"), hashed("for"):
		for j := first - 2; j >= 0 && j > first-7; j-- {
			if travels[Hash(r.text(j))] {
				return true
			}
		}
	}
	return false
}

// wheres are labels of places: "venue: Larkfield".
var wheres = wordSet("venue location city town destination place address hotel hometown country where whereabouts")

// travels are verbs after which from and to name places.
var travels = stems("fly drive travel move return sail cycle walk commute relocate land arrive depart leave trip flight train bus ferry ship drove flew")

func stems(text string) map[uint32]bool {
	m := map[uint32]bool{}
	for s := range strings.FieldsSeq(text) {
		m[Hash(s)] = true
	}
	return m
}

// numbered reads a noun with the number or letter that makes it one of many: room 12, shelf C,
// third floor, team 3, route 41. The number of a code is an identifier.
func (r *reader) numbered(i int) (found, bool) {
	t := r.at(i)
	if t.is(ordinal) || t.form == mixed {
		if next := r.at(i + 1); next.is(place) && next.form == letter && vertical[next.hash] && ordinals[t.hash] != "" {
			return found{Value: Value{Kind: Place, Key: strings.ToLower(r.text(i+1)) + " " + ordinals[t.hash]}, first: i, last: i + 1}, true
		}
		return found{}, false
	}
	j := i + 1
	if h := r.at(j).hash; h == hashed("no") || h == hashed("number") || r.at(j).mark == '#' {
		j++
		if r.at(j).mark == '.' {
			j++
		}
	}
	n := r.at(j)
	s := strings.TrimPrefix(r.text(j), "#")
	single := n.form == letter && len(s) == 1 && isUpper(s[0]) && s != "I" && (s != "A" || r.at(j+1).form == mark || r.at(j+1).is(preposition|aux|joining))
	if !t.is(place | label) {
		return found{}, false
	}
	switch {
	case single:
	case n.form == digits && len(s) <= 4 && len(s) > 0 && isDigit(s[0]) && !r.countable(j+1) && !r.at(j+1).is(measure|money|scale) && strings.IndexByte(s, ',') < 0:
	case n.form == mixed && len(s) <= 4 && letters(s[:1]) && !quantity(s) && t.is(place):
	case n.form == mixed && len(s) <= 4 && isDigit(s[0]) && isUpper(s[len(s)-1]) && !quantity(s):
	case n.is(numeral) && n.form == letter && !r.countable(j+1) && t.is(place) && !r.at(j+1).is(numeral|scale|measure):
		s = number(n.word.number)
	default:
		return found{}, false
	}
	kind := Name
	if t.is(place) {
		kind = Place
	}
	noun := singular(strings.ToLower(r.text(i)))
	return found{Value: Value{Kind: kind, Key: noun + " " + strings.ToLower(s)}, first: i, last: j}, true
}

// street reads an address: "12 Elm Street".
func (r *reader) street(i int) (found, bool) {
	next := r.at(i + 1)
	if next.form != letter || !next.capital || r.toks[i].end-r.toks[i].start > 5 {
		return found{}, false
	}
	f, ok := r.name(i + 1)
	if !ok || !streets[r.toks[f.last].hash] {
		return found{}, false
	}
	return found{Value: Value{Kind: Place, Key: strings.ToLower(r.span(i, f.last))}, first: i, last: f.last}, true
}

var streets = wordSet("street st road rd avenue ave lane drive boulevard blvd square way close court terrace place crescent row hill")

// one reads any singular noun with a small number that tells it from others of its sort: belt 1,
// box four, evening two.
func (r *reader) one(i int) (found, bool) {
	t, n, next := r.at(i), r.at(i+1), r.at(i+2)
	if t.word.sense&^(ordinary|relates|period|label|code|place|title) != 0 || t.own || measured[t.hash] || r.at(i-1).is(subject) ||
		next.form != mark && !next.is(preposition|aux|joining|subordinate|dull) || next.mark == '%' || next.mark == '/' || next.mark == '-' || next.mark == '–' || next.hash == hashOut || next.hash == hashOf ||
		next.hash == hashed("more") || next.is(numeral|scale|more|measure|money) || next.hash == hashA || next.hash == hashPer || next.hash == hashTo || next.hash == hashEach {
		return found{}, false
	}
	s := strings.ToLower(r.text(i))
	if singular(s) != s || strings.HasSuffix(s, "ly") || strings.HasSuffix(s, "'t") {
		return found{}, false
	}
	number := r.text(i + 1)
	if n.form == letter {
		if n.word.number < 1 || n.word.number > 20 || n.word.number == 1 && !t.is(label|place|code) {
			return found{}, false
		}
		number = strconv.Itoa(int(n.word.number))
	} else if x := smallInt(number); x == 0 || len(number) > 4 || x >= 1800 && x < 2200 {
		return found{}, false
	}
	return found{Value: Value{Kind: Name, Key: s + " " + number}, first: i, last: i + 1}, true
}

// measured are nouns whose number is an amount: "size 10".
var measured = wordSet("price age size weight temperature budget capacity quantity qty stock count total subtotal sum score rate number amount cost fee height width length depth distance speed volume balance minimum maximum min max average avg attendance headcount turnout load last next spare extra additional remaining left good full plus minus time about exactly approximately portion dose output input usage staff inventory")

// ordinals before a noun in vertical or in a row make a place.
var ordinals = map[uint64]string{
	hashed("first"): "1", hashed("second"): "2", hashed("third"): "3", hashed("fourth"): "4", hashed("fifth"): "5",
	hashed("sixth"): "6", hashed("seventh"): "7", hashed("eighth"): "8", hashed("ninth"): "9", hashed("tenth"): "10",
	hashed("1st"): "1", hashed("2nd"): "2", hashed("3rd"): "3", hashed("4th"): "4", hashed("5th"): "5", hashed("6th"): "6",
	hashed("7th"): "7", hashed("8th"): "8", hashed("9th"): "9", hashed("10th"): "10",
	hashed("top"): "top", hashed("bottom"): "bottom", hashed("ground"): "ground", hashed("upper"): "upper", hashed("lower"): "lower", hashed("middle"): "middle",
}

var vertical = map[uint64]bool{hashed("floor"): true, hashed("shelf"): true, hashed("row"): true, hashed("drawer"): true, hashed("level"): true, hashed("deck"): true, hashed("rack"): true, hashed("cabinet"): true}

// starts says whether token i has its capital from where it stands: at the beginning of a
// sentence, a label or a quotation.
func (r *reader) starts(i int) bool { return r.at(i).begins }

// evidence is what the rest of the text says about words that begin a sentence with a capital.
type evidence struct {
	large map[uint64]bool // stands with a capital inside a sentence
	small map[uint64]bool // stands without one
}
