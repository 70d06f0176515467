package views

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// width is the widest line of a terminal report.
const width = 80

// writer is the sheet in go-pretty's form: the first column left, the others right.
func (s sheet) writer(style table.Style) table.Writer {
	w := table.NewWriter()
	style.Format.Header = text.FormatDefault
	style.Options.DrawBorder, style.Options.SeparateColumns = false, false
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	first, other := 18, 14
	if s.cell > 0 {
		first, other = s.cell, s.cell
	}
	var head table.Row
	var columns []table.ColumnConfig
	for i, h := range s.head {
		head = append(head, h)
		if i > 0 {
			columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight, WidthMax: other, WidthMaxEnforcer: text.WrapSoft})
		}
	}
	columns = append(columns, table.ColumnConfig{Number: 1, WidthMax: first, WidthMaxEnforcer: text.WrapSoft})
	w.SetColumnConfigs(columns)
	w.AppendHeader(head)
	for _, cells := range s.rows {
		var row table.Row
		for _, c := range cells {
			row = append(row, plain(c))
		}
		w.AppendRow(row)
	}
	return w
}

// inCell keeps the text of a cell from opening a tag or a link in Markdown. Names are as they are
// written elsewhere: full_context, not full\_context.
var inCell = strings.NewReplacer("<", "&lt;", "](", `]\(`)

// markdown is the sheet as a Markdown table.
func (s sheet) markdown() string {
	rows := make([][]string, len(s.rows))
	for i, row := range s.rows {
		for _, cell := range row {
			rows[i] = append(rows[i], inCell.Replace(cell))
		}
	}
	s.rows = rows
	return s.writer(table.StyleDefault).RenderMarkdown()
}

// plain drops control characters: names come from plans, which anyone may have written.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
}

// escape keeps text from being read as Markdown or HTML.
func escape(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`").Replace(plain(s))
}

// trimmed drops the blanks that wrapping leaves at line ends, and what a rule under a table's
// head has for the padding of its last column.
func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if line != "" && strings.Trim(line, "─") == "" {
			line = strings.TrimSuffix(line, "──")
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}
