package belief

import (
	"slices"
	"strings"
	"time"

	"contextarena.internal/llm/sim/read"
)

// offset is the date or time that a fact gives by its distance from another: "two days before the
// fair", "the stalls go up the evening before", where the other one stands in the words that
// follow, or in the clauses before it. It is empty if the fact gives none.
func (a *asker) offset(p *part, h hit) string {
	if p.wants != of(read.Date) {
		return ""
	}
	from, to := a.sentence(a.facts[h.fact].Last)
	for k := from; k <= to; k++ {
		if a.sum(a.said[k]&p.words) < mostOf*a.sum(p.words) {
			continue
		}
		if line := a.offsetAt(p, k); line != "" {
			return line
		}
	}
	return ""
}

// offsetAt is the date that the clause at index at gives.
func (a *asker) offsetAt(p *part, at int) string {
	c := a.text[at]
	if slices.ContainsFunc(c.Values, func(v read.Value) bool { return v.Kind == read.Date && !clocked(v) }) {
		return "" // it says itself when
	}
	lower := tokens(strings.ToLower(c.Text))
	for i, w := range lower {
		sign := 0.0
		switch w {
		case "before", "earlier", "ahead":
			sign = -1
		case "after", "later":
			sign = 1
		default:
			continue
		}
		if i == 0 {
			return ""
		}
		n, unit := 1.0, lower[i-1]
		for _, v := range c.Values {
			if v.Kind == read.Amount && lengths[read.Unit(unit)] != 0 && read.Unit(unit) == v.Unit {
				n = v.Number
			}
		}
		step := lengths[read.Unit(unit)]
		if step == 0 {
			continue
		}
		from, ok := a.anchor(at, strings.Join(lower[i+1:], " "))
		if !ok {
			return ""
		}
		t, day, ok := instant(from.Key)
		if !ok || day != (step >= 24*time.Hour) {
			return ""
		}
		if a.slips.Miscalculates != nil && a.slips.Miscalculates(c.Shape, 2) {
			return ""
		}
		t = t.Add(time.Duration(sign * n * float64(step)))
		return label(p) + written(t, day) + " (" + from.Text + ")"
	}
	return ""
}

// anchor is the date of what a text names, or of what the clauses before speak of, or else the
// nearest one said before in the same turn.
func (a *asker) anchor(at int, text string) (read.Value, bool) {
	for w := range words(text) {
		if !grammar[w] {
			if v, ok := a.dated(at, read.Hash(w)); ok {
				return v, true
			}
		}
	}
	for k := at - 1; k >= max(0, at-2) && a.sameTime(at, k) && a.text[k] != nil; k-- {
		for _, w := range a.text[k].Topic {
			if v, ok := a.dated(at, w); ok {
				return v, true
			}
		}
	}
	for k := at - 1; k >= max(0, at-spoken) && a.sameTime(at, k); k-- {
		if a.text[k] == nil || a.text[k].Speaker != a.text[at].Speaker {
			continue
		}
		for _, v := range a.text[k].Values {
			if _, _, ok := instant(v.Key); ok && v.Kind == read.Date {
				return v, true
			}
		}
	}
	return read.Value{}, false
}

// dated is the newest date that the reader's facts give of a word, other than at an index.
func (a *asker) dated(at int, word uint32) (read.Value, bool) {
	for i := len(a.facts) - 1; i >= 0; i-- {
		f := &a.facts[i]
		if f.Last == at || !slices.Contains(f.Clause.Topic, word) {
			continue
		}
		for _, v := range f.Now {
			if _, day, ok := instant(v.Key); ok && day && v.Kind == read.Date {
				return v, true
			}
		}
	}
	return read.Value{}, false
}

// reckons reports whether a text gives a date by its distance from another: "the day before".
func reckons(text string) bool {
	before := ""
	for w := range words(text) {
		switch w {
		case "before", "after", "later", "earlier":
			if lengths[before] != 0 || lengths[strings.TrimSuffix(before, "s")] != 0 {
				return true
			}
		}
		before = w
	}
	return false
}

// mostOf is how much of what is asked has to be in the clause that gives a date by its distance.
const mostOf = 0.6

// spoken is how many clauses back a date that isn't named can stand.
const spoken = 16

// written is a date or a time of day as people write it.
func written(t time.Time, day bool) string {
	if day {
		return t.Format("January 2")
	}
	return t.Format("15:04")
}

// lengths are the lengths of units of time, and of parts of the day, each of which is a day apart
// from the next of its sort.
var lengths = map[string]time.Duration{
	"day": 24 * time.Hour, "evening": 24 * time.Hour, "night": 24 * time.Hour, "morning": 24 * time.Hour, "afternoon": 24 * time.Hour,
	"week": 7 * 24 * time.Hour, "hour": time.Hour, "minute": time.Minute,
}
