package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/views"
)

func tryCommand(w *world, o *options) *cobra.Command {
	var budget float64
	var parallel int
	var format string
	cmd := &cobra.Command{
		Use:   "try MODEL",
		Short: "Ask a model the prompts of every strategy, and count what comes back",
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
			var errs []error
			if format != "table" && format != "json" {
				errs = append(errs, fmt.Errorf("--format %s: want table or json", format))
			}
			if cmd.Flags().Changed("budget-usd") && !(budget > 0) {
				errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", budget))
			}
			if cmd.Flags().Changed("parallel") && (parallel < 1 || parallel > 1024) {
				errs = append(errs, fmt.Errorf("--parallel %d: want 1 to 1024", parallel))
			}
			if o.timeout <= 0 {
				errs = append(errs, fmt.Errorf("--timeout %s: want more than 0", o.timeout))
			}
			if err := errors.Join(errs...); err != nil {
				return usageError{err}
			}
			l, err := w.labFor(cmd, o, lab.Plan{Models: args}, w.models(o.timeout), parallel, &budget)
			if err != nil {
				return err
			}
			tried, err := l.Try(cmd.Context(), args[0])
			if err != nil {
				return startsAnew{err}
			}
			if format == "json" {
				err = w.json(tried)
			} else {
				err = views.Tried(w.stdout, tried)
			}
			if err != nil {
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
	cmd.Flags().Float64Var(&budget, "budget-usd", 0, "stop before more than this is spent")
	cmd.Flags().IntVar(&parallel, "parallel", 0, "conversations, and calls, in flight at most (default: one per processor, 8 with openai)")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	cmd.Flags().StringVar(&format, "format", "table", "`FORM`: table or json")
	o.pricesFlag(cmd)
	completeFlags(cmd, map[string]func() []string{"format": func() []string { return []string{"table", "json"} }})
	return cmd
}
