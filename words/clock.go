package words

// Clock is a time of day that a text names, in minutes since midnight. Without am or pm it may
// mean two; else both are equal.
type Clock struct {
	Span    Span
	Minutes [2]int
}

// half says which half of the day a time is in.
type half uint8

const (
	noHalf half = iota
	am
	pm
)

const halfDay = 12 * 60

// meridiem reads am, pm, a.m. or p.m. at token i.
func (t *Text) meridiem(i int) half {
	h, _ := t.meridiemEnd(i)
	return h
}

func (t *Text) meridiemEnd(i int) (half, int) {
	if i > 0 && !t.SameBlock(i-1, i) {
		return noHalf, i
	}
	next := i + 1
	word := t.Word(i)
	if len(word) == 1 && t.Is(i+1, '.') && t.Glued(i+1) && t.Glued(i+2) && t.Word(i+2) == "m" {
		word += "m"
		next = i + 3
		if t.Is(next, '.') && t.Glued(next) {
			next++
		}
	}
	if t.Glued(next) && t.alnum(next) {
		return noHalf, i
	}
	switch word {
	case "am":
		return am, next
	case "pm":
		return pm, next
	}
	return noHalf, i
}

// reading is a time as written.
type reading struct {
	hour, minute int
	half         half
	full         bool // certainly on the 24-hour clock: 02:30, 14h30
	bare         bool // an hour alone, which is no time unless something says so
	next         int
}

// reading reads a time at token i; ok is false if there can be none.
func (t *Text) reading(i int) (r reading, ok bool) {
	if t.kind(i) != digits || len(t.Word(i)) > 2 {
		return r, false
	}
	r = reading{hour: t.value(i), next: i + 1}
	if r.hour > 24 {
		return r, false
	}
	minutes := func(at int) bool {
		if t.Glued(at-1) && t.Glued(at) && t.kind(at) == digits && len(t.Word(at)) == 2 && t.value(at) < 60 {
			r.minute, r.next = t.value(at), at+1
			return true
		}
		return false
	}
	switch {
	case t.Is(i+1, ':') && minutes(i+2):
		if t.Is(r.next, ':') {
			saved := r
			if !minutes(r.next + 1) {
				return r, false
			}
			r.minute = saved.minute
		}
		r.full = r.hour > 12 || t.Word(i)[0] == '0'
	case t.Word(i+1) == "h" && t.Glued(i+1) && minutes(i+2):
		r.full = true
	case t.Is(i+1, '.') && minutes(i+2):
		if t.meridiem(r.next) == noHalf {
			return r, false
		}
	default:
		r.bare = true
	}
	if t.Glued(r.next) && (t.Is(r.next, ':') || t.Is(r.next, '.') || t.Is(r.next, ',')) && t.Glued(r.next+1) && t.kind(r.next+1) == digits {
		return r, false
	}
	h, next := t.meridiemEnd(r.next)
	if w := t.Word(r.next); h == noHalf && (!r.bare || r.hour >= 1 && r.hour <= 12 && (w == "in" || w == "at")) { // 6 in the evening
		h, next = t.partOfDay(r.next)
	}
	if h != noHalf {
		r.half, r.next, r.bare = h, next, false
		if r.hour == 0 || r.hour > 12 {
			r.half, r.full = noHalf, true // 14:30 pm
		}
	} else if !r.bare && t.Glued(r.next) && t.Word(r.next) == "z" && !(t.Glued(r.next+1) && t.alnum(r.next+1)) { // 04:26Z
		r.full = true
		r.next++
	} else if t.Glued(r.next) && t.alnum(r.next) {
		return r, false
	} else if r.bare && t.Word(r.next) == "o'clock" {
		r.bare = false
		r.next++
	}
	return r, r.hour < 24 || r.minute == 0
}

// clockAt reads the time or the range of two that begins at token i. It returns 0 if there is
// none.
func (t *Text) clockAt(i int) int {
	if t.joined(i) || t.Glued(i) && (isCurrency(t.Char(i-1)) || t.Is(i-1, '-')) {
		return 0
	}
	return t.clockFrom(i)
}

func (t *Text) clockFrom(i int) int {
	from, ok := t.reading(i)
	if !ok {
		return 0
	}
	if j := t.through(i, from.next); j > 0 && from.hour <= 24 {
		if to, ok := t.reading(j); ok && !to.bare && (!from.bare || to.half != noHalf && from.hour >= 1 && from.hour <= 12) {
			if from.half == noHalf && !from.full {
				from.half = to.half
				if to.half == pm && from.hour%12 > to.hour%12 { // 11-2pm
					from.half = am
				}
			}
			t.addClock(i, from, from.next)
			t.addClock(j, to, to.next)
			return to.next
		}
	}
	if from.bare {
		return 0
	}
	t.addClock(i, from, from.next)
	return from.next
}

func (t *Text) addClock(i int, r reading, end int) {
	at := r.hour%24*60 + r.minute
	c := Clock{t.Span(i, end-1), [2]int{at, at}}
	switch {
	case r.half == am:
		at %= halfDay
		c.Minutes = [2]int{at, at}
	case r.half == pm:
		at = at%halfDay + halfDay
		c.Minutes = [2]int{at, at}
	case !r.full && r.hour >= 1 && r.hour <= 12:
		c.Minutes = [2]int{at % halfDay, at%halfDay + halfDay}
	}
	t.clocks = append(t.clocks, c)
}

// scanNamedHour files noon and midnight.
func (t *Text) scanNamedHour(i int) {
	switch t.Word(i) {
	case "noon", "midday":
		t.clocks = append(t.clocks, Clock{t.Span(i, i), [2]int{halfDay, halfDay}})
	case "midnight":
		t.clocks = append(t.clocks, Clock{t.Span(i, i), [2]int{}})
	}
}
