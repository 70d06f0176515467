package belief

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"contextarena.internal/llm/sim/read"
)

// between answers how long it is from one date or time to another: "how many days lie between A
// and B", "how long after A is B".
func (a *asker) between(p *part, words []string) (string, bool) {
	unit := "day"
	switch {
	case len(words) < 4 || words[0] != "how":
		return "", false
	case words[1] == "long":
	case words[1] == "many" && slices.Contains([]string{"days", "weeks", "months", "years", "hours", "minutes"}, words[2]):
		unit = strings.TrimSuffix(words[2], "s")
	default:
		return "", false
	}
	lower := strings.ToLower(p.text)
	from, to := "", ""
	if _, rest, ok := strings.Cut(lower, " between "); ok {
		from, to, _ = strings.Cut(rest, " and ")
	} else if _, rest, ok := strings.Cut(lower, " from "); ok {
		for _, word := range []string{" until ", " till ", " to "} {
			if from, to, ok = strings.Cut(rest, word); ok {
				break
			}
		}
	} else {
		for _, word := range []string{" after ", " before "} {
			if head, rest, ok := strings.Cut(lower, word); ok {
				for _, verb := range []string{" is ", " does ", " do ", " did ", " are ", " was ", " will "} {
					if f, t, ok := strings.Cut(rest, verb); ok {
						from, to = f, t
						break
					}
				}
				if to == "" {
					from, to = rest, head
				}
				break
			}
		}
	}
	if from == "" || to == "" {
		return "", false
	}
	x, okX := a.moment(from)
	y, okY := a.moment(to)
	if !okX || !okY {
		return "", false
	}
	n, ok := apart(x.Key, y.Key, unit)
	if !ok {
		return "", false
	}
	if a.slips.Miscalculates != nil && a.slips.Miscalculates(a.facts[x.fact].Clause.Shape, 2) {
		return fmt.Sprintf("%s to %s", x.Text, y.Text), true
	}
	return fmt.Sprintf("%s (%s to %s)", measured(n, unit), x.Text, y.Text), true
}

// moment is the date that a text names.
func (a *asker) moment(text string) (operand, bool) {
	p := a.part(text)
	p.wants, p.past = of(read.Date), false
	return a.value(&p, "")
}

// apart is how many units lie between two dates or times of day.
func apart(x, y, unit string) (float64, bool) {
	a, dayA, ok := instant(x)
	b, dayB, ok2 := instant(y)
	if !ok || !ok2 || dayA != dayB {
		return 0, false
	}
	d := b.Sub(a)
	if dayA && d < 0 {
		d = -d
	}
	if !dayA && d < 0 {
		d += 24 * time.Hour
	}
	hours := d.Hours()
	switch unit {
	case "day":
		if !dayA {
			return hours, true
		}
		return math.Round(hours / 24), true
	case "week":
		return hours / 24 / 7, true
	case "month":
		return math.Round(hours / 24 / 30.44), true
	case "year":
		return math.Floor(hours / 24 / 365.2), true
	case "hour":
		return hours, true
	case "minute":
		return d.Minutes(), true
	}
	return 0, false
}

// instant reads the key of a date or of a time of day; day says which it is. Dates without a year
// are all taken to be in the same one.
func instant(key string) (t time.Time, day, ok bool) {
	for _, layout := range []string{"2006-01-02", "--01-02", "01-02"} {
		if t, err := time.Parse(layout, key); err == nil {
			if t.Year() == 0 {
				t = t.AddDate(2026, 0, 0)
			}
			return t, true, true
		}
	}
	if t, err := time.Parse("15:04", key); err == nil {
		return t, false, true
	}
	return time.Time{}, false, false
}
