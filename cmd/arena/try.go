package main

import (
	"context"
	"fmt"

	"contextarena.internal/lab/try"
)

func tryCommand(c *call) entry {
	return entry{
		use: "try MODEL", short: "Ask a model every strategy's prompts, and count what comes",
		long: `Play every strategy over two short conversations with a model, and count what
came back for each prompt: replies that were cut, refused, empty or no JSON
where a form was asked for, and how many of the facts in the request were in the
reply. What a model can't do is seen in minutes, before a night's run. Nothing
is stored. Exit code 3: a strategy couldn't be played to its end.`,
		example: `  arena models try sim:nano
  arena models try openai:gpt-5-nano --budget-usd 0.05
  arena models try "openai:gpt-5-nano?reasoning_effort=low" --format json
  arena models try ollama:llama3.2:3b --timeout 10m`,
		flags: "max-wait dry-run", things: "conversations", forms: []string{"table", "json"},
		run: func(ctx context.Context) error {
			if err := c.refuse(); err != nil {
				return err
			}
			l, err := c.asking(c.models(), c.first())
			if err != nil {
				return err
			}
			if c.DryRun {
				return c.estimate(try.Estimate(ctx, l, c.first()))
			}
			tried, err := try.Play(ctx, l, c.first())
			if err != nil {
				return startsAnew{err}
			}
			if err := c.show(tried.Document()); err != nil {
				return err
			}
			paid := "an unknown amount (the model has no price)"
			if tried.PaidUSD != nil {
				paid = fmt.Sprintf("%.4f USD", *tried.PaidUSD)
			}
			fmt.Fprintf(c.stderr, "arena: %d calls asked; paid %s\n", tried.Calls, paid)
			return whole(len(tried.Failed) == 0, nil)
		},
	}
}
