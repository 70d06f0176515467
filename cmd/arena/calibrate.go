package main

import (
	"context"
	"fmt"
	"runtime"

	"contextarena.internal/lab"
	"contextarena.internal/lab/calibrate"
	"contextarena.internal/llm"
)

func calibrateCommand(c *call) entry {
	own := &struct {
		Repeats int    `flag:"repeats" default:"10" want:"1 to 1000" usage:"play everything shown <N> times; a fit plays at most 5"`
		Source  string `flag:"write" usage:"keep the values and the result in the source tree at <FOLDER>"`
	}{}
	return entry{
		use: "calibrate", short: "Fit the simulated models to published figures, and test the fit",
		long: `Fit the simulated models to the figures that the original Context Arena
published of two real ones: facts that survived in notes, by type, and final
answers, by strategy. Each fit predicts the figures of the model it was not
fitted to. It asks no real model and takes two minutes. --write keeps the fit in
the program's source tree; build again to use it.`,
		example: `  arena lab calibrate show
  arena lab calibrate mechanisms`,
		own: own,
		run: func(ctx context.Context) error {
			options := calibrate.Options{Repeats: own.Repeats, Tell: func(text string) { fmt.Fprintln(c.stderr, text) }}
			r, err := calibrate.Run(ctx, &lab.Lab{Tokens: llm.NewCounter().Count, Parallel: runtime.NumCPU()}, options)
			if err != nil {
				return startsAnew{err}
			}
			if own.Source != "" {
				if err := r.Write(own.Source); err != nil {
					return err
				}
			}
			return c.show(r.Document())
		},
		commands: []func(*call) entry{calibrationCommand, mechanismsCommand},
	}
}

// calibrationCommand shows the calibration that this program was built with.
func calibrationCommand(c *call) entry {
	return entry{
		use: "show", short: "Print the calibration of the simulated models in this program",
		example: "  arena lab calibrate show",
		forms:   []string{"table", "md", "json"},
		run: func(context.Context) error {
			r, err := calibrate.Latest()
			if err != nil {
				return err
			}
			if err := r.Current(); err != nil {
				fmt.Fprintf(c.stderr, "arena: %v\n", err)
			}
			return c.show(r.Document())
		},
	}
}

// mechanismsCommand explains the simulated models.
func mechanismsCommand(c *call) entry {
	return entry{
		use: "mechanisms", short: "List what the simulated models do wrong, and its switches",
		example: "  arena lab calibrate mechanisms",
		run:     func(context.Context) error { return c.show(calibrate.Mechanisms()) },
	}
}
