package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/views"
)

// evolutionFormats are the forms of an evolution, the last ones pictures.
var evolutionFormats = []string{"table", "md", "csv", "json", "svg", "png"}

func reportEvolutionCommand(w *world, o *options) *cobra.Command {
	var format, chart, out string
	cmd := &cobra.Command{
		Use:   "evolution [EXPERIMENT]",
		Short: "Print what a search of the pipelines found: the archive and how to use it",
		Long: `Print what arena evolve found: the newest evolution, or the experiment with this
number, name or beginning of its id. docs/emas.md says how to read it.

table and md have the elites with what fresh repeats and held-out scenarios make
of them, the trade between the first two descriptors, how well routers choose
among the elites, and the verdicts on what was expected; after --exhaustive also
how far the search gets beside chance and a genetic algorithm, and what fitness
depends on. csv has one row per elite; json has everything, and its schema is
printed by arena report evolution --schema. svg and png draw one chart: the
archive, or the search beside others.

No provider is asked. The simulated model names the kinds of conversations for
the router by label; a real one does at arena policy export-archive.`,
		Example: `  arena report evolution
  arena report evolution 2 --format md --out evolution.md
  arena report evolution --format svg --chart search --out search.svg
  arena report evolution --format csv --out elites.csv`,
		Args: atLeast(0),
	}
	schema := cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *schema {
			_, err := w.stdout.Write(views.EvolutionSchema)
			return err
		}
		var errs []error
		if !slices.Contains(evolutionFormats, format) {
			errs = append(errs, fmt.Errorf("--format %s: want one of %s", format, strings.Join(evolutionFormats, ", ")))
		}
		if !slices.Contains(views.EvolutionCharts, chart) {
			errs = append(errs, fmt.Errorf("--chart %s: want one of %s", chart, strings.Join(views.EvolutionCharts, ", ")))
		}
		if cmd.Flags().Changed("chart") && format != "svg" && format != "png" {
			errs = append(errs, fmt.Errorf("--chart is for svg and png; %s has the figures of all", format))
		}
		if err := errors.Join(errs...); err != nil {
			return usageError{err}
		}
		return w.withLab(cmd, o, true, func(l *lab.Lab) error {
			e, err := evolved(cmd.Context(), l, args, format, chart)
			if err != nil {
				return err
			}
			return w.write(out, o.db, func(b *bytes.Buffer) error { return renderEvolution(e, format, chart, b) })
		})
	}
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the report: table, md, csv, json, svg or png")
	cmd.Flags().StringVar(&chart, "chart", views.ChartArchive, "what svg and png draw: "+strings.Join(views.EvolutionCharts, ", "))
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{
		"format": func() []string { return evolutionFormats },
		"chart":  func() []string { return views.EvolutionCharts },
	})
	return cmd
}

// evolved analyses an evolution as far as the form of the report shows it.
func evolved(ctx context.Context, l *lab.Lab, args []string, format, chart string) (views.Evolution, error) {
	run, err := loadRun(ctx, l, args)
	if err != nil {
		return views.Evolution{}, err
	}
	picture := format == "svg" || format == "png"
	var race *evolution.Race
	if format != "csv" && (!picture || chart == views.ChartSearch) {
		if race, err = run.Race(); err != nil {
			return views.Evolution{}, err
		}
	}
	if picture || format == "csv" {
		return views.NewEvolution(run, race, nil, nil, "")
	}
	kinds, err := knownKinds(ctx, l, run, evolution.After)
	if err != nil {
		return views.Evolution{}, err
	}
	routing, err := run.Route(ctx, kinds, evolution.After)
	switch {
	case errors.Is(err, evolution.ErrNoRouting):
		return views.NewEvolution(run, race, run.Explain(), nil, err.Error())
	case err != nil:
		return views.Evolution{}, err
	}
	return views.NewEvolution(run, race, run.Explain(), &routing, "")
}

func renderEvolution(e views.Evolution, format, chart string, b *bytes.Buffer) error {
	switch format {
	case "svg":
		return e.SVG(b, chart)
	case "png":
		return e.PNG(b, chart)
	case "csv":
		return e.CSV(b)
	case "json":
		return e.JSON(b)
	case "md":
		return e.Markdown(b)
	}
	return e.Table(b)
}
