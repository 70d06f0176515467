package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"contextarena.internal/arena"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/reports"
)

// The widths that reports are laid out for: narrower terminals wrap, wider ones have room left.
const narrowest, widest = 60, 200

// screen is what standard output is: as wide as COLUMNS or the terminal says, 80 if neither does, and with
// colours where it is a terminal that has them and NO_COLOR isn't set (no-color.org).
func (w *world) screen() reports.Screen {
	fd := int(w.stdout.Fd())
	width, err := strconv.Atoi(w.env("COLUMNS"))
	if err != nil || width <= 0 {
		if width, _, err = term.GetSize(fd); err != nil || width <= 0 {
			width = 80
		}
	}
	return reports.Screen{
		Width: min(max(width, narrowest), widest),
		Color: term.IsTerminal(fd) && w.env("NO_COLOR") == "" && w.env("TERM") != "dumb",
	}
}

// print writes a document for a terminal to standard output: its sentence alone if that was asked for.
func (w *world) print(d reports.Document) error {
	d.Screen = w.screen()
	if w.quiet && d.Finding != "" {
		return d.Sentence(w.stdout)
	}
	return d.Write(w.stdout, "table", "")
}

// quietFlag adds --quiet: what was found in a sentence, and nothing on standard error but why the command
// failed.
func (w *world) quietFlag(cmd *cobra.Command) {
	quiet := cmd.Flags().BoolP("quiet", "q", false, "print the finding alone, a sentence or two, and no progress")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*quiet {
			return run(cmd, args)
		}
		nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer nowhere.Close()
		w.quiet, w.stderr = true, console{nowhere}
		cmd.Root().SetErr(nowhere)
		return run(cmd, args)
	}
}

// viewsFlag adds --view to a command that prints one table, or these views of a document. reports.KnownViews
// checks it.
func viewsFlag(cmd *cobra.Command, to *[]string, views []string) {
	cmd.Flags().StringArrayVar(to, "view", nil, "show this `VIEW` instead of the answer: "+strings.Join(views, ", ")+" (again for more, or all)")
}

// knownViews is the mistake in --view; nil for none.
func knownViews(names, views []string) error {
	if err := reports.KnownViews(names, views); err != nil {
		return fmt.Errorf("--view: %w", err)
	}
	return nil
}

// asked are the flags of commands that print a leaderboard.
type asked struct {
	views              []string
	factType, sort, by string
}

// bys are what rows may be.
var bys = []string{"strategy", "probe"}

func (a *asked) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&a.views, "view", nil, "show this `VIEW` instead of the answer (again for more, or all)")
	f.StringVar(&a.factType, "type", "", "answers to probes of this fact `TYPE` alone")
	f.StringVar(&a.sort, "sort", leaderboard.Sorts[0], "sort rows by `COLUMN`: "+oneOf(leaderboard.Sorts))
	f.StringVar(&a.by, "by", bys[0], "a row each `THING`: strategy, or probe, with its question and who kept it")
}

// ask is what the flags ask for. Every mistake is reported at once.
func (a *asked) ask() (leaderboard.Ask, error) {
	views, err := leaderboard.Chosen(a.views)
	if err != nil {
		err = fmt.Errorf("--view: %w", err)
	}
	errs := []error{err, known("sort", a.sort, leaderboard.Sorts), known("by", a.by, bys)}
	if a.factType != "" {
		errs = append(errs, known("type", a.factType, names(arena.FactTypes)))
	}
	if a.by == "probe" {
		views = append(views, "probes")
	}
	return leaderboard.Ask{Views: views, Type: arena.FactType(a.factType), Sort: a.sort}, refuse(errs...)
}

// wholes are how much of a report is printed where there is the answer, and all.
var wholes = []string{"answer", reports.AllViews}

// viewFlag adds --view to a command that prints the answer unless all is asked for; known("view", …, wholes)
// checks it.
func viewFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "view", wholes[0], "how much is printed: "+oneOf(wholes))
}
