// Package views writes searches, their archives and frontiers for people and programs.
package views

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/tally"
)

// sheet is a table before it is rendered.
type sheet struct {
	title string
	head  []string
	rows  [][]string
	notes []string
	cell  int // characters after which a cell wraps; 0: 18 in the first column, 14 in the others

	caption caption // of the figures in the rows
}

// lines are what stands under the rows: what the figures are about, then the notes.
func (s sheet) lines() []string { return append(s.caption.Notes(), s.notes...) }

// alpha is one minus the confidence of every interval.
const alpha = tally.Alpha

// Sizes in points.
const headHeight, footHeight = 56, 48

// short names of the fact types, for columns.
var short = map[arena.FactType]string{
	arena.Entity: "entity", arena.PhoneID: "ph/id", arena.Relationship: "relat", arena.Quantity: "quant",
	arena.Date: "date", arena.Decision: "decis", arena.Correction: "corr", arena.Spatial: "spat",
}
