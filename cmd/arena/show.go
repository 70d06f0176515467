package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
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

// document is what a command shows. Chart names the one that a picture draws.
type document interface {
	Write(w io.Writer, format, chart string) error
}

// text is a document of one form.
type text []byte

// Write implements document.
func (t text) Write(w io.Writer, _, _ string) error {
	_, err := w.Write(t)
	return err
}

// show are the flags of every command that prints a report: in which form, and where to.
type show struct {
	formats []string // the first is the default; none: there is no choice
	charts  []string // those of svg and png; the first is the default
	schema  []byte   // of the form json; nil for none

	cmd                *cobra.Command
	w                  *world
	o                  *options
	format, chart, out string
}

// add adds the flags to cmd. With --schema it prints that and nothing else, whatever else was said.
func (s *show) add(cmd *cobra.Command, w *world, o *options) {
	s.cmd, s.w, s.o = cmd, w, o
	f := cmd.Flags()
	f.StringVar(&s.out, "out", "", s.outHelp())
	if s.formats != nil {
		f.StringVar(&s.format, "format", s.formats[0], "`FORM` of the output: "+oneOf(s.formats)+"; the ending of --out decides if it names one")
		complete(cmd, "format", fixed(s.formats...))
		cmd.PreRun = func(cmd *cobra.Command, _ []string) {
			ending := strings.TrimPrefix(filepath.Ext(s.out), ".")
			switch {
			case cmd.Flags().Changed("format"):
			case slices.Contains(everyForm, ending):
				s.format = ending // of the file decides; check says if there is no such form here
			case s.folder() && slices.Contains(s.formats, "html"):
				s.format = "html"
			}
		}
	}
	if s.charts != nil {
		f.StringVar(&s.chart, "chart", s.charts[0], "what svg and png draw: "+oneOf(s.charts))
		complete(cmd, "chart", fixed(s.charts...))
	}
	if s.schema != nil {
		s.addSchema()
	}
}

// outHelp says what --out is.
func (s *show) outHelp() string {
	if slices.Contains(s.formats, "html") {
		return "write to `FILE` instead of standard output; html to a folder, with a / at its end, if it is large"
	}
	return "write to `FILE` instead of standard output"
}

// folder reports whether --out names a folder to be written.
func (s *show) folder() bool {
	return strings.HasSuffix(s.out, "/") || strings.HasSuffix(s.out, string(filepath.Separator))
}

func (s *show) addSchema() {
	args, run := s.cmd.Args, s.cmd.RunE
	asked := s.cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	s.cmd.Args = func(cmd *cobra.Command, a []string) error {
		if *asked || args == nil {
			return nil
		}
		return args(cmd, a)
	}
	s.cmd.RunE = func(cmd *cobra.Command, a []string) error {
		if !*asked {
			return run(cmd, a)
		}
		_, err := s.w.stdout.Write(s.schema)
		return err
	}
}

// picture reports whether the form is drawn.
func (s *show) picture() bool { return s.format == "svg" || s.format == "png" }

// draws reports whether the form is a picture of this chart.
func (s *show) draws(chart string) bool { return s.picture() && s.chart == chart }

// check finds what is wrong with these flags, nil for nothing.
func (s *show) check() error {
	var errs []error
	if s.formats != nil {
		errs = append(errs, known("format", s.format, s.formats))
	}
	if s.folder() && s.format != "html" {
		errs = append(errs, fmt.Errorf("--out %s is a folder, which only html is written to: name a file", s.out))
	}
	if s.format == "png" && (s.out == "" || s.out == "-") && term.IsTerminal(int(s.w.stdout.Fd())) {
		errs = append(errs, errors.New("--format png is nothing that a terminal can show: name a file with --out FILE.png"))
	}
	if s.charts != nil {
		errs = append(errs, known("chart", s.chart, s.charts))
		if s.cmd.Flags().Changed("chart") && !s.picture() {
			errs = append(errs, fmt.Errorf("--chart is for svg and png; %s has the figures of all", s.format))
		}
	}
	return errors.Join(errs...)
}

// viewed is a mistake where views are asked for in a form that has everything.
func (s *show) viewed(views []string) error {
	if len(views) > 0 && s.format != "table" && s.format != "md" {
		return fmt.Errorf("--view is for table and md; %s has everything", s.format)
	}
	return nil
}

// write writes a document in the form that was asked for, to where that was.
func (s *show) write(d document) error {
	if doc, ok := d.(reports.Document); ok {
		switch {
		case s.w.quiet && doc.Finding != "":
			return s.w.write(s.out, s.o.db, doc.Sentence)
		case s.folder():
			return writeFolder(s.out, doc)
		case s.out == "" || s.out == "-":
			doc.Screen = s.w.screen()
			d = doc
		}
	}
	err := s.w.write(s.out, s.o.db, func(to io.Writer) error {
		return d.Write(stopped{s.cmd.Context(), to}, s.format, s.chart)
	})
	if errors.Is(err, reports.ErrLarge) {
		name := strings.TrimSuffix(s.out, filepath.Ext(s.out))
		if name == "" || name == "-" {
			name = "report"
		}
		return usageError{fmt.Errorf("%w: write a folder with --out %s/", err, name)}
	}
	return err
}

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
