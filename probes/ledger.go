package probes

import (
	"math/big"
	"regexp"
	"strings"

	"contextarena.internal/probes/match"
	"contextarena.internal/words"
)

// entry is one of a ledger: its sign and its number.
var entry = regexp.MustCompile(`(?:^|[\s;,:(|])([+−–-]) ?[$€£]?(\d[\d,]*(?:\.\d+)?)\b`)

// opening is what a ledger begins with, behind its label: "500", "opening truck 500".
var opening = regexp.MustCompile(`(?i)^[\s:=|*_]{0,6}(?:(?:\pL+ ){0,2}(?:open\pL*|start\pL*|initial\pL*|began|beg[iu]n\pL*|deliver\pL*|receiv\pL*|first)(?: \pL+){0,3}:? )?[$€£]?(\d[\d,]*(?:\.\d+)?)(?:[\s;,(]|$)`)

// ledger is where a text tells a fact's number by what came and went, which it is the sum of, on one line behind its label:
// "Widget-A: +500 first truck; -50 the cookies; +10 returned". Of fewer than two entries nothing is to be summed up.
func (m *mentions) ledger(fact int) (words.Span, bool) {
	f := m.sc.facts[fact]
	number := plain(f.Value).Number
	if number == nil || f.label == nil {
		return words.Span{}, false
	}
	value, ok := new(big.Rat).SetString(number.Value)
	if !ok {
		return words.Span{}, false
	}
	for _, l := range f.label.Find(m.text) {
		line := words.Line(m.text.Source(), l)
		behind := m.text.Source()[l.End:line.End]
		entries := entry.FindAllStringSubmatch(behind, -1)
		if len(entries) < 2 {
			continue
		}
		sum := new(big.Rat)
		if first := opening.FindStringSubmatch(behind); first != nil {
			sum.Add(sum, figure(first[1]))
		}
		for _, e := range entries {
			if e[1] == "+" {
				sum.Add(sum, figure(e[2]))
			} else {
				sum.Sub(sum, figure(e[2]))
			}
		}
		if sum.Cmp(value) == 0 {
			return words.Span{Start: l.Start, End: line.End}, true
		}
	}
	return words.Span{}, false
}

// figure is a number of digits with commas between its thousands.
func figure(digits string) *big.Rat {
	n, ok := new(big.Rat).SetString(strings.ReplaceAll(digits, ",", ""))
	if !ok {
		return new(big.Rat)
	}
	return n
}

// givenUp are values that say that something is no more.
var givenUp = words.Read("cancelled\n\ndropped\n\nscrapped\n\ndeleted")

// crossedOut is where a text crosses out what a fact says is given up: "❌ the castle", "[void] second curse".
func (m *mentions) crossedOut(fact int) (words.Span, bool) {
	f := m.sc.facts[fact]
	if f.label == nil || len(f.bare.Find(givenUp)) < 2 {
		return words.Span{}, false
	}
	for _, s := range f.label.Find(m.text) {
		if match.CrossedOut(m.text, s) {
			return s, true
		}
	}
	return words.Span{}, false
}
