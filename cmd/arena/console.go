package main

import (
	"os"
	"strings"

	wrap "github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"contextarena.internal/reports"
)

// console is standard error. On a terminal it breaks lines between words; what is to be copied from there, or
// moves the cursor, is written to its File.
type console struct{ *os.File }

// Write implements io.Writer.
func (c console) Write(b []byte) (int, error) {
	if _, err := c.WriteString(folded(string(b), c.columns())); err != nil {
		return 0, err
	}
	return len(b), nil
}

// columns is how wide the terminal is; 0 where there is none.
func (c console) columns() int {
	if width, _, err := term.GetSize(int(c.Fd())); err == nil && width > 0 {
		return max(width, narrowest)
	}
	return 0
}

// screen is what reports are laid out for that are written here.
func (c console) screen() reports.Screen { return reports.Screen{Width: min(c.columns(), widest)} }

// folded are lines broken between words to be so wide; 0 is any width.
func folded(s string, width int) string {
	if width == 0 {
		return s
	}
	all := strings.Split(s, "\n")
	for i, line := range all {
		if wrap.StringWidth(line) > width {
			pieces := strings.Split(wrap.WrapSoft(line, width), "\n")
			for k := range pieces {
				pieces[k] = strings.TrimRight(pieces[k], " ")
			}
			all[i] = strings.Join(pieces, "\n")
		}
	}
	return strings.Join(all, "\n")
}
