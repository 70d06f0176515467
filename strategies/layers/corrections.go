package layers

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"contextarena.internal/strategies/pipeline"
)

// Correction is a thing whose value was changed.
type Correction struct {
	What   string   // "launch budget"
	Values []string // oldest first, the one that holds last; at least two
	From   string   // what the last value follows from, such as "10M shares at $1.20 each"; may be empty
}

// Now is the value that holds.
func (c Correction) Now() string { return c.Values[len(c.Values)-1] }

// Before is the value that held until then.
func (c Correction) Before() string { return c.Values[len(c.Values)-2] }

const (
	longestPart   = 160 // characters of a name or value; what is longer isn't one
	longestChain  = 5   // values of one thing: the first and the newest
	correctionCap = 400 // tokens of the reply that lists corrections
)

// correctionLine is "what: old -> new", with the arrows that models write.
var correctionLine = regexp.MustCompile(`^(.+?)\s*[:|]\s*(.+?)\s*(?:->|→|=>|⇒|-->)\s*(.+)$`)

// derivedFrom is what may stand behind the new value.
var derivedFrom = regexp.MustCompile(`(?i)\s*[(\[]\s*from\s*:\s*([^)\]]*)[)\]]?\s*\.?$`)

// readCorrections reads a reply's lines of the form "what: old -> new (from: ...)". Other lines are
// talk. Ok is false for a reply that has neither such a line nor says that there are none.
func readCorrections(reply string) (cs []Correction, ok bool) {
	for _, line := range replyLines(reply) {
		if nothing(line) {
			ok = true
			continue
		}
		var c Correction
		if at := derivedFrom.FindStringSubmatchIndex(line); at != nil {
			c.From, line = strings.TrimSpace(line[at[2]:at[3]]), line[:at[0]]
		}
		m := correctionLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		clean := func(s string) string { return strings.Trim(s, ` "'“”.|`) }
		c.What = clean(m[1])
		for _, v := range regexpArrow.Split(m[2]+" -> "+m[3], -1) {
			c.Values = append(c.Values, clean(v))
		}
		if !short(c.What, longestPart) || slices.ContainsFunc(c.Values, func(v string) bool { return !short(v, longestPart) }) {
			continue
		}
		if !short(c.From, longestPart) {
			c.From = ""
		}
		cs, ok = append(cs, c), true
	}
	return cs, ok
}

var regexpArrow = regexp.MustCompile(`\s*(?:-->|->|→|=>|⇒)\s*`)

// correctionBook keeps corrections within a token budget.
type correctionBook struct {
	entries []bookedCorrection // in the order in which they were first made
}

type bookedCorrection struct {
	Correction
	cycle int // in which it was last named
}

// list are the corrections, oldest first.
func (b *correctionBook) list() []Correction {
	out := make([]Correction, len(b.entries))
	for i, e := range b.entries {
		out[i] = e.Correction
	}
	return out
}

// lines are the corrections as a model may read them back.
func (b *correctionBook) lines() string {
	lines := make([]string, len(b.entries))
	for i, e := range b.entries {
		lines[i] = e.What + ": " + strings.Join(e.Values, " -> ")
	}
	return strings.Join(lines, "\n")
}

// add joins a correction to the thing of the same name, or to the only one whose value it replaces
// and with which it shares a word of the name.
func (b *correctionBook) add(c Correction, cycle int) {
	at := slices.IndexFunc(b.entries, func(e bookedCorrection) bool { return sameName(e.What, c.What) })
	if at < 0 {
		for i, e := range b.entries {
			if holds(e.Now(), c.Before()) && holds(c.Before(), e.Now()) && sharesWord(e.What, c.What) {
				at = i
				break
			}
		}
	}
	if at < 0 {
		b.entries = append(b.entries, bookedCorrection{Correction{What: c.What, From: c.From}, cycle})
		at = len(b.entries) - 1
	}
	e := &b.entries[at]
	e.cycle = cycle
	for _, v := range c.Values {
		// What a reply repeats of the chain adds nothing to it, but a return to an old value does.
		known := slices.ContainsFunc(e.Values, func(old string) bool { return folded(old) == folded(v) })
		if last := v == c.Now(); !known || last && folded(e.Now()) != folded(v) {
			e.Values = append(e.Values, v)
			e.From = c.From
		}
	}
	if over := len(e.Values) - longestChain; over > 0 {
		e.Values = slices.Delete(e.Values, 1, 1+over)
	}
}

// fit drops the corrections that were named longest ago, of these the oldest first, until what is left
// has, as presented, at most budget tokens, and returns how many it dropped.
func (b *correctionBook) fit(format string, budget int, tokens func(string) int) int {
	dropped := 0
	for len(b.entries) > 0 && tokens(Present(format, b.list())) > budget {
		oldest := 0
		for i, e := range b.entries {
			if e.cycle < b.entries[oldest].cycle {
				oldest = i
			}
		}
		b.entries = slices.Delete(b.entries, oldest, oldest+1)
		dropped++
	}
	return dropped
}

// readInto takes a reply's corrections into the book, has it cut to its budget by fit, and returns what
// to warn of. A correction whose new value nobody said is not taken.
func (b *correctionBook) readInto(reply, said string, cycle int, fit func() int) []string {
	cs, ok := readCorrections(reply)
	if !ok {
		return []string{"the list of corrections was " + unreadable(reply) + ": those known before were kept"}
	}
	var warnings []string
	unsaid := 0
	heard := saidIn(said + "\n" + b.lines())
	for _, c := range cs {
		if len(c.Values) < 2 || folded(c.Now()) == folded(c.Before()) {
			continue
		}
		if !echoes(heard, c.Now()) {
			unsaid++
			continue
		}
		if c.From != "" && !echoes(heard, c.From) {
			c.From = ""
		}
		b.add(c, cycle)
	}
	if unsaid > 0 {
		warnings = append(warnings, fmt.Sprintf("%d corrections to values that nobody said were left out", unsaid))
	}
	if n := fit(); n > 0 {
		warnings = append(warnings, fmt.Sprintf("%d corrections were dropped, those named longest ago first: the rest fill the budget", n))
	}
	return warnings
}

// unreadable says what was wrong with a reply that held nothing of what was asked for.
func unreadable(reply string) string {
	if strings.TrimSpace(reply) == "" {
		return "empty"
	}
	return "not in the form asked for"
}

// echoes reports whether what was heard has every number of a value or, of a value without numbers, at least
// half of its words: models copy numbers and rephrase words.
func echoes(heard said, value string) bool {
	if heard.holds(value) {
		return true
	}
	numbers, found, all := 0, 0, 0
	for w := range words(value) {
		all++
		switch {
		case strings.ContainsAny(w.text, "0123456789"):
			numbers++
			if !heard.holds(w.text) {
				return false
			}
		case heard.holds(w.text):
			found++
		}
	}
	return numbers > 0 || found > 0 && 2*found >= all
}

// sameName reports whether two names are of one thing: the same words but for articles, whatever their
// order and case.
func sameName(a, b string) bool { return slices.Equal(nameWords(a), nameWords(b)) }

func sharesWord(a, b string) bool {
	for _, w := range nameWords(a) {
		if slices.Contains(nameWords(b), w) {
			return true
		}
	}
	return false
}

// nameWords are the words of a name that tell it from others, sorted.
func nameWords(name string) []string {
	var out []string
	for w := range words(name) {
		if lower := strings.TrimSuffix(strings.ToLower(w.text), "'s"); !unnamed[lower] {
			out = append(out, lower)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var unnamed = map[string]bool{
	"the": true, "a": true, "an": true, "of": true, "for": true, "our": true, "my": true, "your": true, "their": true,
	"his": true, "her": true, "its": true, "new": true, "current": true, "to": true, "in": true, "on": true, "at": true,
}

// correctionQuestion is what the memory model is asked beside the encoding.
func (b *correctionBook) question(p *pipeline.Plan) string {
	return render("corrections.tmpl", struct{ Known, Transcript string }{quoted(b.lines()), quoted(p.Transcript())})
}
