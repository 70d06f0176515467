package vary

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/words"
)

// ledger holds every number of a scenario, in texts and in patterns.
type ledger struct {
	s       *arena.Scenario
	texts   []entry
	listed  []arena.NumberPattern
	regexes []string
	days    []float64 // dates, as days since some day; one without a year is of the final task's
	minutes []float64 // times of day, since midnight
}

// entry is what one text holds.
type entry struct {
	text    string
	turn    int  // 0 outside of the conversation
	tool    bool // what a tool is asked or says
	result  bool // what it says
	amounts []words.Amount
	others  []words.Span // dates and times
}

func ledgerOf(s *arena.Scenario) *ledger {
	l := &ledger{s: s}
	for i, ex := range s.Turns {
		l.read(ex.User, i+1, false)
		l.read(ex.Assistant, i+1, false)
		for _, use := range ex.Tools {
			l.read(use.Arguments, i+1, true)
			l.read(use.Result, i+1, true)
			l.texts[len(l.texts)-1].result = true
		}
	}
	rest := fresh(s)
	rest.Turns = nil
	eachText(rest, func(text string) string { l.read(text, 0, false); return text })
	eachPattern(rest, func(p arena.Pattern) arena.Pattern {
		switch {
		case p.Number != nil:
			l.listed = append(l.listed, *p.Number)
		case p.Regex != "":
			l.regexes = append(l.regexes, words.Digits(p.Regex))
		}
		return p
	})
	return l
}

// read enters a text.
func (l *ledger) read(text string, turn int, tool bool) {
	read := words.Read(text)
	e := entry{text: text, turn: turn, tool: tool, amounts: read.Amounts()}
	for _, d := range read.Dates() {
		year := d.Year
		if year == 0 {
			year = l.s.Final.At.Year()
		}
		l.days = append(l.days, float64(time.Date(year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Unix()/(24*60*60)))
		e.others = append(e.others, d.Span)
	}
	for _, h := range read.Clocks() {
		for _, m := range h.Minutes {
			l.minutes = append(l.minutes, float64(m))
		}
		e.others = append(e.others, h.Span)
	}
	l.texts = append(l.texts, e)
}

// values are all numbers, those of patterns included; one that stands twice is listed twice.
func (l *ledger) values() []*big.Rat {
	var out []*big.Rat
	for _, e := range l.texts {
		for _, a := range e.amounts {
			out = append(out, a.Value)
		}
	}
	for _, p := range l.listed {
		if v, ok := new(big.Rat).SetString(p.Value); ok {
			out = append(out, v)
		}
	}
	return out
}

// loose reports whether an amount can be replaced wherever it stands, and whether nothing that is
// said seems to be computed with it.
func (l *ledger) loose(a amount) bool {
	if yearLike(a.value) || slices.ContainsFunc(l.regexes, func(digits string) bool { return strings.Contains(digits, a.digits) }) {
		return false
	}
	for _, e := range l.texts {
		if !e.spells(a) {
			return false
		}
	}
	return !l.related(a)
}

// digitRun is a number in digits, or a part of something longer.
var digitRun = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// spells reports whether an amount stands in a text in digits only, as an amount of its own unit only,
// and in no table and nothing that a tool says, where it may have been added up, but where it is stated.
func (e entry) spells(a amount) bool {
	taken := slices.Clone(e.others)
	stated := e.result && slices.Contains(a.tools, e.turn)
	for _, n := range e.amounts {
		taken = append(taken, n.Span)
		if n.Value.Cmp(a.value) != 0 {
			continue
		}
		before := strings.ToLower(e.text[:n.Span.Start])
		switch {
		case significant(e.text[n.Span.Start:n.Span.End]) != a.digits,
			len(n.Units) > 0 && !words.ShareUnit(n.Units, a.units),
			!stated && (e.tool || tabular(e.text, n.Span.Start)),
			strings.HasSuffix(before, " an ") && a.digits[0] != '8':
			return false
		}
	}
	for _, run := range digitRun.FindAllStringIndex(e.text, -1) {
		if slices.ContainsFunc(taken, func(s words.Span) bool { return s.Overlaps(words.Span{Start: run[0], End: run[1]}) }) {
			continue
		}
		v, ok := new(big.Rat).SetString(strings.ReplaceAll(e.text[run[0]:run[1]], ",", ""))
		if ok && v.Cmp(a.value) == 0 {
			return false // of what it is a part, nobody knows
		}
	}
	return true
}
