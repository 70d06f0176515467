package sim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// A note has to be understood by itself, while people say "it" and "she". Such a clause is noted with
// what the clauses before it in the same turn speak of: "Dispatch center: it's 555-0159 from now on".
const (
	lookBack    = 4 // clauses before that are looked at
	mostOfThem  = 2 // things that a note is headed with
	phraseWords = 2 // words of a thing behind its article
)

// pointers begin clauses that speak of something named before.
var pointers = set("it", "it's", "its", "it'll", "it’s", "that", "that's", "that’s", "this", "they", "they're", "they've", "they’re", "they’ve", "they'll", "he", "he's", "he’s", "he'll", "she", "she's", "she’s", "she'll", "his", "her", "their", "these", "those", "which", "one", "ones", "him", "them", "there", "there's")

// persons are pointers that mean somebody.
var persons = set("he", "he's", "he’s", "he'll", "she", "she's", "she’s", "she'll", "his", "her", "him")

// naming words come before a noun that names a thing.
var naming = set("the", "my", "our", "his", "her", "their", "your", "its", "a", "an")

// breaking words end the name of a thing.
var breaking = set("i", "we", "you", "he", "she", "it", "they", "that", "which", "who", "is", "are", "was", "were", "has", "have", "had", "will", "can", "could", "would", "should", "and", "or", "but", "so", "of", "for", "in", "on", "at", "to", "from", "with", "by", "as", "if", "when", "not", "be", "been", "do", "does", "did", "up", "out", "off", "into", "over", "about", "than", "then", "because", "until", "before", "after", "all", "goes", "comes", "says", "said", "gets", "got", "just", "now", "again", "too", "there", "i'm", "i've", "we've", "we're", "you're")

// subjects puts before the clauses of facts what they point at. Facts taken from notes keep their lines.
func (r *reading) subjects(clauses []*read.Clause, facts []belief.Fact) {
	for i := range facts {
		f := &facts[i]
		c := f.Clause
		if c.Listed || f.Group != "" || f.Absorbed || len(f.Earlier) > 0 || !specific(f) && c.Kind != read.Relation && c.Kind != read.Place && c.Kind != read.Decision {
			continue
		}
		who, points := opensPointing(c.Text)
		if !points {
			continue
		}
		things := r.things(clauses, f.Last, c, who)
		if len(things) == 0 {
			continue
		}
		f.Clause = r.under(c, strings.Join(things, ", "))
	}
}

// specific reports whether a fact has a value that isn't just a name.
func specific(f *belief.Fact) bool {
	return slices.ContainsFunc(f.Now, func(v read.Value) bool { return v.Kind != read.Name })
}

// opensPointing reports whether a clause begins with a pointer, and whether that means somebody.
func opensPointing(text string) (person, points bool) {
	n := 0
	for w := range wordsOf(text) {
		if openings[w] || w == "now" || w == "and" {
			continue
		}
		if pointers[w] {
			return persons[w], true
		}
		if n++; n > 0 {
			return false, false
		}
	}
	return false, false
}

// things are what the clauses before index at speak of, the nearest last.
func (r *reading) things(clauses []*read.Clause, at int, c *read.Clause, person bool) []string {
	var out []string
	lower := strings.ToLower(c.Text)
	for k := at - 1; k >= max(0, at-lookBack) && len(out) < mostOfThem; k-- {
		b := clauses[k]
		if b.Speaker != c.Speaker || b.Listed {
			break
		}
		thing := ""
		if i := slices.IndexFunc(b.Values, func(v read.Value) bool { return v.Kind == read.Name }); i >= 0 && (person || b.Values[i].At < 12) {
			thing = b.Values[i].Text
		} else if !person {
			thing = phrase(b.Text)
		}
		if thing == "" || strings.Contains(lower, strings.ToLower(thing)) || slices.Contains(out, thing) {
			continue
		}
		out = append(out, thing)
		if person {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// phrase is the first thing that a clause names with an article, without it.
func phrase(text string) string {
	var words []string
	inside := false
	for at, w := 0, ""; at < len(text); {
		end := at + strings.IndexByte(text[at:], ' ')
		if end < at {
			end = len(text)
		}
		w, at = text[at:end], min(end+1, len(text))
		bare := strings.Trim(w, ".,;:!?()\"'…")
		lower := strings.ToLower(bare)
		switch {
		case inside && (breaking[lower] || naming[lower] || bare == "" || strings.ContainsAny(bare, "0123456789")):
			if len(words) > 0 {
				return strings.Join(words, " ")
			}
			inside = naming[lower]
		case inside:
			words = append(words, bare)
			if len(words) == phraseWords || len(bare) < len(w) && w[len(w)-1] != '\'' {
				return strings.Join(words, " ")
			}
		default:
			inside = naming[lower]
		}
	}
	return strings.Join(words, " ")
}

// under is a clause with a heading put before its text.
func (r *reading) under(c *read.Clause, heading string) *read.Clause {
	first, size := utf8.DecodeRuneInString(heading)
	heading = string(unicode.ToUpper(first)) + heading[size:] + ": "
	out := *c
	text := c.Text
	for {
		word, rest, ok := strings.Cut(text, " ")
		if !ok || !openings[strings.ToLower(strings.TrimRight(word, ",!"))] {
			break
		}
		text = strings.TrimLeft(rest, " ")
	}
	if c, size := utf8.DecodeRuneInString(text); size > 0 && text[0] != 'I' || strings.HasPrefix(text, "It") {
		text = string(unicode.ToLower(c)) + text[size:]
	}
	out.Text = heading + text
	out.Values = slices.Clone(c.Values)
	for k := range out.Values {
		out.Values[k].At += len(out.Text) - len(c.Text)
	}
	out.Topic = slices.Clone(c.Topic)
	for w := range wordsOf(heading) {
		out.Topic = append(out.Topic, read.Hash(w))
	}
	slices.Sort(out.Topic)
	out.Topic = slices.Compact(out.Topic)
	r.put(&out, c)
	return &out
}
