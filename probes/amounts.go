package probes

import (
	"math/big"
	"slices"

	"contextarena.internal/arena"
)

// Amount is a number that a text states, however it is written.
type Amount struct {
	Span  Span // with sign, currency, factor and an attached unit
	Value *big.Rat
	Units []string // what known unit it has; several if the word is ambiguous; nil if none
}

// Day is a date that a text names; its year is 0 if it isn't written.
type Day struct {
	Span Span
	Date arena.DatePattern
}

// Hour is a time of day that a text names, in minutes since midnight. Without am or pm it may mean
// two; else both are equal.
type Hour struct {
	Span    Span
	Minutes [2]int
}

// Amounts are the numbers of the text, in their order. What is part of a date or a time is none, and
// neither are identifiers, phone numbers, versions and list markers.
func (t *Text) Amounts() []Amount {
	out := make([]Amount, len(t.numbers))
	for i, n := range t.numbers {
		out[i] = Amount{n.span, new(big.Rat).Set(n.value), slices.Clone(n.units)}
	}
	return out
}

// Days are the dates of the text, in their order.
func (t *Text) Days() []Day {
	out := make([]Day, len(t.dates))
	for i, d := range t.dates {
		out[i] = Day{d.span, arena.DatePattern{Year: d.year, Month: d.month, Day: d.day}}
	}
	return out
}

// Hours are the times of day of the text, in their order.
func (t *Text) Hours() []Hour {
	out := make([]Hour, len(t.clocks))
	for i, c := range t.clocks {
		out[i] = Hour{c.span, c.at}
	}
	return out
}
