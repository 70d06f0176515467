package main

import (
	"context"

	"contextarena.internal/lab/check"
)

func checkCommand(c *call) entry {
	return entry{
		use: "check [PROPOSAL...]", short: "Measure the parts of the proposals by themselves",
		long: `Measure what each proposal's own part does before it is compared with any other
strategy: what the rules of foresight flag and those of channels find, and what
they mistake. Without a name all are measured, in some seconds. No model is
asked, and nothing is stored. What a layer makes of a model's replies is in the
table of arena lab experiment proposals.

A measurement is no gate: the exit code is 0 whatever the figures say.
docs/research/checks.md tells how to read them; the schema of --format json is
printed by arena lab check --schema.`,
		example: `  arena lab check
  arena lab check channels foresight
  arena lab check --format csv --out checks.csv`,
		forms: textForms, schema: check.Schema,
		run: func(context.Context) error {
			checks, err := check.Run(c.args)
			if err != nil {
				return err
			}
			return c.show(checks.Document())
		},
	}
}
