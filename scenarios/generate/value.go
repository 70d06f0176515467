package generate

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/words"
)

// value is what an attribute has. Which field is set depends on the attribute's form.
type value struct {
	number int
	day    time.Time // a date
	gone   bool      // there is none any more
	key    string    // the words by which any other is recognised
	text   string    // those words as they are said
}

// pattern is the value as a pattern in YAML.
func (v value) pattern(a *attribute) string {
	if v.gone {
		return "{any: [" + strings.Join(read().Gone, ", ") + "]}"
	}
	switch a.Form {
	case "number":
		return numberPattern(v.number, a.Unit)
	case "date":
		return "{date: " + v.day.Format(time.DateOnly) + "}"
	case "code", "phone":
		return "{identifier: " + v.key + "}"
	}
	return textPattern(v.key)
}

func numberPattern(n int, unit string) string { return fmt.Sprintf("{number: %d, unit: %s}", n, unit) }

func textPattern(words string) string { return "{text: " + strconv.Quote(words) + "}" }

// said is the value as it is said, in one of the ways there are.
func (v value) said(a *attribute, r *rand.Rand) string {
	switch a.Form {
	case "number":
		return amount(v.number, a.Unit, r)
	case "date":
		return v.day.Format(one(r, []string{"2 January 2006", "January 2, 2006", "2006-01-02"}))
	case "phone":
		if r.IntN(2) == 0 {
			return "(" + v.key[:3] + ") " + v.key[4:]
		}
	}
	return v.text
}

// written is the value in one spelling, for readers of the file.
func (v value) written(a *attribute) string {
	if v.gone {
		return "struck out"
	}
	switch a.Form {
	case "number":
		return strconv.Itoa(v.number) + " " + a.Unit
	case "date":
		return v.day.Format(time.DateOnly)
	}
	return v.text
}

// unitNames are the ways to write a unit behind a number.
var unitNames = map[string][]string{
	"usd": {"dollars"}, "day": {"days"}, "kg": {"kg", "kilos"}, "l": {"litres", "liters"}, "cm": {"cm", "centimetres"},
}

// amount is a number with its unit.
func amount(n int, unit string, r *rand.Rand) string {
	digits := strconv.Itoa(n)
	if r.IntN(3) > 0 {
		digits = words.Grouped(digits)
	}
	if unit == "usd" && r.IntN(3) > 0 {
		return "$" + digits
	}
	return digits + " " + one(r, unitNames[unit])
}

// urn draws values, each at most once in a world.
type urn struct {
	r       *rand.Rand
	words   *grammar
	zones   []string // what a place may be called
	scale   int      // widens the ranges of numbers where many are needed
	days    int      // within how many days dates lie
	numbers map[int]bool
	keys    map[string]bool
}

// firstDay is the day before the first that a value may be: after every conversation.
var firstDay = time.Date(2028, time.January, 1, 0, 0, 0, 0, time.UTC)

// spread is the range of a number: small ones are taken off, or multiply, what large ones add up
// to. None has fewer than three digits, so that none is mistaken for a count.
type spread struct{ from, to int }

var (
	anyNumber  = spread{101, 9_999}
	largeTerm  = spread{1_000, 9_999}
	smallTerm  = spread{101, 899}
	multiplier = spread{101, 365}
)

// draw is a new value. It is drawn again until fits, if there is one, accepts it.
func (u *urn) draw(a *attribute, s spread, fits func(value) bool) value {
	switch a.Form {
	case "number":
		return u.number(s, fits)
	case "date":
		return u.date(fits)
	}
	for {
		v := u.invented(a.Form)
		if !u.keys[v.key] && (fits == nil || fits(v)) {
			u.keys[v.key] = true
			return v
		}
	}
}

// number widens its range with every failure.
func (u *urn) number(s spread, fits func(value) bool) value {
	for width := (s.to - s.from + 1) * u.scale; ; width += 1 + width/64 {
		n := s.from + u.r.IntN(width)
		if v := (value{number: n}); !u.numbers[n] && !yearLike(n) && fits(v) {
			u.numbers[n] = true
			return v
		}
	}
}

// yearLike reports whether a number could be read as a year.
func yearLike(n int) bool { return n >= 1900 && n < 2200 }

func (u *urn) date(fits func(value) bool) value {
	for width := u.days; ; width += 1 + width/64 {
		v := value{day: firstDay.AddDate(0, 0, 1+u.r.IntN(width))}
		if key := v.day.Format(time.DateOnly); !u.keys[key] && fits(v) {
			u.keys[key] = true
			return v
		}
	}
}

// letters are those of identifiers: none that looks like a digit.
const letters = "ABCDEFGHJKLMNPRTUVWXYZ"

// invented draws a value that is words or an identifier.
func (u *urn) invented(form string) value {
	g := u.words
	switch form {
	case "code":
		var b strings.Builder
		for range 3 {
			b.WriteByte(letters[u.r.IntN(len(letters))])
		}
		key := fmt.Sprintf("%s-%04d", b.String(), 1000+u.r.IntN(9000))
		return value{key: key, text: key}
	case "phone": // 555-0100 to 555-0199 belong to nobody, whatever the area
		key := fmt.Sprintf("%d%d%d-555-01%02d", 2+u.r.IntN(8), u.r.IntN(9), u.r.IntN(10), u.r.IntN(100))
		return value{key: key, text: key}
	case "option":
		key := one(u.r, g.Styles) + " " + one(u.r, g.Materials)
		if u.r.IntN(3) == 0 {
			top := u.r.IntN(len(g.Materials))
			under := (top + 1 + u.r.IntN(len(g.Materials)-1)) % len(g.Materials)
			key = g.Materials[top] + " over " + g.Materials[under]
		}
		return value{key: key, text: key}
	}
	name := u.coined()
	switch form {
	case "firm":
		return value{key: name, text: name + " " + one(u.r, g.Firms)}
	case "person":
		return value{key: name, text: one(u.r, g.Firsts) + " " + name}
	}
	return value{key: name, text: "the " + name + " " + one(u.r, u.zones)}
}

// coined is a name that nobody has.
func (u *urn) coined() string {
	return one(u.r, u.words.Starts) + one(u.r, u.words.Middles) + one(u.r, u.words.Ends)
}
