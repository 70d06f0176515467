package main

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/check"
	"contextarena.internal/llm"
)

// checkFormats are the forms in which checks are printed.
var checkFormats = []string{"table", "md", "csv", "json"}

func checkCommand(w *world) *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "check [PROPOSAL...]",
		Short: "Measure the parts of the proposals by themselves",
		Long: `Measure what each proposal's own part does before it is compared with any other
strategy: whether the router of da_rlm chooses the depth that keeps most, what
share of the stated values the graph of shadow_graph holds, what the classifier
of channels finds and what it mistakes, and so on. Without a name all are
measured, in some seconds. No real model is asked, and nothing is stored.

A measurement is no gate: the exit code is 0 whatever the figures say.
docs/checks.md tells how to read them; the schema of --format json is printed by
arena check --schema.`,
		Example: `  arena check
  arena check channels foresight
  arena check --format csv --out checks.csv`,
		ValidArgsFunction: offer(check.Names),
	}
	schema := cmd.Flags().Bool("schema", false, "print the JSON schema of --format json and stop")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *schema {
			_, err := w.stdout.Write(check.Schema)
			return err
		}
		if !slices.Contains(checkFormats, format) {
			return usageError{fmt.Errorf("--format %s: want one of %s", format, strings.Join(checkFormats, ", "))}
		}
		checks, err := check.Run(cmd.Context(), &lab.Lab{Tokens: llm.NewCounter().Count, Parallel: runtime.NumCPU()}, args)
		if err != nil {
			return err
		}
		return w.write(out, "", func(b *bytes.Buffer) error { return checks.Document().Write(b, format, "") })
	}
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the figures: table, md, csv or json")
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	completeFlags(cmd, map[string]func() []string{"format": func() []string { return checkFormats }})
	return cmd
}
