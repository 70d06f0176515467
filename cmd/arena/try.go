package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/lab/try"
)

func tryCommand(w *world, o *options) *cobra.Command {
	var s *spend
	out := &show{formats: []string{"table", "json"}}
	cmd := &cobra.Command{
		Use:   "try MODEL",
		Short: "Ask a model every strategy's prompts, and count what comes",
		Long: `Play every strategy over two short conversations with a model, and count what
came back for each prompt: replies that were cut, refused, empty or no JSON
where a form was asked for, and how many of the facts in the request were in the
reply. What a model can't do is seen in minutes, before a night's run. Nothing
is stored. Exit code 3: a strategy couldn't be played to its end.`,
		Example: `  arena models try sim:nano
  arena models try openai:gpt-5-nano --budget-usd 0.05
  arena models try "openai:gpt-5-nano?reasoning_effort=low" --format json
  arena models try ollama:llama3.2:3b --timeout 10m`,
		Args:              atLeast(1),
		ValidArgsFunction: offer(modelNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.refuse(out.check()); err != nil {
				return err
			}
			l, err := s.lab(s.providers(), args...)
			if err != nil {
				return err
			}
			if s.dryRun {
				return s.estimate(try.Estimate(cmd.Context(), l, args[0]))
			}
			tried, err := try.Play(cmd.Context(), l, args[0])
			if err != nil {
				return startsAnew{err}
			}
			if err := out.write(tried.Document()); err != nil {
				return err
			}
			paid := "an unknown amount (the model has no price)"
			if tried.PaidUSD != nil {
				paid = fmt.Sprintf("%.4f USD", *tried.PaidUSD)
			}
			fmt.Fprintf(w.stderr, "arena: %d calls asked; paid %s\n", tried.Calls, paid)
			if len(tried.Failed) > 0 {
				return errIncomplete
			}
			return nil
		},
	}
	s = spendFlags(cmd, w, o, "conversations").patient().foretold(dryRunUsage)
	out.add(cmd, w, o)
	return cmd
}
