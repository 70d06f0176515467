package arena

import "time"

// Pattern says, as data, how a value is recognised in a text. Exactly one of its fields Text,
// Number, Date, Time, Identifier, Regex, Near, Section, Any, All and None is set. Package
// probes/match compiles and runs it; docs/scenarios.md explains each form with examples.
type Pattern struct {
	Text       string          `json:"text,omitempty"`
	Number     *NumberPattern  `json:"number,omitempty"`
	Date       *DatePattern    `json:"date,omitempty"`
	Time       *ClockPattern   `json:"time,omitempty"`
	Identifier string          `json:"identifier,omitempty"`
	Regex      string          `json:"regex,omitempty"`
	Near       *NearPattern    `json:"near,omitempty"`
	Section    *SectionPattern `json:"section,omitempty"`
	Any        []Pattern       `json:"any,omitempty"`
	All        []Pattern       `json:"all,omitempty"`
	None       []Pattern       `json:"none,omitempty"`
}

// NumberPattern is an amount. Value is decimal text, exact: "2925000", "16.71".
type NumberPattern struct {
	Value     string  `json:"value"`
	Unit      string  `json:"unit,omitempty"`      // "usd", "oz", "%", ...; a number with another unit doesn't match, one without a unit does
	Tolerance float64 `json:"tolerance,omitempty"` // greatest absolute difference
}

// DatePattern is a day. Year 0 accepts any year; with a year, a date written without one
// matches too.
type DatePattern struct {
	Year  int        `json:"year,omitempty"`
	Month time.Month `json:"month"`
	Day   int        `json:"day"`
}

// ClockPattern is a time of day on the 24-hour clock.
type ClockPattern struct {
	Hour   int `json:"hour"`
	Minute int `json:"minute"`
}

// NearPattern matches where every one of Of does, with at most Within tokens between
// neighbours, inside one block of text (a paragraph, list item or table row; a heading or
// lead-in line counts as part of the blocks under it), and with no match of Not between them.
type NearPattern struct {
	Of     []Pattern `json:"of"`
	Within int       `json:"within"`
	Not    []Pattern `json:"not,omitempty"`
}

// SectionPattern looks for Match in the part of a text that begins with Start and ends before
// the next of Until, or with the text.
type SectionPattern struct {
	Start Pattern   `json:"start"`
	Until []Pattern `json:"until"`
	Match Pattern   `json:"match"`
}
