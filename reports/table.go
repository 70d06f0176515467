package reports

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// writeTable writes a document for a terminal.
func writeTable(d Document, w io.Writer, _ string) error {
	t := d.terminal()
	var blocks []string
	if d.Finding != "" {
		blocks = append(blocks, t.finding(d))
	}
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
		end.WriteString(t.warning(warning))
	}
	if d.Played.ID != "" {
		end.WriteString(t.paragraph(d.Played.String()))
	}
	if end.Len() > 0 {
		blocks = append(blocks, end.String())
	}
	_, err := io.WriteString(w, trimmed(strings.Join(blocks, "\n")))
	return err
}

// terminal is what sections are laid out for.
type terminal struct {
	width int
	color bool
}

func (d Document) terminal() terminal {
	return terminal{width: cmp.Or(d.Screen.Width, 80), color: d.Screen.Color}
}

// finding is the sentence that a document begins with.
func (t terminal) finding(d Document) string { return t.toned(Strong, d.Finding) }

// toned is a paragraph in a tone.
func (t terminal) toned(tone Tone, s string) string {
	if !t.color {
		tone = Plain
	}
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(t.paragraph(s), "\n"), "\n") {
		b.WriteString(tone.paint(strings.TrimRight(line, " ")) + "\n")
	}
	return b.String()
}

// warning is a warning that stands by itself.
func (t terminal) warning(s string) string { return t.paragraph("! " + s) }

// paragraph wraps a line.
func (t terminal) paragraph(s string) string { return text.WrapSoft(plain(s), t.width) + "\n" }

func (t terminal) section(s shown) string {
	var b strings.Builder
	if s.Title != "" {
		b.WriteString(t.paragraph(s.Title))
	}
	if len(s.cells) > 0 {
		b.WriteString(t.within(s))
	}
	for _, note := range s.notes {
		b.WriteString(t.toned(Faint, note))
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
		b.WriteString(t.warning(warning))
	}
	return b.String()
}

// within renders the rows that a section's most lines leave room for, and counts the others.
func (t terminal) within(s shown) string {
	all := len(s.cells)
	for {
		var b strings.Builder
		most := 0
		for _, w := range t.rows(s) {
			text := w.Render()
			most = max(most, strings.Count(text, "\n")+1)
			fmt.Fprintln(&b, text)
		}
		over := most - s.Most
		if s.Most == 0 || over <= 0 || len(s.cells) == 1 {
			if n := all - len(s.cells); n > 0 {
				b.WriteString(t.paragraph(fmt.Sprintf("and %s", Plural(n, "more row"))))
			}
			return b.String()
		}
		s.cells = s.cells[:max(1, len(s.cells)-(over+1)/2)]
	}
}

// rows arranges the rows of a section, in several tables where one would be too wide.
func (t terminal) rows(s shown) []table.Writer {
	if s.Layout == List {
		left, fits := t.left(s)
		if !fits {
			return t.narrowed(s)
		}
		w := s.table(table.StyleLight, func(s string) string { return printable(s, "\n") }, t.color)
		style := w.Style()
		style.Options = table.OptionsNoBordersAndSeparators
		if strings.Join(s.Head, "") == "" {
			w.ResetHeaders()
		}
		w.SetColumnConfigs([]table.ColumnConfig{{Number: len(s.Head), WidthMax: left, WidthMaxEnforcer: wrapped}})
		return []table.Writer{w}
	}
	caps := s.Widths
	if caps == nil {
		caps = []int{18, 14}
	}
	return t.fitted(s, caps)
}

// left is what the other columns of a list leave to its last, and whether that is enough for its words: at
// least leastLast, or all it has.
func (t terminal) left(s shown) (int, bool) {
	last := len(s.Head) - 1
	left := t.width
	for i := range last {
		wide, _ := s.widths(i, pieces)
		left -= wide + 2
	}
	wide, word := s.widths(last, pieces)
	return left, left >= max(min(leastLast, wide), word)
}

// table is the section's rows in go-pretty's form, texts cleaned.
func (s shown) table(style table.Style, clean func(string) string, color bool) table.Writer {
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
	for i, cells := range s.cells {
		line := row(cells)
		for k := range cells {
			if color {
				line[k] = s.tones[i][k].paint(clean(cells[k]))
			}
		}
		w.AppendRow(line)
	}
	return w
}

// columns are the section's columns with their sides.
func (s shown) columns() []table.ColumnConfig {
	columns := make([]table.ColumnConfig, len(s.Head))
	for i := range columns {
		columns[i].Number = i + 1
		if s.side(i) == 'r' {
			columns[i].Align, columns[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return columns
}

// side is where a column's cells stand: l or r.
func (s shown) side(column int) byte {
	align := cmp.Or(s.Align, "lr")
	return align[min(column, len(align)-1)]
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
