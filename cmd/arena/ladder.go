package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

func ladderCommand(w *world, o *options) *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "ladder EXPERIMENT EXPERIMENT...",
		Short: "Set experiments of different lengths side by side",
		Long: `Set two or more experiments side by side that ask for the same facts in
conversations of different lengths (arena run --stretch): what each strategy
keeps, costs and takes by the tokens of the conversation. svg draws it.`,
		Example: `  arena ladder 1 2 3
  arena ladder 1 2 3 4 5 --format svg --out ladder.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "table" && format != "svg" {
				return usageError{fmt.Errorf("--format %s: want table or svg", format)}
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				rungs, err := l.Ladder(cmd.Context(), args)
				if err != nil {
					return usageError{err}
				}
				ladder := reports.NewLadder(rungs)
				return w.write(out, o.db, func(b *bytes.Buffer) error {
					if format == "svg" {
						return ladder.SVG(b)
					}
					return ladder.Table(b)
				})
			})
		},
	}
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the ladder: table or svg")
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{"format": func() []string { return []string{"table", "svg"} }})
	return cmd
}
