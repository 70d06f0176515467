package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// writeTable writes a document for a terminal.
func writeTable(d Document, w io.Writer, _ string) error {
	t := terminal{width: d.Width}
	if t.width == 0 {
		t.width = 80
	}
	var blocks []string
	for i, s := range d.shown(Terminal) {
		block := t.section(s)
		if i == 0 && s.Title == "" && d.Title != "" {
			block = t.paragraph(d.Title) + block
		}
		blocks = append(blocks, block)
	}
	var end strings.Builder
	for _, note := range d.Notes {
		end.WriteString(t.paragraph(note))
	}
	for _, warning := range d.Warnings {
		end.WriteString(t.paragraph("! " + warning))
	}
	if p := d.Played; p.ID != "" {
		id := p.ID[:min(12, len(p.ID))]
		if p.Number > 0 {
			id = fmt.Sprintf("%d (%s)", p.Number, id)
		}
		end.WriteString(t.paragraph(fmt.Sprintf("experiment %s, %s", id, p.Status)))
	}
	if end.Len() > 0 {
		blocks = append(blocks, end.String())
	}
	_, err := io.WriteString(w, trimmed(strings.Join(blocks, "\n")))
	return err
}

// terminal is what sections are laid out for.
type terminal struct{ width int }

// paragraph wraps a line.
func (t terminal) paragraph(s string) string { return text.WrapSoft(plain(s), t.width) + "\n" }

func (t terminal) section(s shown) string {
	var b strings.Builder
	if s.Title != "" {
		b.WriteString(t.paragraph(s.Title))
	}
	if len(s.cells) > 0 {
		fmt.Fprintln(&b, t.rows(s).Render())
	}
	for _, note := range s.notes {
		b.WriteString(t.paragraph(note))
	}
	for _, item := range s.List {
		for i, line := range item {
			if i == 0 {
				b.WriteString(t.paragraph(line))
				continue
			}
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(text.WrapSoft(plain(line), t.width-4), "\n", "\n    "))
		}
	}
	if s.Text != "" {
		b.WriteString(strings.TrimSuffix(lines(s.Text), "\n") + "\n")
	}
	for _, warning := range s.Warnings {
		b.WriteString(t.paragraph("! " + warning))
	}
	return b.String()
}

// rows arranges the rows of a section.
func (t terminal) rows(s shown) table.Writer {
	w := s.table(table.StyleLight, func(s string) string { return printable(s, "\n") })
	columns := s.columns()
	switch s.Layout {
	case List:
		style := w.Style()
		style.Options = table.OptionsNoBordersAndSeparators
		columns = t.listed(s)
		if strings.Join(s.Head, "") == "" {
			w.ResetHeaders()
		}
	case Fitted:
		for i := range columns {
			if columns[i].WidthMax = 22; i > 0 {
				columns[i].WidthMax, columns[i].WidthMaxEnforcer = min(s.widest(i), 14), text.WrapSoft
			}
		}
	default:
		widths := s.Widths
		if widths == nil {
			widths = []int{18, 14}
		}
		for i := range columns {
			columns[i].WidthMax, columns[i].WidthMaxEnforcer = widths[min(i, len(widths)-1)], text.WrapSoft
		}
	}
	w.SetColumnConfigs(columns)
	return w
}

// listed are the columns of a list: the last is wrapped to what the others leave, and if that is too
// little, so are the others that are wider than 24.
func (t terminal) listed(s shown) []table.ColumnConfig {
	const least, most = 16, 24
	left, capped := t.width, t.width
	var columns []table.ColumnConfig
	last := len(s.Head) - 1
	for i := range last {
		widest := text.StringWidth(s.Head[i])
		for _, row := range s.cells {
			widest = max(widest, text.StringWidth(plain(row[i])))
		}
		left, capped = left-widest-2, capped-min(widest, most)-2
		columns = append(columns, table.ColumnConfig{Number: i + 1, WidthMax: most, WidthMaxEnforcer: text.WrapSoft})
	}
	if left >= least {
		columns = nil
	} else {
		left = max(capped, least)
	}
	return append(columns, table.ColumnConfig{Number: last + 1, WidthMax: left, WidthMaxEnforcer: text.WrapSoft})
}

// table is the section's rows in go-pretty's form, texts cleaned.
func (s shown) table(style table.Style, clean func(string) string) table.Writer {
	w := table.NewWriter()
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder, style.Options.SeparateColumns = false, false
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	row := func(cells []string) (out table.Row) {
		for _, c := range cells {
			out = append(out, clean(c))
		}
		return out
	}
	w.AppendHeader(row(s.Head))
	for _, cells := range s.cells {
		w.AppendRow(row(cells))
	}
	return w
}

// columns are the section's columns with their sides.
func (s shown) columns() []table.ColumnConfig {
	align := s.Align
	if align == "" {
		align = "lr"
	}
	columns := make([]table.ColumnConfig, len(s.Head))
	for i := range columns {
		columns[i].Number = i + 1
		if align[min(i, len(align)-1)] == 'r' {
			columns[i].Align, columns[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return columns
}

// widest is the width of a column's widest cell, or word of its head.
func (s shown) widest(column int) int {
	widest := 0
	for _, word := range strings.Fields(s.Head[column]) {
		widest = max(widest, text.StringWidth(word))
	}
	for _, row := range s.cells {
		widest = max(widest, text.StringWidth(plain(row[column])))
	}
	return widest
}

// trimmed drops the blanks that wrapping leaves at line ends, and what a rule under a table's
// head has for the padding of its last column.
func trimmed(s string) string {
	all := strings.Split(s, "\n")
	for i, line := range all {
		line = strings.TrimRight(line, " ")
		if line != "" && strings.Trim(line, "─") == "" {
			line = strings.TrimSuffix(line, "──")
		}
		all[i] = line
	}
	return strings.Join(all, "\n")
}
