package datasets

import (
	"regexp"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// answered is what a dataset's answer is: a value, values all of which are wanted, or prose, which has neither.
type answered struct {
	value    arena.Pattern
	all      []arena.Pattern
	factType arena.FactType
}

func (a answered) prose() bool { return a.value.Text == "" && a.value.Any == nil && a.all == nil }

// pattern is what a reply with the answer says. Prose has none.
func (a answered) pattern() arena.Pattern {
	if a.all != nil {
		return arena.Pattern{All: a.all}
	}
	return a.value
}

// What makes an answer a value: it is short, and neither a judgement nor a sentence about somebody.
const (
	longestValue = 5 // words
	longestPart  = 4 // words of one of several
	mostParts    = 6
)

var (
	judgement  = words.MustExpression(`^(yes|no|likely|unlikely|probably|possibly|maybe|perhaps|somewhat|because|since she|since he|he|she|they|it|his|her|their|i|you|the user|not)\b`)
	leading    = words.MustExpression(`^((a|an|the|in|on|at|by|to|from|with|for|around|approximately|about) )+`)
	inMonth    = words.MustExpression(`\b(` + strings.ReplaceAll(words.Months, " ", "|") + `),? \d{4}\b`)
	separators = regexp.MustCompile(`, and |,? & |, |; | and `)
	acceptable = words.MustExpression(`^(.+?)[.,;]? \(?([^.(]+?)(?: \([^)]*\))? (?:is|are|would be) also acceptable\W*$`)
	relative   = words.MustExpression(`^(?:the )?(?:(\w+) )?(day|week|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s? before (.+)$`)
)

// read reads an answer.
func read(answer string) answered {
	answer = strings.Trim(answer, " .\"")
	if m := acceptable.FindStringSubmatch(answer); m != nil {
		a, b := read(m[1]), read(m[2])
		if a.value.Text == "" || b.value.Text == "" {
			return answered{}
		}
		a.value = arena.Pattern{Any: []arena.Pattern{a.value, b.value}}
		return a
	}
	if days := relatively(answer); days != nil {
		return answered{value: arena.Pattern{Any: days}, factType: arena.Date}
	}
	t := words.Read(answer)
	out := answered{factType: arena.Entity}
	switch {
	case len(t.Dates()) > 0 || inMonth.MatchString(answer):
		out.factType = arena.Date
	case len(t.Amounts())+len(t.Clocks()) > 0:
		out.factType = arena.Quantity
	}
	parts := separators.Split(answer, -1)
	if out.factType != arena.Entity {
		parts = parts[:1] // "7 May, 2023" is no list
	}
	if judgement.MatchString(answer) || len(parts) > mostParts {
		return answered{}
	}
	for _, part := range parts {
		longest := longestPart
		if len(parts) == 1 {
			part, longest = answer, longestValue
		}
		part = leading.ReplaceAllString(strings.TrimSpace(part), "")
		p := arena.Pattern{Text: part}
		if _, err := match.Compile(p); err != nil || len(strings.Fields(part)) > longest {
			return answered{}
		}
		out.all = append(out.all, p)
	}
	if len(out.all) == 1 {
		out.value, out.all = out.all[0], nil
	}
	return out
}

// relatively reads a day that is told by another ("the Sunday before 25 May 2023"): what is said, and the days that are meant.
// Of the week before a day these are those of the week before its own, and the seven before it. It is nil for any other text.
func relatively(answer string) []arena.Pattern {
	m := relative.FindStringSubmatch(answer)
	if m == nil {
		return nil
	}
	dates := words.Read(m[3]).Dates()
	count := 1
	if m[1] != "" {
		count, _ = words.Read(m[1]).SmallNumber(0)
	}
	if len(dates) != 1 || dates[0].Year == 0 || count < 1 || count > 99 {
		return nil
	}
	day := time.Date(dates[0].Year, dates[0].Month, dates[0].Day, 0, 0, 0, 0, time.UTC)
	monday := day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	var from, to time.Time // the first that is meant, and the last
	switch unit := strings.ToLower(m[2]); unit {
	case "day":
		from = day.AddDate(0, 0, -count)
		to = from
	case "week":
		from, to = monday.AddDate(0, 0, -7*count), day.AddDate(0, 0, -1-7*(count-1))
	case "weekend":
		from, to = monday.AddDate(0, 0, 5-7*count), monday.AddDate(0, 0, 6-7*count)
	default:
		from = day.AddDate(0, 0, -1)
		for !strings.EqualFold(from.Weekday().String(), unit) {
			from = from.AddDate(0, 0, -1)
		}
		from = from.AddDate(0, 0, -7*(count-1))
		to = from
	}
	out := []arena.Pattern{toldBy(m[2]+" before", day)}
	for ; !from.After(to); from = from.AddDate(0, 0, 1) {
		out = append(out, on(from))
	}
	return out
}

// toldBy is a day that is told by another.
func toldBy(by string, day time.Time) arena.Pattern {
	return arena.Pattern{Near: &arena.NearPattern{Of: []arena.Pattern{{Text: by}, on(day)}, Within: 3}}
}

// on is the pattern of a day.
func on(day time.Time) arena.Pattern {
	return arena.Pattern{Date: &arena.DatePattern{Year: day.Year(), Month: day.Month(), Day: day.Day()}}
}
