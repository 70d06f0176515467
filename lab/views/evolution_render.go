package views

import (
	"fmt"
	"io"
	"strings"

	"contextarena.internal/reports"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// notes stand under the tables.
func (e Evolution) notes() []string {
	var out []string
	if e.NoRouting != "" {
		out = append(out, "! No router: "+e.NoRouting+".")
	}
	if e.Race == nil {
		out = append(out, "The whole space wasn't measured, so the search can't be held against chance, and what fitness depends on isn't known: arena evolve --exhaustive.")
	}
	if e.Insight != nil && e.Insight.Why != "" {
		out = append(out, "! What fitness depends on isn't known: "+e.Insight.Why+".")
	}
	if e.Found.LeftOut > 0 {
		out = append(out, fmt.Sprintf("! %s refused or truncated and in no figure.", reports.Plural(e.Found.LeftOut, "trial")))
	}
	if !e.Found.Complete {
		out = append(out, "! The evolution isn't finished: the same arena evolve goes on.")
	}
	if e.Found.Simulated {
		out = append(out, "! Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return append(out, fmt.Sprintf("experiment %d (%s), %s", e.Found.Number, e.Found.ID[:min(12, len(e.Found.ID))], e.Found.Status))
}

// Table writes the report for a terminal, at most 80 columns wide.
func (e Evolution) Table(w io.Writer) error {
	var b strings.Builder
	for _, s := range e.sheets() {
		fmt.Fprintf(&b, "%s\n%s\n", text.WrapSoft(plain(s.title), width), s.writer(table.StyleLight).Render())
		for _, note := range s.lines() {
			fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(note), width))
		}
		b.WriteString("\n")
	}
	for _, note := range e.notes() {
		fmt.Fprintf(&b, "%s\n", text.WrapSoft(plain(note), width))
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// Markdown writes the report as Markdown.
func (e Evolution) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escape(e.title()))
	for i, s := range e.sheets() {
		title := s.title
		if i == 0 {
			title = "The archive"
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", escape(title), s.markdown())
		for _, note := range s.lines() {
			fmt.Fprintf(&b, "\n%s\n", escape(note))
		}
	}
	for _, note := range e.notes() {
		fmt.Fprintf(&b, "\n%s\n", escape(note))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
