package match

import (
	"strconv"

	"contextarena.internal/words"
)

// stamps are how the entries of a log begin, with how many there are at least. A number in front of a line is none, since
// facts are numbered too, and neither is a day with something to do on it.
var stamps = []struct {
	least int
	shape *words.Expression
}{
	{3, words.Lazy(`(?im)^` + lead + `\[ ?(?:t|turn |no\.? ?|#)?(\d{1,4}) ?\]`)},
	{3, words.Lazy(`(?im)^` + lead + `(?:t|turn:? |entry:? |note |day:? |week:? |#)(\d{1,4})\b`)},
	{2, words.Lazy(`(?im)^` + lead + `(?:session|wave|round|pass|rev(?:ision)?|v|ver|version|update|draft|message|call|meeting|visit)[ .#]{0,2}(\d{1,3})\b(?:[^\w\n]|$)`)},
	{3, words.Lazy(`(?m)^` + lead + `S(\d{1,2}) ?[(:]`)},
	{2, words.Lazy(`(?m)^` + lead + `(\d{4})-(\d\d)-(\d\d)\b`)},
}

// lead is what may stand before a stamp on its line.
const lead = `[ \t>*_#|\[(-]*`

// clocked is a line that begins with a time of day, perhaps behind its day.
var clocked = words.Lazy(`(?m)^` + lead + `(?:(?:\d{4}-)?(\d\d)-(\d\d)[ T,]+)?([01]?\d|2[0-3])[:h]([0-5]\d)\b`)

// What stands around the day that stamps a line: before it, or on both sides of one alone; before and behind one at its end.
var (
	beforeDay = words.Lazy(`(?i)^` + lead + `(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?)?[ \t*_]*$`)
	alone     = words.Lazy(`^[ \t*_=:\]).|-]*$`)
	atEnd     = words.Lazy(`(?i)[(\[–—][ \t]*(?:(?:on|from|as of) )?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? ?)?$`)
)

// stamped is a text as a log of entries that begin with numbers.
func stamped(t *words.Text, shape *words.Expression, least int) log {
	var begins, values []int
	for _, at := range shape.FindAllStringSubmatchIndex(t.Source(), -1) {
		v := 0
		for k := 2; k < len(at); k += 2 {
			v = 100*v + number(t, at[k], at[k+1])
		}
		begins, values = append(begins, at[0]), append(values, v)
	}
	if len(begins) < least {
		return log{}
	}
	return ascending(t, begins, values)
}

// number is the number of at most four digits between two offsets, 0 if there is none.
func number(t *words.Text, from, to int) int {
	if from < 0 {
		return 0
	}
	n, _ := strconv.Atoi(t.Source()[from:to])
	return n
}

// byClock reads a log whose entries begin with times of day. A clock passes midnight once, unless days say when.
func byClock(t *words.Text, _ Days) log {
	const day = 24 * 60
	var begins, values []int
	base, passed := 0, false
	for _, at := range clocked.FindAllStringSubmatchIndex(t.Source(), -1) {
		minutes := 60*number(t, at[6], at[7]) + number(t, at[8], at[9])
		switch {
		case at[2] >= 0:
			base = day * (31*number(t, at[2], at[3]) + number(t, at[4], at[5]))
		case len(values) > 0 && base+minutes < values[len(values)-1] && !passed:
			base, passed = base+day, true
		}
		begins, values = append(begins, at[0]), append(values, base+minutes)
	}
	if len(begins) < 2 {
		return log{}
	}
	if l := ascending(t, begins, values); l.begins != nil {
		return l
	}
	for k := range values { // one that descends passes no midnight
		values[k] %= day
	}
	return ascending(t, begins, values)
}

// dated are the lines with a day in one place of them, and what days those are.
type dated struct {
	begins, values []int
	strange        bool // the conversation had other days
}

func (d *dated) add(line int, day words.Date, days Days) {
	if n := len(d.begins); n > 0 && d.begins[n-1] == line {
		return
	}
	d.begins, d.values = append(d.begins, line), append(d.values, 10_000*day.Year+100*int(day.Month)+day.Day)
	d.strange = d.strange || !days.has(day)
}

// byDay reads a log whose lines begin or end with days of the conversation, or that has lines with nothing but a day.
func byDay(t *words.Text, days Days) log {
	var at [3]dated // at the beginnings of lines, at their ends, alone
	for _, d := range t.Dates() {
		line := words.Line(t.Source(), d.Span)
		before, after := t.Source()[line.Start:d.Span.Start], t.Source()[d.Span.End:line.End]
		first, last := beforeDay.MatchString(before), alone.MatchString(after)
		switch {
		case first:
			at[0].add(line.Start, d, days)
		case last && atEnd.MatchString(before):
			at[1].add(line.Start, d, days)
		}
		if first && last {
			at[2].add(line.Start, d, days)
		}
	}
	for i, of := range at {
		if i == 2 || len(of.begins) >= 3 && !of.strange {
			if l := ascending(t, of.begins, of.values); l.begins != nil {
				return l
			}
		}
	}
	return log{}
}

// Supersedes reports whether a text is a log in which an entry that was written after the one with an old value gives a new one.
func Supersedes(t *words.Text, days Days, now []words.Span, old words.Span) bool {
	return logOf(t, days).supersedes(now, old)
}
