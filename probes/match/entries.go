package match

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/words"
)

// stamps are how the entries of a log begin, with how many there are at least. A number in front of a line is none, since
// facts are numbered too, and neither is a day with something to do on it.
var stamps = []struct {
	least int
	shape *regexp.Regexp
}{
	{3, regexp.MustCompile(`(?im)^` + lead + `\[ ?(?:t|turn |no\.? ?|#)?(\d{1,4}) ?\]`)},
	{3, regexp.MustCompile(`(?im)^` + lead + `(?:t|turn:? |entry:? |note |day:? |week:? |#)(\d{1,4})\b`)},
	{2, regexp.MustCompile(`(?im)^` + lead + `(?:session|wave|round|pass|rev(?:ision)?|v|ver|version|update|draft|message|call|meeting|visit)[ .#]{0,2}(\d{1,3})\b(?:[^\w\n]|$)`)},
	{3, regexp.MustCompile(`(?m)^` + lead + `S(\d{1,2}) ?[(:]`)},
	{2, regexp.MustCompile(`(?m)^` + lead + `(\d{4})-(\d\d)-(\d\d)\b`)},
}

// turnTable is the header of a table whose rows are entries, and numberCell the first cell of such.
var (
	turnTable  = regexp.MustCompile(`(?im)^[ \t>]*\|[ *]*(?:turn|t|step|msg|message|entry|version|v|rev|no\.?|#)[ *]*\|`)
	numberCell = regexp.MustCompile(`(?im)^[ \t>]*\|[ *]*[tv#]?(\d{1,4})[ *]*\|`)
)

// lead is what may stand before a stamp on its line.
const lead = `[ \t>*_#|\[(-]*`

// clocked is a line that begins with a time of day, perhaps behind its day.
var clocked = regexp.MustCompile(`(?m)^` + lead + `(?:(?:\d{4}-)?(\d\d)-(\d\d)[ T,]+)?([01]?\d|2[0-3])[:h]([0-5]\d)\b`)

// monthly is a line that begins with the name of a month and no day of it.
var monthly = regexp.MustCompile(`(?im)^` + lead + `(` + strings.ReplaceAll(words.Months, " ", "|") + `)\b(?:[ *_]*\d{4})?[ *_]*(?:[.:,–—-]|$)`)

// What stands around the day that stamps a line: before it, or on both sides of one alone; before and behind one at its end.
var (
	beforeDay = regexp.MustCompile(`(?i)^` + lead + `(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?)?[ \t*_]*$`)
	alone     = regexp.MustCompile(`^[ \t*_=:\]).|-]*$`)
	atEnd     = regexp.MustCompile(`(?i)[(\[–—][ \t]*(?:(?:on|from|as of) )?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? ?)?$`)
)

// What a text says of itself, and what heads a part of it.
var (
	laterHolds   = speech("laterHolds")
	earlierHeads = speech("earlierHeads")
	laterHeads   = speech("laterHeads")
)

// stamped is a text as a log of entries that begin with numbers.
func stamped(t *words.Text, shape *regexp.Regexp, least int) log {
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

// weekly is a line that begins with a day of the week and goes on with what was said on it.
var weekly = regexp.MustCompile(`(?im)^` + lead + `(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|r|rs|ur)?(?:day)?\b[.)\]]?(?:[ *_]*(?:morning|afternoon|evening|night))?[ *_]*(?:[:–—|=]|-[ >]|$)`)

// byWeekday reads a digest of a conversation that went on for days of a week, from any of them on, a line or a heading each. By
// days on which nobody said anything it is a plan.
func byWeekday(t *words.Text, days Days) log {
	var begins, values []int
	for _, at := range weekly.FindAllStringSubmatchIndex(t.Source(), -1) {
		day := strings.Index("sunmontuewedthufrisat", strings.ToLower(t.Source()[at[2]:at[3]])) / 3
		if days != nil && !days[day] {
			return log{}
		}
		if n := len(values); n > 0 && day < values[n-1]%7 && values[n-1] < 7 { // the week turns once
			day += 7
		} else if n > 0 && values[n-1] >= 7 {
			day += 7
		}
		begins, values = append(begins, at[0]), append(values, day)
	}
	if len(begins) < 3 || values[len(values)-1]-values[0] > 7 {
		return log{}
	}
	return ascending(t, begins, values)
}

// call is a line that writes to a memory or deletes from it: remember(key="gate", value="4417"), set_fact("gate", …).
var call = regexp.MustCompile(`(?m)^[ \t>*-]*[\w.]+\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\);?[ \t]*$`)

// byCall reads a text that is calls from its first line to its last, which were made one after the other.
func byCall(t *words.Text, _ Days) log {
	calls := call.FindAllStringIndex(t.Source(), -1)
	if len(calls) < 3 || strings.TrimSpace(call.ReplaceAllString(t.Source(), "")) != "" {
		return log{}
	}
	var begins, values []int
	for i, at := range calls {
		begins, values = append(begins, at[0]), append(values, i)
	}
	return ascending(t, begins, values)
}

// byMonth reads a chronicle of a conversation that went on for months, a heading each.
func byMonth(t *words.Text, days Days) log {
	var begins, values []int
	year := 0
	for _, at := range monthly.FindAllStringSubmatchIndex(t.Source(), -1) {
		name := t.Source()[at[2]:at[3]]
		month := 1 + slices.IndexFunc(strings.Fields(words.Months), func(m string) bool { return strings.EqualFold(m, name) })
		if !days.in(time.Month(month)) {
			return log{}
		}
		if n := len(values); n > 0 && year == 0 && month < values[n-1] {
			year = 12
		}
		begins, values = append(begins, at[0]), append(values, year+month)
	}
	if len(begins) < 3 {
		return log{}
	}
	return ascending(t, begins, values)
}

// in reports whether one of the days is in a month.
func (d Days) in(m time.Month) bool {
	for day := range d {
		if day/100 == int(m) {
			return true
		}
	}
	return false
}

// byHeading reads a text with parts that say whether they are the earlier or the later state: "Original plan:", "## Update".
func byHeading(t *words.Text, _ Days) log {
	l := log{text: t}
	for at, rank := 0, 0; at < len(t.Source()); {
		line := words.Line(t.Source(), words.Span{Start: at, End: at})
		if first, last := t.Cover(line); first <= last {
			is := headed(t, line, first)
			if is != rank {
				l.begins, l.ranks = append(l.begins, at), append(l.ranks, is)
			}
			rank = is
		}
		at = line.End + 1
	}
	return l
}

// headed is what a line, or a lead-in over it, says of the state below: -1 the earlier, 1 the later, 0 nothing.
func headed(t *words.Text, line words.Span, first int) int {
	said := t.Slice(line)
	for b := t.Block(first); ; {
		switch {
		case earlierHeads.MatchString(said):
			return -1
		case laterHeads.MatchString(said):
			return 1
		}
		if b = t.Parent(b); b < 0 {
			return 0
		}
		if said = t.BlockText(b); said == "" {
			return 0
		}
	}
}
