package reply

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/words"
)

// numbered are things that go by a number and are asked for by it: the third floor is floor 3.
var numbered = words.Set(`floor story storey level phase table row gate platform room stage chapter week session scene bay dock berth
	lane track pitch court cabin plot shelf cage rack slot version round act line page terminal district avenue street shift block unit`)

// spoken is a text in which what people say is written: the third floor as third floor 3, a code that is spelled letter
// by letter in one piece, a day alone with the month that was named before it, or else behind it (words reads most
// of those behind it).
func spoken(t *words.Text) string {
	text := t.Source()
	var out strings.Builder
	from := 0
	put := func(s words.Span, as string) {
		out.WriteString(text[from:s.Start] + as)
		from = s.End
	}
	month := "" // of the last date before, or of the first
	dates := t.Dates()
	if len(dates) > 0 {
		month = dates[0].Month.String()
	}
	for i := 0; i < t.Tokens(); i++ {
		if !t.IsWord(i) {
			continue
		}
		at := t.Span(i, i)
		for len(dates) > 0 && dates[0].Span.End <= at.Start {
			month, dates = dates[0].Month.String(), dates[1:]
		}
		if n, next := ordinal(t, i); n > 0 {
			switch {
			case t.Is(next, '-') && numbered[t.Word(next+1)]:
				next++
				fallthrough
			case numbered[t.Word(next)] && t.SameBlock(i, next):
				end := t.Span(next, next).End
				put(words.Span{Start: end, End: end}, fmt.Sprintf(" %d", n))
				i = next
			case t.IsNumber(i) && n <= 31 && month != "" && t.Word(i-1) == "the" && (len(dates) == 0 || !dates[0].Span.Overlaps(at)):
				put(words.Span{Start: at.Start, End: at.Start}, month+" ")
				i = next - 1
			}
			continue
		}
		if code, last := spelled(t, i); last > i {
			if c := clockAt(t, t.Span(i, last)); c == nil {
				put(t.Span(i, last), code)
			} else if c.Span == t.Span(i, last) && (i == 0 || !t.SameBlock(i-1, i)) { // it may be either
				put(c.Span, fmt.Sprintf("%s (%d:%02d)", code, (c.Minutes[0]/60+11)%12+1, c.Minutes[0]%60))
			}
			i = last
		}
	}
	if from == 0 {
		return text
	}
	return out.String() + text[from:]
}

// clockAt is the time of day that a text has in words at a place, nil if there is none.
func clockAt(t *words.Text, s words.Span) *words.Clock {
	all := t.Clocks()
	if i := slices.IndexFunc(all, func(c words.Clock) bool { return c.Span.Contains(s) }); i >= 0 {
		return &all[i]
	}
	return nil
}

// ordinal is the ordinal at token i, in words or digits, with the token behind it; 0 if there is none.
func ordinal(t *words.Text, i int) (n, next int) {
	if !t.IsNumber(i) {
		return t.Ordinal(i)
	}
	switch t.Word(i + 1) {
	case "st", "nd", "rd", "th":
		if t.Glued(i+1) && len(t.Word(i)) < 3 {
			_, _ = fmt.Sscan(t.Word(i), &n)
			return n, i + 2
		}
	}
	return 0, i
}
