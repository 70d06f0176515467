package views

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Columns prints rows under a head, at most 80 columns wide: the last column is wrapped to what
// the others leave, and if that is too little, so are the others that are wider than 24.
func Columns(w io.Writer, head []string, rows [][]string) error {
	t := table.NewWriter()
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.SetStyle(style)
	const least, most = 16, 24
	left, capped := width, width
	var configs []table.ColumnConfig
	for i := range head[:len(head)-1] {
		widest := text.StringWidth(head[i])
		for _, row := range rows {
			widest = max(widest, text.StringWidth(plain(row[i])))
		}
		left, capped = left-widest-2, capped-min(widest, most)-2
		configs = append(configs, table.ColumnConfig{Number: i + 1, WidthMax: most, WidthMaxEnforcer: text.WrapSoft})
	}
	if left >= least {
		configs = nil
	} else {
		left = max(capped, least)
	}
	t.SetColumnConfigs(append(configs, table.ColumnConfig{Number: len(head), WidthMax: left, WidthMaxEnforcer: text.WrapSoft}))
	cells := func(texts []string) table.Row {
		var row table.Row
		for _, s := range texts {
			row = append(row, plain(s))
		}
		return row
	}
	if strings.Join(head, "") != "" {
		t.AppendHeader(cells(head))
	}
	for _, row := range rows {
		t.AppendRow(cells(row))
	}
	_, err := fmt.Fprintln(w, trimmed(t.Render()))
	return err
}
