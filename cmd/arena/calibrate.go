package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/calibrate"
	"contextarena.internal/llm"
)

// shownRepeats are those of a calibration without --repeats.
const shownRepeats = 10

func calibrateCommand(w *world, o *options) *cobra.Command {
	var options calibrate.Options
	var source string
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Fit the simulated models to published figures, and test the fit",
		Long: `Fit the simulated models to the figures that the original Context Arena
published of two real ones: facts that survived in notes, by type, and final
answers, by strategy. Each fit predicts the figures of the model it was not
fitted to. It asks no real model and takes two minutes. --write keeps the fit in
the program's source tree; build again to use it.`,
		Example: `  arena lab calibrate show
  arena lab calibrate mechanisms`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if options.Repeats < 1 || options.Repeats > 1000 {
				return usageError{fmt.Errorf("--repeats %d: want 1 to 1000", options.Repeats)}
			}
			options.Tell = func(text string) { fmt.Fprintln(w.stderr, text) }
			r, err := calibrate.Run(cmd.Context(), &lab.Lab{Tokens: llm.NewCounter().Count, Parallel: runtime.NumCPU()}, options)
			if err != nil {
				return startsAnew{err}
			}
			if source != "" {
				if err := r.Write(source); err != nil {
					return err
				}
			}
			return r.Document().Write(w.stdout, "table", "")
		},
	}
	cmd.Flags().IntVar(&options.Repeats, "repeats", shownRepeats, "play everything shown `N` times; a fit plays at most 5")
	cmd.Flags().StringVar(&source, "write", "", "keep the values and the result in the source tree at `FOLDER`")
	cmd.AddCommand(calibrationCommand(w, o), mechanismsCommand(w))
	return cmd
}

// calibrationCommand shows the calibration that this program was built with.
func calibrationCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: []string{"table", "md", "json"}}
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Print the calibration of the simulated models in this program",
		Example: "  arena lab calibrate show",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := refuse(s.check()); err != nil {
				return err
			}
			r, err := calibrate.Latest()
			if err != nil {
				return err
			}
			if err := r.Current(); err != nil {
				fmt.Fprintf(w.stderr, "arena: %v\n", err)
			}
			return s.write(r.Document())
		},
	}
	s.add(cmd, w, o)
	return cmd
}

// mechanismsCommand explains the simulated models.
func mechanismsCommand(w *world) *cobra.Command {
	return &cobra.Command{
		Use:     "mechanisms",
		Short:   "List what the simulated models do wrong, and its switches",
		Example: "  arena lab calibrate mechanisms",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return calibrate.Mechanisms().Write(w.stdout, "table", "") },
	}
}
