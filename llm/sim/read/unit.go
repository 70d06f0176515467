package read

import "strings"

// counted finds the noun that a number before token i counts: the first plural of up to four
// words, or the first word if none is one.
func (r *reader) counted(i int) string {
	for r.at(i).hash == hashed("more") || r.at(i).hash == hashed("extra") || r.at(i).hash == hashed("other") ||
		r.at(i).hash == hashOf || r.at(i).is(determiner) && r.at(i-1).hash == hashOf || r.at(i).hash == hashed("new") || r.at(i).hash == hashed("additional") {
		i++
	}
	first := ""
	for j := i; j < i+4; j++ {
		t := r.at(j)
		if t.form != letter || t.own || t.is(numeral) || t.is(aux|joining|subject) || t.is(preposition|dull|subordinate) || t.capital && j > i && !t.known() {
			break
		}
		s := strings.ToLower(r.text(j))
		if one := singular(s); one != s {
			if !t.is(verb) || j == i {
				return one
			}
			break
		}
		if t.is(verb) && j > i {
			break
		}
		if first == "" {
			first = s
		}
	}
	return first
}

// countable says whether token i is a plural that a number before it would count.
func (r *reader) countable(i int) bool {
	t := r.at(i)
	if t.form != letter || t.own || t.is(aux|subject|preposition|dull|joining) {
		return false
	}
	s := strings.ToLower(r.text(i))
	if singular(s) != s {
		return true
	}
	n := r.at(i + 1)
	if t.is(verb|adverb) || n.form != letter || n.is(aux|dull|preposition|joining) {
		return false
	}
	s = strings.ToLower(r.text(i + 1))
	return singular(s) != s
}

// singular is the singular of a noun in lower case, the word itself if it is none.
func singular(s string) string {
	if one, ok := irregular[s]; ok && !vocabularyVerb(s) {
		return one
	}
	n := len(s)
	switch {
	case n < 4 || s[n-1] != 's' || hasAny(s, "ss", "us", "is", "'s"):
		return s
	case strings.HasSuffix(s, "ies") && n > 4:
		return s[:n-3] + "y"
	case hasAny(s, "sses", "shes", "ches", "xes", "oes", "zzes"):
		return s[:n-2]
	}
	return s[:n-1]
}

func vocabularyVerb(s string) bool { return look(s).sense&(verb|aux|dull) != 0 }

// Unit is the unit of amounts that a noun counts or measures, as in Value.Unit: "kg" for
// "kilograms", "guest" for "guests".
func Unit(noun string) string {
	noun = strings.ToLower(noun)
	if w := look(noun); w.sense&measure != 0 && w.unit != "" {
		return w.unit
	}
	return singular(noun)
}

// per reads what an amount is per: "$35 per person", "a night", "each", "/month", "every week".
func (r *reader) per(i int, f *found) string {
	rate := f.Unit == "$" || f.Unit == "€" || f.Unit == "£" || f.Unit == "¥"
	for j := i; j < i+4; j++ {
		t := r.at(j)
		switch {
		case t.hash == hashPer, t.mark == '/' && t.glued:
			if n := r.at(j + 1); n.form == letter {
				if n.is(measure) && n.word.unit != "" {
					return n.word.unit
				}
				return singular(strings.ToLower(r.text(j + 1)))
			}
			return ""
		case t.hash == hashed("each"), t.hash == hashed("apiece"):
			return "each"
		case t.hash == hashed("every"):
			if n := r.at(j + 1); n.is(period) {
				return singular(strings.ToLower(r.text(j + 1)))
			}
			return ""
		case t.hash == hashA || t.hash == hashAn:
			if n := r.at(j + 1); n.form == letter && (n.is(period) || rate && j == i && !n.is(dull) && n.hash != hashed("lot") && n.hash != hashed("bit")) {
				return singular(strings.ToLower(r.text(j + 1)))
			}
			return ""
		}
		if one, ok := adverbsOfPeriod[t.hash]; ok {
			return one
		}
		if t.form != letter || t.is(aux|joining|preposition|subject) {
			return ""
		}
	}
	return ""
}

var adverbsOfPeriod = map[uint64]string{
	hashed("daily"): "day", hashed("weekly"): "week", hashed("monthly"): "month", hashed("yearly"): "year",
	hashed("annually"): "year", hashed("hourly"): "hour", hashed("nightly"): "night", hashed("quarterly"): "quarter",
}
