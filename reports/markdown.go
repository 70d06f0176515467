package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
)

// writeMarkdown writes a document as Markdown: blocks with an empty line between them.
func writeMarkdown(d Document, w io.Writer, _ string) error {
	var blocks []string
	add := func(format string, args ...any) { blocks = append(blocks, fmt.Sprintf(format, args...)) }
	if d.Title != "" {
		add("# %s", escaped(d.Title))
	}
	if d.Finding != "" {
		add("%s", escaped(d.Finding))
	}
	for _, s := range d.shown(Page) {
		if s.Title != "" {
			add("## %s", escaped(s.Title))
		}
		if len(s.cells) > 0 {
			t := s.table(table.StyleDefault, func(c string) string { return inCell.Replace(printable(c, "\n")) }, false)
			t.SetColumnConfigs(s.columns())
			add("%s", t.RenderMarkdown())
		}
		for _, note := range s.notes {
			add("%s", escaped(note))
		}
		if len(s.List) > 0 {
			add("%s", itemized(s.List))
		}
		if s.Text != "" {
			// Indented, so that nothing in it can end the block.
			add("    %s", strings.ReplaceAll(strings.TrimSuffix(lines(s.Text), "\n"), "\n", "\n    "))
		}
		if len(s.Warnings) > 0 {
			add("%s", bulleted("Warning: ", s.Warnings))
		}
	}
	for _, note := range d.Notes {
		add("%s", escaped(note))
	}
	if len(d.Warnings) > 0 {
		add("## Warnings")
		add("%s", bulleted("", d.Warnings))
	}
	if d.Played.ID != "" {
		add("Experiment %s, %s.", escaped(d.Played.ID), escaped(d.Played.Status))
	}
	_, err := io.WriteString(w, strings.Join(blocks, "\n\n")+"\n")
	return err
}

// itemized is a list, the lines under an item a list of their own.
func itemized(items [][]string) string {
	var out []string
	for _, item := range items {
		for i, line := range item {
			out = append(out, strings.Repeat("  ", min(i, 1))+"- "+escaped(line))
		}
	}
	return strings.Join(out, "\n")
}

// bulleted is a list of single lines.
func bulleted(before string, all []string) string {
	var out []string
	for _, line := range all {
		out = append(out, "- "+before+escaped(line))
	}
	return strings.Join(out, "\n")
}
