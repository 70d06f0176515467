package match

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/words"
)

// log is a text that was written entry by entry, each with a stamp that says when: a turn, a day or a time.
type log struct {
	text   *words.Text
	begins []int // where entries begin, ascending; none if the text is no log
	newest bool  // the newest entry is the first
}

// stamps are how the entries of a log begin, with how many there are at least. A number in front of a line is none, since
// facts are numbered too, and neither is a day with something to do on it.
var stamps = []struct {
	least int
	wraps bool // it begins anew at midnight
	shape *regexp.Regexp
}{
	{3, false, regexp.MustCompile(`(?im)^[ \t>*_#-]*\[ ?(?:t|turn |no\.? ?|#)?(\d{1,4}) ?\]`)},
	{3, false, regexp.MustCompile(`(?im)^[ \t>*_#-]*(?:t|turn |session |entry |note |day |#)(\d{1,4})\b`)},
	{3, true, regexp.MustCompile(`(?m)^[ \t>*_#\[(-]*([01]?\d|2[0-3])[:h]([0-5]\d)\b`)},
	{2, false, regexp.MustCompile(`(?m)^[ \t>*_#\[(-]*(\d{4})-(\d\d)-(\d\d)\b`)},
}

// laterHolds is in a text that says of itself that it is a log of lines.
var laterHolds = speech("laterHolds")

// dayAlone is a line with nothing on it but a day, less the day.
var dayAlone = regexp.MustCompile(`(?i)^[ \t>*_#=\[(-]*(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?)?[ \t*_=:\]).-]*$`)

// logOf is a text as a log, read once.
func logOf(t *words.Text) log { return t.Once("log", func() any { return readLog(t) }).(log) }

// readLog reads a text as a log. Its stamps ascend or descend, but that a clock passes midnight once.
func readLog(t *words.Text) log {
	if laterHolds.MatchString(t.Source()) {
		l := log{text: t}
		for i := range t.Source() {
			if i == 0 || t.Source()[i-1] == '\n' {
				l.begins = append(l.begins, i)
			}
		}
		return l
	}
	for _, s := range stamps {
		var begins, values []int
		for _, at := range s.shape.FindAllStringSubmatchIndex(t.Source(), -1) {
			v := 0
			for k := 2; k < len(at); k += 2 {
				n, _ := strconv.Atoi(t.Source()[at[k]:at[k+1]]) // four digits at most
				v = 100*v + n
			}
			begins, values = append(begins, at[0]), append(values, v)
		}
		if len(begins) >= s.least {
			if l, ok := inOrder(t, begins, values, s.wraps); ok {
				return l
			}
		}
	}
	var begins, values []int
	for _, d := range t.Dates() {
		from := strings.LastIndexByte(t.Source()[:d.Span.Start], '\n') + 1
		to := len(t.Source())
		if n := strings.IndexByte(t.Source()[d.Span.End:], '\n'); n >= 0 {
			to = d.Span.End + n
		}
		if dayAlone.MatchString(t.Source()[from:d.Span.Start] + t.Source()[d.Span.End:to]) {
			begins, values = append(begins, from), append(values, 10_000*d.Year+100*int(d.Month)+d.Day)
		}
	}
	l, _ := inOrder(t, begins, values, false)
	return l
}

// inOrder is a log whose entries begin at some places, if what their stamps say ascends or descends.
func inOrder(t *words.Text, begins, values []int, wraps bool) (log, bool) {
	up, down := 0, 0
	for k := 1; k < len(values); k++ {
		switch {
		case values[k] > values[k-1]:
			up++
		case values[k] < values[k-1]:
			down++
		}
	}
	switch {
	case up > 0 && (down == 0 || wraps && down == 1):
		return log{text: t, begins: begins}, true
	case up == 0 && down > 0:
		return log{text: t, begins: begins, newest: true}, true
	}
	return log{}, false
}

// supersedes reports whether an entry of a log that was written after the one with an old value gives a new one. Lines
// under one stamp follow each other in both kinds of logs.
func (l log) supersedes(now []words.Span, old words.Span) bool {
	if l.begins == nil {
		return false
	}
	return slices.ContainsFunc(now, func(n words.Span) bool {
		a, b := l.entry(old.Start), l.entry(n.Start)
		if a == b {
			from, _ := l.text.Cover(old)
			to, _ := l.text.Cover(n)
			return l.text.Block(from) < l.text.Block(to)
		}
		return a < b != l.newest
	})
}

// entry is the entry that an offset stands in, counted from 1; 0 is what stands before the first.
func (l log) entry(at int) int {
	n, ok := slices.BinarySearch(l.begins, at)
	if ok {
		n++
	}
	return n
}
