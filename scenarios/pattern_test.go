package scenarios

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// readPattern reads a pattern as the only field of a file, on line 1 from column 4.
func readPattern(t *testing.T, text string) (arena.Pattern, strictyaml.Faults) {
	t.Helper()
	doc, err := strictyaml.Parse("f", []byte("p: "+text+"\n"))
	require.NoError(t, err)
	var f struct{ P arena.Pattern }
	c := checker{name: "f", doc: doc, decoding: doc.Decode(&f)}
	c.compiles(f.P, "p")
	return f.P, append(c.decoding, c.faults...)
}

func TestPatternForms(t *testing.T) {
	word := func(s string) arena.Pattern { return arena.Pattern{Text: s} }
	number := func(s string) arena.Pattern { return arena.Pattern{Number: &arena.NumberPattern{Value: s}} }
	for text, want := range map[string]arena.Pattern{
		"Svelte":                    word("Svelte"),
		`"true"`:                    word("true"),
		"007":                       word("007"),
		"{text: Svelte}":            word("Svelte"),
		"{number: 1.10}":            number("1.10"),
		"{number: 347250}":          number("347250"),
		"{number: 1/3}":             number("1/3"),
		`{number: "16.71"}`:         number("16.71"),
		"{number: 5, unit: usd}":    {Number: &arena.NumberPattern{Value: "5", Unit: "usd"}},
		"{number: 5, tolerance: 1}": {Number: &arena.NumberPattern{Value: "5", Tolerance: 1}},
		"{date: 2027-03-15}":        {Date: &arena.DatePattern{Year: 2027, Month: time.March, Day: 15}},
		"{date: 03-08}":             {Date: &arena.DatePattern{Month: time.March, Day: 8}},
		"{date: 02-29}":             {Date: &arena.DatePattern{Month: time.February, Day: 29}},
		`{time: "14:30"}`:           {Time: &arena.ClockPattern{Hour: 14, Minute: 30}},
		"{time: 14:30}":             {Time: &arena.ClockPattern{Hour: 14, Minute: 30}},
		"{identifier: RMC-2847}":    {Identifier: "RMC-2847"},
		`{regex: "tables? [0-9]+"}`: {Regex: "tables? [0-9]+"},
		"{near: [A, B]}":            {Near: &arena.NearPattern{Of: []arena.Pattern{word("A"), word("B")}, Within: 12}},
		"{near: [A, {number: 2}], within: 8, not: [C]}": {Near: &arena.NearPattern{Of: []arena.Pattern{word("A"), number("2")}, Within: 8, Not: []arena.Pattern{word("C")}}},
		"{section: A, until: [B, C], match: D}":         {Section: &arena.SectionPattern{Start: word("A"), Until: []arena.Pattern{word("B"), word("C")}, Match: word("D")}},
		"{section: A, match: {number: 1}}":              {Section: &arena.SectionPattern{Start: word("A"), Match: number("1")}},
		"{any: [A, {all: [B, {none: [C]}]}]}":           {Any: []arena.Pattern{word("A"), {All: []arena.Pattern{word("B"), {None: []arena.Pattern{word("C")}}}}}},
	} {
		t.Run(text, func(t *testing.T) {
			p, faults := readPattern(t, text)
			require.Empty(t, faults)
			require.Equal(t, want, p)
		})
	}
}

func TestPatternFaults(t *testing.T) {
	const oneOf = "want a pattern: text, or one of text, number, date, time, identifier, regex, near, section, any, all, none"
	for text, want := range map[string]string{
		"true":                                "f:1:4: p: want a pattern, have true (a word such as true has to be in quotes)",
		"[A, B]":                              "f:1:4: p: want one pattern: text or {number: ...}; several are {any: [...]} or {all: [...]}",
		"{}":                                  "f:1:4: " + oneOf,
		"{unit: usd}":                         `f:1:5: ` + oneOf + `, have "unit"`,
		"{nubmer: 3}":                         `f:1:5: ` + oneOf + `, have "nubmer" (did you mean number?)`,
		"{number: 3, date: 03-08}":            "f:1:16: a pattern has one form, this one has number and date (use {all: [...]} or {any: [...]})",
		"{number: 3, units: usd}":             `f:1:16: unknown field "units" (did you mean unit? known: number, unit, tolerance)`,
		"{number: 3, within: 8}":              `f:1:16: unknown field "within" (known: number, unit, tolerance)`,
		"{number: [3]}":                       "f:1:13: number: want text, have a list",
		"{number: 3, tolerance: -1}":          "f:1:27: tolerance: want at least 0, have -1",
		"{any: []}":                           "f:1:10: any: must not be empty",
		"{any: A}":                            `f:1:10: any: want a list, have "A" (write ["A"])`,
		"{any: [A, true, {date: 3}]}":         "f:1:14: any, item 2: want a pattern, have true (a word such as true has to be in quotes)\nf:1:27: date: want a day such as 2027-03-15, or 03-08 in any year, have \"3\"",
		"{date: 2027-13-01}":                  `f:1:11: date: want a day such as 2027-03-15, or 03-08 in any year, have "2027-13-01"`,
		"{date: [1]}":                         `f:1:11: date: want a day such as 2027-03-15, or 03-08 in any year, have ""`,
		`{time: "25:00"}`:                     `f:1:11: time: want a time of day such as "14:30"`,
		"{section: A}":                        `f:1:4: field "match" is missing`,
		"{section: A, match: {regex: \"(\"}}": "f:1:4: section.match.regex: error parsing regexp: missing closing ): `(?i)(`",
		"{near: [A, B], within: 2000}":        "f:1:27: within: want 1 to 1000, have 2000",
		"{near: [A, B], within: 0}":           "f:1:27: within: want 1 to 1000, have 0",
		"{near: [A]}":                         "f:1:4: near: 1 patterns, want 2 to 6",
		"{any: [{nr: 1}, {regex: \"(\"}, {all: [A, \"!\"]}]}": "f:1:12: " + oneOf + `, have "nr" (did you mean any or near?)`,
		`{text: "--"}`: "f:1:4: text: \"--\" has no word",
	} {
		t.Run(text, func(t *testing.T) {
			_, faults := readPattern(t, text)
			require.NotEmpty(t, faults)
			require.EqualError(t, faults, want)
		})
	}
}
