package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/views"
)

// frontierFormats are the forms of a frontier, the last ones pictures.
var frontierFormats = []string{"table", "md", "csv", "json", "svg", "png"}

func reportFrontierCommand(w *world, o *options) *cobra.Command {
	var format, chart, out string
	cmd := &cobra.Command{
		Use:   "frontier [EXPERIMENT]",
		Short: "Print what a sweep found: the cost-retention frontier",
		Long: `Print what a sweep found: the newest, or the experiment with this number, name
or beginning of its id. docs/frontier.md says how to read it.

table and md have the front with what it owes to luck, the cheapest
configuration for each floor of retention by the number of questions, the effect
of each setting, what racing would have found, and the verdicts on what was
expected. csv has one row per configuration; json has everything, and its schema
is printed by arena report frontier --schema. svg and png draw one chart:
cost against retention, the break-evens, or the effects.

--study replays an exhaustive sweep adaptively and at random, for half
a minute more. The effects take a surface for each scenario left out: on the builtin space about
half a minute.`,
		Example: `  arena report frontier
  arena report frontier 2 --format md --out frontier.md
  arena report frontier --format svg --chart break-even --out break-even.svg
  arena report frontier --format csv --out points.csv`,
		Args: atLeast(0),
	}
	study := cmd.Flags().Bool("study", false, "compare picking points by a surface with drawing them, on an exhaustive sweep")
	schema := cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *schema {
			_, err := w.stdout.Write(views.FrontierSchema)
			return err
		}
		var errs []error
		if !slices.Contains(frontierFormats, format) {
			errs = append(errs, fmt.Errorf("--format %s: want one of %s", format, strings.Join(frontierFormats, ", ")))
		}
		if !slices.Contains(views.FrontierCharts, chart) {
			errs = append(errs, fmt.Errorf("--chart %s: want one of %s", chart, strings.Join(views.FrontierCharts, ", ")))
		}
		picture := format == "svg" || format == "png"
		if cmd.Flags().Changed("chart") && !picture {
			errs = append(errs, fmt.Errorf("--chart is for svg and png; %s has the figures of all", format))
		}
		if *study && (picture || format == "csv") {
			errs = append(errs, fmt.Errorf("--study is for table, md and json"))
		}
		if err := errors.Join(errs...); err != nil {
			return usageError{err}
		}
		return w.withLab(cmd, o, true, func(l *lab.Lab) error {
			swept, err := l.LoadSweep(cmd.Context(), first(args))
			if err != nil {
				return err
			}
			f, err := frontier.New(swept)
			if err == nil && format != "csv" && (!picture || chart == views.ChartEffects) {
				err = f.Explain()
			}
			switch {
			case errors.Is(err, frontier.ErrNothing):
				return arena.Mistake{Err: err}
			case err != nil:
				return err
			}
			report := views.NewFrontier(f)
			if *study {
				if report, err = studied(f, report); err != nil {
					return err
				}
			}
			return w.write(out, o.db, func(b *bytes.Buffer) error { return renderFrontier(report, format, chart, b) })
		})
	}
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the report: table, md, csv, json, svg or png")
	cmd.Flags().StringVar(&chart, "chart", views.ChartCost, "what svg and png draw: "+strings.Join(views.FrontierCharts, ", "))
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"format": func() []string { return frontierFormats },
		"chart":  func() []string { return views.FrontierCharts },
	})
	return cmd
}

// studySizes are how many points are played, with so many seeds.
var studySizes, studySeeds = []int{lab.AdaptiveStart, 48, 80, 120}, 3

// studied adds the comparison of ways to play some of the points.
func studied(f frontier.Frontier, report views.Frontier) (views.Frontier, error) {
	if most := studySizes[len(studySizes)-1]; f.Dropped > 0 || f.Failed > 0 || len(f.Points) < most {
		return report, usageError{fmt.Errorf("--study takes a sweep that played %d points or more, all of them to the end (arena sweep --exhaustive)", most)}
	}
	studies, err := f.StudyAdaptive(studySizes, studySeeds)
	return report.Studied(studies), err
}

func renderFrontier(f views.Frontier, format, chart string, b *bytes.Buffer) error {
	switch format {
	case "svg":
		return f.SVG(b, chart)
	case "png":
		return f.PNG(b, chart)
	case "csv":
		return f.CSV(b)
	case "json":
		return f.JSON(b)
	case "md":
		return f.Markdown(b)
	}
	return f.Table(b)
}
