package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/ladder"
)

func ladderCommand(w *world, o *options) *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "ladder EXPERIMENT EXPERIMENT...",
		Short: "Set experiments of different lengths side by side",
		Long: `Set two or more experiments side by side that ask for the same facts in
conversations of different lengths (arena run --stretch): what each strategy
keeps, costs and takes by the tokens of the conversation. svg draws it; csv has
one row per strategy, model and rung; json has every figure with its interval,
and its schema is printed by arena ladder --schema.`,
		Example: `  arena ladder 1 2 3
  arena ladder 1 2 3 4 5 --format svg --out ladder.svg`,
	}
	schema := cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *schema {
			_, err := w.stdout.Write(ladder.Schema)
			return err
		}
		if !slices.Contains(formats, format) {
			return usageError{fmt.Errorf("--format %s: want one of %s", format, strings.Join(formats, ", "))}
		}
		return w.withLab(cmd, o, true, func(l *lab.Lab) error {
			found, err := ladder.Load(cmd.Context(), l, args)
			if err != nil {
				return err
			}
			return w.write(out, o.db, func(b *bytes.Buffer) error { return found.Document().Write(b, format, "") })
		})
	}
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the ladder: table, md, csv, json or svg")
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{"format": func() []string { return formats }})
	return cmd
}
