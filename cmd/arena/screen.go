package main

import (
	"strconv"

	"golang.org/x/term"

	"contextarena.internal/reports"
)

// The widths that reports are laid out for: narrower terminals wrap, wider ones have room left.
const narrowest, widest = 60, 200

// screen is what standard output is: as wide as COLUMNS or the terminal says, 80 if neither does, and with
// colours where it is a terminal that has them and NO_COLOR isn't set (no-color.org).
func (w *world) screen() reports.Screen {
	fd := int(w.stdout.Fd())
	width, err := strconv.Atoi(w.env("COLUMNS"))
	if err != nil || width <= 0 {
		if width, _, err = term.GetSize(fd); err != nil || width <= 0 {
			width = 80
		}
	}
	return reports.Screen{
		Width: min(max(width, narrowest), widest),
		Color: term.IsTerminal(fd) && w.env("NO_COLOR") == "" && w.env("TERM") != "dumb",
	}
}

// print writes a document for a terminal to standard output: its sentence alone if that was asked for.
func (c *call) print(d reports.Document) error {
	d.Screen = c.screen()
	if c.Quiet && d.Finding != "" {
		return d.Sentence(c.stdout)
	}
	return d.Write(c.stdout, "table", "")
}
