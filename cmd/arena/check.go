package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/check"
	"contextarena.internal/llm"
)

func checkCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: textForms, schema: check.Schema}
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
arena lab check --schema.`,
		Example: `  arena lab check
  arena lab check channels foresight
  arena lab check --format csv --out checks.csv`,
		ValidArgsFunction: offer(check.Names),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := refuse(s.check()); err != nil {
				return err
			}
			checks, err := check.Run(cmd.Context(), &lab.Lab{Tokens: llm.NewCounter().Count, Parallel: runtime.NumCPU()}, args)
			if err != nil {
				return err
			}
			return s.write(checks.Document())
		},
	}
	s.add(cmd, w, o)
	return cmd
}
