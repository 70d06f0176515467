package views

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// pages are the tables of a study, one after the other. A sheet without rows is its title and notes.
type pages struct {
	heading  string // of the Markdown page
	sheets   []sheet
	warnings []string
}

// table writes the pages for a terminal; the widths of each sheet's columns are those of wrap.
func (p pages) table(w io.Writer, wrap func(sheet) table.Writer) error {
	var b strings.Builder
	for _, s := range p.sheets {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(s.title), width))
		if len(s.rows) > 0 {
			fmt.Fprintf(&b, "%s\n", wrap(s).Render())
		}
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(note), width))
		}
		b.WriteString("\n")
	}
	for _, warning := range p.warnings {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft("! "+plain(warning), width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// markdown writes the pages as Markdown.
func (p pages) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escape(p.heading))
	for _, s := range p.sheets {
		fmt.Fprintf(&b, "## %s\n\n", escape(s.title))
		if len(s.rows) > 0 {
			fmt.Fprintf(&b, "%s\n\n", s.markdown())
		}
		for _, note := range s.notes {
			fmt.Fprintf(&b, "%s\n\n", escape(note))
		}
	}
	for _, warning := range p.warnings {
		fmt.Fprintf(&b, "- Warning: %s\n", escape(warning))
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// columns is a sheet with these widest columns, the last width for all that follow.
func columns(widths ...int) func(sheet) table.Writer {
	return func(s sheet) table.Writer {
		w := s.writer(table.StyleLight)
		var out []table.ColumnConfig
		for i := range s.head {
			c := table.ColumnConfig{Number: i + 1, WidthMax: widths[min(i, len(widths)-1)], WidthMaxEnforcer: text.WrapSoft}
			if i > 0 {
				c.Align, c.AlignHeader = text.AlignRight, text.AlignRight
			}
			out = append(out, c)
		}
		w.SetColumnConfigs(out)
		return w
	}
}
