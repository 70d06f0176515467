package main

import (
	"context"

	"contextarena.internal/lab/check"
)

func checkCommand(c *call) entry {
	return entry{
		use: "check [PROPOSAL...]", short: "Measure the parts of the proposals by themselves",
		long: `Measure what each proposal's own part does before it is compared with any other
strategy: whether the router of da_rlm chooses the depth that keeps most, what
share of the stated values the graph of shadow_graph holds, what the classifier
of channels finds and what it mistakes, and so on. Without a name all are
measured, in some seconds. No real model is asked, and nothing is stored.

A measurement is no gate: the exit code is 0 whatever the figures say.
docs/research/checks.md tells how to read them; the schema of --format json is
printed by arena lab check --schema.`,
		example: `  arena lab check
  arena lab check channels foresight
  arena lab check --format csv --out checks.csv`,
		forms: textForms, schema: check.Schema,
		run: func(ctx context.Context) error {
			checks, err := check.Run(ctx, unstored(), c.args)
			if err != nil {
				return err
			}
			return c.show(checks.Document())
		},
	}
}
