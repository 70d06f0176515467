package match

import (
	"slices"
	"time"

	"contextarena.internal/words"
)

// log is a text that was written entry by entry, each of which replaces what those before it say of the same thing: its entries
// have a stamp that says when (a turn, a day, a time), or stand under a heading that says which of them hold ("Original
// plan", "Update").
type log struct {
	text   *words.Text
	begins []int // where entries begin, ascending; none if the text is no log
	ranks  []int // by entry: one with a higher rank replaces one with a lower; what stands before the first has rank 0
	blocks bool  // blocks of one entry follow each other
}

// Days are those on which a conversation took place, as 100 times the month plus the day, and what days of the week they are, from 0
// for Sunday. A text whose lines are dated by such days alone is a log of it; by others it is a plan.
type Days map[int]bool

// Add files a day.
func (d Days) Add(at time.Time) {
	d[100*int(at.Month())+at.Day()] = true
	d[int(at.Weekday())] = true
}

// has reports whether a date is one of the days, whichever of its numbers is the month.
func (d Days) has(at words.Date) bool {
	return d[100*int(at.Month)+at.Day] || at.Day <= 12 && d[100*at.Day+int(at.Month)]
}

// logOf is a text as a log of a conversation on some days, read once.
func logOf(t *words.Text, days Days) log {
	return t.Once("log", func() any { return readLog(t, days) }).(log)
}

// readLog reads a text as a log: as what it says of itself, by its stamps, by its days, or by its headings.
func readLog(t *words.Text, days Days) log {
	for _, s := range stamps {
		if l := stamped(t, s.shape, s.least); l.begins != nil {
			return l
		}
	}
	for _, read := range []func(*words.Text, Days) log{byClock, byDay} {
		if l := read(t, days); l.begins != nil {
			return l
		}
	}
	return log{}
}

// ascending is a log whose entries begin at some places, if what their stamps say ascends; if it descends, the newest entry is
// the first.
func ascending(t *words.Text, begins, values []int) log {
	up, down := 0, 0
	for k := 1; k < len(values); k++ {
		switch {
		case values[k] > values[k-1]:
			up++
		case values[k] < values[k-1]:
			down++
		}
	}
	if up > 0 == (down > 0) {
		return log{}
	}
	l := log{text: t, begins: begins, blocks: true}
	for k := range begins {
		rank := k + 1
		if down > 0 {
			rank = -rank
		}
		l.ranks = append(l.ranks, rank)
	}
	return l
}

// supersedes reports whether an entry of a log that was written after the one with an old value gives a new one. Blocks
// under one stamp follow each other in both kinds of logs.
func (l log) supersedes(now []words.Span, old words.Span) bool {
	return l.begins != nil && slices.ContainsFunc(now, func(n words.Span) bool {
		a, b := l.entry(old.Start), l.entry(n.Start)
		if a == b {
			from, _ := l.text.Cover(old)
			to, _ := l.text.Cover(n)
			return l.blocks && l.text.Block(from) < l.text.Block(to)
		}
		return l.rank(a) < l.rank(b)
	})
}

// rank is that of an entry.
func (l log) rank(entry int) int {
	if entry == 0 {
		return 0
	}
	return l.ranks[entry-1]
}

// entry is the entry that an offset stands in, counted from 1; 0 is what stands before the first.
func (l log) entry(at int) int {
	n, ok := slices.BinarySearch(l.begins, at)
	if ok {
		n++
	}
	return n
}
