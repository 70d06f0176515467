package views

import (
	"strconv"
	"strings"
)

// guarded gives the cells that a spreadsheet would take for a formula an apostrophe. Numbers are
// left alone.
func guarded(row []string) []string {
	for i, cell := range row {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return row
}

// exactly writes a figure exactly; one that isn't there is empty.
func exactly(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}
