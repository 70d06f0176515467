package sim

import (
	"slices"
	"strings"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// closeness is how near a value is to the one it would replace.
func closeness(a, b read.Value) float64 {
	if a.Kind != read.Amount {
		return 1
	}
	switch ratio := max(a.Number/b.Number, b.Number/a.Number); {
	case ratio > 5 || !(ratio > 0):
		return 0
	case ratio > 2.5:
		return farOff
	}
	return 1
}

// sorted is how many values of a fact could replace others.
func sorted(f *belief.Fact) int {
	n := 0
	for _, v := range f.Now {
		if sort(v) != "" {
			n++
		}
	}
	return n
}

// measures are units that many sorts of things are counted in.
var measures = set("", "$", "£", "€", "%", "unit", "piece", "item", "kg", "g", "l", "m", "km", "cm", "mm", "metre", "meter", "foot", "feet", "inch", "mile", "litre", "liter", "kilowatt", "degree", "second", "minute", "hour", "day", "night", "week", "month", "year", "time", "people", "person", "percent", "dollar", "pound", "euro", "cent", "gram", "kilo", "kilogram", "ton", "tonne", "millimetre", "centimetre", "square metre", "thing", "one", "way", "page")

// rivals are the values of one sort that two facts give; of several the strongest.
func rivals(old, f *belief.Fact, names bool) (from, to read.Value, ok bool) {
	for _, b := range f.Now {
		kind := sort(b)
		if b.Kind == read.Name && names && onlyName(f) && onlyName(old) && taking(f.Clause) {
			kind = "name"
		}
		if kind == "" || ok && b.Kind < to.Kind || keeps(old.Now, b) || keeps(old.Was, b) {
			continue
		}
		best := -1
		for k, a := range old.Now {
			if a.Kind != b.Kind || keeps(f.Now, a) || sort(a) != kind && !(kind == "name" && !strings.Contains(a.Text, b.Text)) {
				continue
			}
			if a.Per != b.Per && a.Per != "" && b.Per != "" {
				continue
			}
			meant := 0
			if len(old.Now) > 1 && (ok || slices.ContainsFunc(old.Now[k+1:], func(o read.Value) bool { return o.Kind == a.Kind && o.Unit == a.Unit })) {
				meant = led(old, k, f.Clause.Text)
			}
			if meant > best {
				from, to, ok, best = a, b, true, meant
			}
		}
	}
	return from, to, ok
}

// led is how many words of a text stand in what leads up to value k of a fact: "the band $650" for "make
// that $700 for the band".
func led(f *belief.Fact, k int, text string) int {
	v := f.Now[k]
	begin, end := 0, v.At
	for _, o := range f.Clause.Values {
		if o.At < v.At && o.Kind == v.Kind {
			begin = max(begin, o.At+len(o.Text))
		}
	}
	if begin > end || end > len(f.Clause.Text) {
		return 0
	}
	n := 0
	for w := range wordsOf(f.Clause.Text[begin:end]) {
		if len(w) > 2 && !leading[w] && w != "and" && hasWord(text, w) {
			n++
		}
	}
	return n
}

// taking reports whether a clause says that something takes a place: "The inn is the Turnip now".
func taking(c *read.Clause) bool {
	is, now := false, false
	for w := range wordsOf(c.Text) {
		is = is || w == "is" || strings.HasSuffix(w, "'s") || w == "becomes" || w == "gone"
		now = now || w == "now" || w == "instead"
	}
	return is && now
}

// onlyName reports whether a fact gives one name and nothing else.
func onlyName(f *belief.Fact) bool { return len(f.Now) == 1 && f.Clause.Kind != read.Plain }

// keeps reports whether a value is among values, by its kind and key.
func keeps(values []read.Value, v read.Value) bool {
	return slices.ContainsFunc(values, func(o read.Value) bool { return o.Kind == v.Kind && o.Key == v.Key })
}

// sort is what a value could be replaced with: another of the same measure, form or sort. It is empty
// for what says too little: a number word without a unit, a day of the week, a name.
func sort(v read.Value) string {
	switch v.Kind {
	case read.Amount:
		if v.Unit == "" && !strings.ContainsAny(v.Text, "0123456789") {
			return ""
		}
		return v.Unit + "."
	case read.Place:
		word := ""
		for w := range strings.FieldsSeq(v.Text) {
			if w[0] >= 'a' && w[0] <= 'z' && !leading[w] && !spatial[w] {
				word = w
			}
		}
		return word
	case read.Date:
		switch {
		case strings.Contains(v.Key, ":"):
			return "time"
		case strings.Contains(strings.TrimLeft(v.Key, "-"), "-"):
			return "day"
		case len(v.Key) == 4 && v.Key[0] >= '1' && v.Key[0] <= '9':
			return "year"
		}
		return ""
	case read.Identifier:
		return composition(v.Text)
	}
	return ""
}

// composition is how an identifier is made: runs of letters and digits.
func composition(text string) string {
	var b strings.Builder
	last, digits := byte(0), 0
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= '0' && c <= '9':
			c = '0'
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			c = 'a'
		default:
			continue
		}
		if c == '0' {
			digits++
		}
		if c != last {
			b.WriteByte(c)
		}
		last = c
	}
	if b.Len() == 1 {
		return strings.Repeat("0", digits) // a number of as many digits
	}
	return b.String()
}

// replacing is a clause with a value in the place of another, and a mark that says so: "bay 11 (was
// bay 6)". If that took the place of a third, the mark names it as well.
func replacing(c *read.Clause, from, to read.Value) *read.Clause {
	k := slices.IndexFunc(c.Values, func(v read.Value) bool { return v.Kind == from.Kind && v.Key == from.Key })
	if k < 0 || c.Values[k].At+len(c.Values[k].Text) > len(c.Text) {
		return c
	}
	at := c.Values[k].At
	end := at + len(c.Values[k].Text)
	mark := " (" + wasMark + c.Values[k].Text
	rest := c.Text[end:]
	if before, ok := strings.CutPrefix(rest, " ("+wasMark); ok {
		mark += ", earlier "
		rest = before
	} else {
		mark += ")"
	}
	out := *c
	out.Text = c.Text[:at] + to.Text + mark + rest
	out.Values = slices.Clone(c.Values)
	to.At = at
	out.Values[k] = to
	for j := k + 1; j < len(out.Values); j++ {
		out.Values[j].At += len(out.Text) - len(c.Text)
	}
	out.Kind = read.Correction
	return &out
}

// wasMark begins what stands in brackets behind a value that took the place of another.
const wasMark = "was "
