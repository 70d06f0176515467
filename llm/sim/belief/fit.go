package belief

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/read"
)

// asks reports whether a value stands in the question itself, so that it can't be the answer.
func (a *asker) asks(v read.Value) bool {
	any := false
	for w := range strings.FieldsFuncSeq(v.Key, parting) {
		c := a.cell(read.Hash(w))
		if c.word == 0 {
			return false
		}
		any = true
	}
	return any
}

// fits is how well a fact's values are of a kind that can answer a part: 1 if one is, 0 if none
// can be.
func (a *asker) fits(p *part, f *Fact) float64 {
	if f.Gone {
		return 1 // that it is gone is the answer
	}
	values := f.Now
	if p.past && len(f.Was) > 0 {
		values = f.Was
	}
	if p.wants == 0 {
		for _, v := range values {
			if p.heads != 0 && a.holds(v, p.heads) && !a.asks(v) {
				return heading
			}
		}
		if len(values) == 0 && f.Clause.Kind == read.Plain {
			return valueless
		}
		return 1
	}
	best := 0.0
	for _, v := range values {
		if !p.wants.has(v.Kind) {
			continue
		}
		switch {
		case v.Kind == read.Amount && !p.counts(v):
			best = max(best, 0.6)
		case a.asks(v):
			best = max(best, 0.15)
		case v.Kind == read.Date && p.moment != anyTime:
			best = max(best, p.moment.fits(v))
		default:
			return 1
		}
	}
	if best > 0 {
		return best
	}
	if p.wants.has(read.Date) && reckons(f.Clause.Text) {
		return 0.8
	}
	if p.wants.has(read.Identifier) {
		for _, v := range values {
			if v.Kind == read.Amount && v.Unit == "" && len(v.Text) > 2 && v.Text == v.Key && !a.asks(v) {
				return 0.9 // "4711" may be a code as well as a count
			}
		}
	}
	// Names and places are written in too many ways for every one to be recognised.
	if p.wants.has(read.Place) && located(f.Clause.Text) {
		return 0.92
	}
	if p.wants.has(read.Name) && (f.Clause.Kind == read.Relation || len(f.Now) > 0) {
		return 0.4
	}
	if p.wants.has(read.Amount) {
		for _, v := range values {
			if v.Kind == read.Identifier || v.Kind == read.Date {
				return 0.5
			}
		}
	}
	return 0
}

// satisfies reports whether a fact has a value that says what of a thing is asked without the word
// for it: a sum of money for what it costs, an identifier for its phone.
func (a *asker) satisfies(p *part, f *Fact) bool {
	for _, v := range f.Now {
		switch {
		case a.asks(v) || !p.wants.has(v.Kind):
		case v.Kind == read.Identifier, v.Kind == read.Date, v.Kind == read.Amount && v.Unit != "" && p.counts(v):
			return true
		}
	}
	return false
}

// news reports whether a fact has a value that isn't in the question.
func (a *asker) news(f *Fact) bool {
	return slices.ContainsFunc(f.Now, func(v read.Value) bool { return !a.asks(v) })
}

// holds reports whether one of some asked words is among a value's own.
func (a *asker) holds(v read.Value, words uint64) bool {
	for w := range strings.FieldsFuncSeq(v.Text, parting) {
		if c := a.cell(read.Hash(w)); c.word != 0 && words&(1<<(c.word-1)) != 0 {
			return true
		}
	}
	return false
}

// personal reports whether a text speaks of a person without a name: "she", "his".
func personal(text string) bool {
	for i := 0; i < len(text); {
		if text[i]|0x20 < 'a' || text[i]|0x20 > 'z' {
			i++
			continue
		}
		start := i
		for i < len(text) && text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' {
			i++
		}
		if n := i - start; n < 2 || n > 4 {
			continue
		}
		switch text[start:i] {
		case "he", "she", "his", "her", "him", "hers", "He", "She", "His", "Her":
			return true
		}
	}
	return false
}

// located reports whether a text says where something is: a preposition of place before a noun.
func located(text string) bool {
	for w := range words(text) {
		if placing[w] {
			return true
		}
	}
	return false
}

// placing are the prepositions of place.
var placing = set(`in on at behind under beneath below above beside near opposite inside outside between by next against along around across upstairs downstairs`)
