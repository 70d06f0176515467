package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"contextarena.internal/reports"
)

// Forms that several commands have.
var (
	reportForms  = reports.FormatsOf(reports.Prose, reports.Values, reports.Pages) // without rows for programs
	textForms    = reports.FormatsOf(reports.Prose, reports.Rows, reports.Values, reports.Pages)
	drawnForms   = reports.FormatsOf(reports.Prose, reports.Rows, reports.Values, reports.Drawing, reports.Pages)
	everyForm    = reports.FormatsOf(reports.Prose, reports.Rows, reports.Values, reports.Drawing, reports.Pixels, reports.Results, reports.Pages)
	pictureForms = reports.FormatsOf(reports.Prose, reports.Rows, reports.Values, reports.Drawing, reports.Pixels, reports.Pages)
)

// folder reports whether --out names a folder to be written.
func (c *call) folder() bool {
	return strings.HasSuffix(c.Out, "/") || strings.HasSuffix(c.Out, string(filepath.Separator))
}

// formByEnding has the ending of --out decide the form, where --format doesn't; checkForm says if there is no such form here.
func (c *call) formByEnding() {
	ending := strings.TrimPrefix(filepath.Ext(c.Out), ".")
	switch {
	case c.is.forms == nil, c.Flags().Changed("format"):
	case slices.Contains(everyForm, ending):
		c.Format = ending
	case c.folder() && slices.Contains(c.is.forms, "html"):
		c.Format = "html"
	}
}

// picture reports whether the form is drawn.
func (c *call) picture() bool { return c.Format == "svg" || c.Format == "png" }

// checkForm finds what is wrong with the flags of the report's form, nil for nothing.
func (c *call) checkForm() error {
	var errs []error
	if c.is.forms != nil {
		errs = append(errs, known("format", c.Format, c.is.forms))
	}
	if c.folder() && c.Format != "html" {
		errs = append(errs, fmt.Errorf("--out %s is a folder, which only html is written to: name a file", c.Out))
	}
	if c.Format == "png" && (c.Out == "" || c.Out == "-") && term.IsTerminal(int(c.stdout.Fd())) {
		errs = append(errs, errors.New("--format png is nothing that a terminal can show: name a file with --out FILE.png"))
	}
	if c.is.charts != nil {
		errs = append(errs, known("chart", c.Chart, c.is.charts))
		if c.Flags().Changed("chart") && !c.picture() {
			errs = append(errs, fmt.Errorf("--chart is for svg and png; %s has the figures of all", c.Format))
		}
	}
	if err := reports.KnownViews(c.View, c.is.views); err != nil {
		errs = append(errs, fmt.Errorf("--view: %w", err))
	}
	return errors.Join(append(errs, c.viewed(c.View))...)
}

// viewed is a mistake where views are asked for in a form that has everything.
func (c *call) viewed(views []string) error {
	if len(views) > 0 && c.Format != "" && c.Format != "table" && c.Format != "md" {
		return fmt.Errorf("--view is for table and md; %s has everything", c.Format)
	}
	return nil
}

// show writes a document in the form that was asked for, to where that was: its sentence alone if that was asked for.
func (c *call) show(d reports.Document) error {
	switch {
	case c.Quiet && d.Finding != "":
		return c.save(d.Sentence)
	case c.folder():
		return writeFolder(c.Out, d)
	case c.Out == "" || c.Out == "-":
		d.Screen = c.screen()
	}
	if c.Format == "" {
		c.Format = "table"
	}
	err := c.save(func(to io.Writer) error { return d.Write(stopped{c.Context(), to}, c.Format, c.Chart) })
	if errors.Is(err, reports.ErrLarge) {
		name := strings.TrimSuffix(c.Out, filepath.Ext(c.Out))
		if name == "" || name == "-" {
			name = "report"
		}
		return usageError{fmt.Errorf("%w: write a folder with --out %s/", err, name)}
	}
	return err
}

// save writes a text to where --out says.
func (c *call) save(form func(io.Writer) error) error { return c.write(c.Out, c.DB, form) }

// stopped writes until ctx ends.
type stopped struct {
	ctx context.Context
	to  io.Writer
}

// Write implements io.Writer.
func (s stopped) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.to.Write(p)
}
