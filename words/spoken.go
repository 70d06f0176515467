package words

import (
	"math/big"
	"strings"
	"time"
)

// Ordinals in words, by their number: the day of a month, a floor.
var ordinals = func() map[string]int {
	out := map[string]int{}
	for i, w := range []string{
		"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
		"thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
	} {
		out[w] = i + 1
	}
	for i, w := range []string{"thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth"} {
		out[w] = 30 + 10*i
	}
	return out
}()

// Ordinal is the number of the ordinal in words at token i ("third", "twenty-first"), with the token
// behind it; 0 if there is none.
func (t *Text) Ordinal(i int) (n, next int) {
	if t.kind(i) != letters {
		return 0, i
	}
	if n := t.meaning(i).nth; n > 0 {
		return n, i + 1
	}
	tens := t.meaning(i).cardinal
	if tens < 20 || tens > 90 || tens%10 != 0 {
		return 0, i
	}
	j := i + 1
	if t.Is(j, '-') && t.Glued(j) {
		j++
	}
	if n := t.meaning(j).nth; n > 0 && n < 10 && t.SameBlock(i, j) {
		return int(tens) + n, j + 1
	}
	return 0, i
}

// spokenAt reads the date or the time of day in words that begins at token i. It returns 0 if there is none.
func (t *Text) spokenAt(i int) int {
	if next := t.dozen(i); next > 0 {
		return next
	}
	switch w := t.Word(i); {
	case w == "quarter", w == "half", w == "a" && t.Word(i+1) == "quarter", w == "an" && t.Word(i+1) == "hour":
		return t.hourInWords(i)
	case w == "last" || t.meaning(i).nth > 0 || t.meaning(i).cardinal >= 20:
		if next := t.dayInWords(i); next > 0 {
			return next
		}
	}
	if t.meaning(i).spelled {
		return t.hourInWords(i)
	}
	return 0
}

// dozen reads "a dozen", "half a dozen", "half-dozen", "a baker's dozen", "a dozen and a half", "a grand" and "a couple of". It returns 0
// if there is none at token i.
func (t *Text) dozen(i int) int {
	n, j := int64(0), i
	switch w := t.Word(i); {
	case w == "half" && t.Word(i+1) == "a":
		n, j = 6, i+2
	case w == "half":
		n, j = 6, t.hyphen(i+1)
	case w == "baker" && t.Is(i+1, '\'') && t.Word(i+2) == "s":
		n, j = 13, i+3
	case (w == "a" || w == "another" || w == "one") && t.Word(i+1) == "dozen":
		n, j = 12, i+1
	case w == "a" && t.scaleAt(i+1, false) == 1000 && t.Word(i+1) == "grand" && t.Word(i+2) != "and" && !t.Is(i+2, ','):
		return t.fileWhole(i, i+2, big.NewRat(1000, 1))
	case w == "a" && t.Word(i+1) == "couple" && t.Word(i+2) == "of" && t.SameBlock(i, i+3) && strings.HasSuffix(t.Word(i+3), "s") && t.meaning(i+3).scale == 0:
		return t.fileWhole(i, i+3, big.NewRat(2, 1))
	}
	if n == 0 || t.Word(j) != "dozen" || !t.SameBlock(i, j) {
		return 0
	}
	value := big.NewRat(n, 1)
	if n == 12 {
		j = t.andAPart(value, j+1) - 1
	}
	return t.fileWhole(i, j+1, value)
}

// fileWhole files the number that the tokens from i to next say, and returns next.
func (t *Text) fileWhole(i, next int, value *big.Rat) int {
	a := Amount{Span: t.Span(i, next-1), after: -1}
	a.set(value)
	t.unitBehind(&a, next)
	t.amounts = append(t.amounts, a)
	return next
}

// dayInWords reads "the tenth of January, 2027", "first of June", "the last day of April", "third March". It
// returns 0 if there is no date at token i.
func (t *Text) dayInWords(i int) int {
	if t.Glued(i) && t.Is(i-1, '-') { // the thirty-first of April is no 1 April
		return 0
	}
	d, j := t.Ordinal(i)
	first, firstEnd, second := d, j, i
	if k := t.throughDays(i, j); d > 0 && k > 0 { // the first to the eighteenth of June
		if t.Word(k) == "the" {
			k++
		}
		if to, end := t.Ordinal(k); to > d {
			d, j, second = to, end, k
		}
	}
	last := t.Word(i) == "last" && t.Word(i+1) == "day" && t.Word(i+2) == "of"
	if last {
		j = i + 2
	} else if d == 0 || d > 31 {
		return 0
	}
	if t.Word(j) == "day" {
		j++
	}
	of := t.Word(j) == "of"
	if of {
		j++
	}
	m := t.meaning(j).month
	if m == 0 || !t.namesMonth(j) || !t.SameBlock(i, j) {
		return 0
	}
	if last {
		d = time.Date(2001, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
	}
	if d > daysIn(m) {
		return 0
	}
	year, end := t.year(j + 1)
	if first > 0 && first < d {
		t.addRange(i, Date{Year: year, Month: m, Day: first}, Date{Year: year, Month: m, Day: d}, firstEnd, end)
		t.dates[len(t.dates)-1].Span.Start = t.Span(second, second).Start
		return end
	}
	t.dates = append(t.dates, Date{Year: year, Month: m, Day: d, Span: t.Span(i, end-1)})
	return end
}

// hourInWords reads "quarter past two", "twenty to twelve", "half past 11 at night", "five past three", "half an hour before
// midnight" and "seven in the morning". It returns 0 if there is no time at token i.
func (t *Text) hourInWords(i int) int {
	j, minutes := i, -1
	if t.Word(j) == "a" && t.Word(j+1) == "quarter" {
		j++
	}
	long := false // "half an hour before seven" is half past six
	switch {
	case t.Word(j) == "quarter":
		minutes, j = 15, j+1
		if t.Word(j) == "of" && t.Word(j+1) == "an" && t.Word(j+2) == "hour" {
			long, j = true, j+3
		}
	case t.Word(j) == "half":
		minutes, j = 30, j+1
		if t.Word(j) == "an" && t.Word(j+1) == "hour" {
			long, j = true, j+2
		}
	case t.Word(j) == "an":
		minutes, long, j = 60, true, j+2
	default:
		if n, next := t.SmallNumber(j); n > 0 && n < 60 {
			minutes, j = n, next
		}
	}
	if minutes < 0 || !t.SameBlock(i, j) {
		return 0
	}
	if t.Word(j) == "minutes" || t.Word(j) == "mins" {
		j++
	}
	sign := 0
	switch t.Word(j) {
	case "past", "after":
		sign = 1
	case "to", "before", "till":
		sign = -1
	}
	if sign == 0 || minutes == 30 && sign < 0 && !long {
		return t.hourOfDay(i)
	}
	if at := namedHours[t.Word(j+1)]; at > 0 && t.SameBlock(i, j+1) {
		at = (at + sign*minutes) % (2 * halfDay)
		t.clocks = append(t.clocks, Clock{t.Span(i, j+1), [2]int{at, at}})
		return j + 2
	}
	hour, next := t.SmallNumber(j + 1)
	if long && minutes == 60 || hour < 1 || hour > 12 || !t.SameBlock(i, j+1) || minutes != 15 && minutes != 30 && minutes%5 != 0 && t.Word(j-1) != "minutes" {
		return t.hourOfDay(i)
	}
	if t.kind(i) == digits && t.kind(j+1) == digits && t.Word(j-1) != "minutes" && t.meridiem(next) == noHalf { // 5 to 10
		return 0
	}
	if sign < 0 && (t.unitsAt(next) != nil && t.Word(next) != "m" || t.meaning(next).scale > 0) { // ten to twelve days, five to ten thousand
		return 0
	}
	if sign > 0 && t.Word(j) == "after" && t.Word(next) != "o'clock" && t.partOfDayAt(next) == noHalf && t.meridiem(next) == noHalf &&
		minutes != 15 && minutes != 30 && (t.kind(next-1) == digits || !t.CountsNothing(next-1)) { // five minutes after three left
		return 0
	}
	return t.addSpoken(i, hour, sign*minutes, next)
}

// namedHours are those with a name, in minutes since the midnight before.
var namedHours = map[string]int{"noon": halfDay, "midday": halfDay, "midnight": 2 * halfDay}

// hourOfDay reads an hour that only the part of the day or an "o'clock" makes a time: "seven in the
// morning", "eleven o'clock".
func (t *Text) hourOfDay(i int) int {
	hour, next := t.SmallNumber(i)
	if hour < 1 || hour > 12 || t.Word(next) != "o'clock" && t.partOfDayAt(next) == noHalf || t.kind(i) == digits {
		return 0
	}
	return t.addSpoken(i, hour, 0, next)
}

// addSpoken files the time so many minutes from an hour, with what is said of it from token next on.
func (t *Text) addSpoken(i, hour, minutes, next int) int {
	if t.Word(next) == "o'clock" {
		next++
	}
	at := (hour%12*60 + minutes + halfDay) % halfDay
	c := Clock{t.Span(i, next-1), [2]int{at, at + halfDay}}
	half, end := t.meridiemEnd(next)
	if half == noHalf {
		half, end = t.partOfDay(next)
	}
	switch half {
	case am:
		c.Minutes[1] = c.Minutes[0]
	case pm:
		c.Minutes[0] = c.Minutes[1]
	}
	if half != noHalf {
		c.Span, next = t.Span(i, end-1), end
	}
	t.clocks = append(t.clocks, c)
	return next
}

// SmallNumber is the number up to 59 at token i, in digits or words; 0 if there is none.
func (t *Text) SmallNumber(i int) (n, next int) {
	if t.kind(i) == digits {
		if t.joined(i) || len(t.Word(i)) > 2 || t.Glued(i+1) && (t.alnum(i+1) || t.Is(i+1, ':') || t.Is(i+1, '.') && t.Glued(i+2)) {
			return 0, i
		}
		return t.value(i), i + 1
	}
	if n, next = t.twoDigits(i); n > 59 {
		return 0, i
	}
	return n, next
}

// twoDigits is the number below 100 in words at token i, 0 if there is none.
func (t *Text) twoDigits(i int) (n, next int) {
	m := t.meaning(i)
	if !m.spelled || m.cardinal < 1 {
		return 0, i
	}
	n, next = int(m.cardinal), i+1
	if n >= 20 {
		j := t.hyphen(next)
		if ones := t.meaning(j); ones.spelled && ones.cardinal > 0 && ones.cardinal < 10 && t.SameBlock(i, j) {
			return n + int(ones.cardinal), j + 1
		}
	}
	return n, next
}

func (t *Text) partOfDayAt(i int) half {
	h, _ := t.partOfDay(i)
	return h
}

// partOfDay reads "in the morning", "at night" and the like at token i.
func (t *Text) partOfDay(i int) (half, int) {
	if i > 0 && !t.SameBlock(i-1, i) {
		return noHalf, i
	}
	switch t.Word(i) {
	case "in":
		if t.Word(i+1) == "the" {
			switch t.Word(i + 2) {
			case "morning":
				return am, i + 3
			case "afternoon", "evening":
				return pm, i + 3
			}
		}
	case "at":
		if t.Word(i+1) == "night" {
			return pm, i + 2
		}
	case "this", "tomorrow", "that":
		switch t.Word(i + 1) {
		case "morning":
			return am, i + 2
		case "afternoon", "evening":
			return pm, i + 2
		}
	}
	return noHalf, i
}
