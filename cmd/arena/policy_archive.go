package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/llm"
)

func exportArchiveCommand(w *world, o *options) *cobra.Command {
	var out string
	after := evolution.After
	var budget float64
	cmd := &cobra.Command{
		Use:   "export-archive [EVOLUTION]",
		Short: "Write the archive of an evolution as a policy for the strategy emas_routed",
		Long: `Write the elites of an evolution (arena evolve) as a policy: which of them to
play, told by the first messages of a conversation. Without an argument it is
the newest evolution.

Three routers are fitted: by the nearest centroid and by a regression of the
messages' embedding, which ask nobody, and by the kind of conversation, for
which the evolution's model is asked once per scenario. For each scenario that
chose elites the policy has a fold made without it, archive and routers, which
is the one that a trial on that scenario uses. docs/emas.md tells more.`,
		Example: `  arena policy export-archive --out archive.json
  arena policy export-archive 3 --after 5 --out archive.json
  arena run --suite extended --strategy 'emas_routed(policy=archive.json,router=label)'`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			var errs []error
			if after < 3 || after > 5 {
				errs = append(errs, fmt.Errorf("--after %d: want 3 to 5", after))
			}
			if cmd.Flags().Changed("budget-usd") && !(budget > 0) {
				errs = append(errs, fmt.Errorf("--budget-usd %g: want more than 0", budget))
			}
			if err := errors.Join(errs...); err != nil {
				return usageError{err}
			}
			if err := o.existing(); err != nil {
				return err
			}
			return w.withLab(cmd, o, false, func(l *lab.Lab) error {
				if budget > 0 {
					l.BudgetUSD = &budget
				}
				run, err := loadRun(cmd.Context(), l, args)
				if err != nil {
					return err
				}
				asked, err := l.Ask(run.Settings.Model)
				if err != nil {
					return err
				}
				kinds, err := run.AskKinds(cmd.Context(), asked, asked.Model, after)
				if err != nil {
					return err
				}
				p, err := run.Policy(cmd.Context(), kinds, after)
				if err != nil {
					return err
				}
				return w.write(out, o.db, func(b *bytes.Buffer) error {
					text, err := p.Write()
					b.Write(text)
					return err
				})
			})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	cmd.Flags().IntVar(&after, "after", after, "decide by the first `N` messages of the user: 3 to 5")
	cmd.Flags().Float64Var(&budget, "budget-usd", 0, "stop before more than this is spent on kinds of conversations")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 2*time.Minute, "longest time for one call")
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	return cmd
}

// loadRun reads an evolution, the newest without a name. An interruption waits for what is read back.
func loadRun(ctx context.Context, l *lab.Lab, args []string) (evolution.Run, error) {
	e, err := l.LoadEvolution(ctx, first(args))
	if err != nil {
		return evolution.Run{}, err
	}
	return evolution.New(e), nil
}

// knownKinds are the kinds of conversations as far as they can be told without asking a provider: the
// simulated model is asked, of others what the database has of their replies. Nil if any is missing.
func knownKinds(ctx context.Context, l *lab.Lab, run evolution.Run, after int) (evolution.Kinds, error) {
	asked, err := l.Ask(run.Settings.Model)
	if err != nil && !errors.Is(err, llm.ErrNoKey) {
		return nil, err
	}
	if err == nil && asked.Model.Provider == "sim" {
		return run.AskKinds(ctx, asked, asked.Model, after)
	}
	m, err := l.Models.Resolve(run.Settings.Model)
	if err != nil && !errors.Is(err, llm.ErrNoKey) {
		return nil, err
	}
	kinds, err := run.AskKinds(ctx, onlyStored{l.DB}, m, after)
	if errors.Is(err, errNotStored) {
		return nil, nil
	}
	return kinds, err
}

// errNotStored says that a reply isn't in the database.
var errNotStored = errors.New("the reply isn't stored")

// onlyStored answers from the database alone.
type onlyStored struct{ llm.CacheStore }

// Complete implements llm.Client.
func (s onlyStored) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	r, ok, err := s.Lookup(ctx, req.Key())
	if err == nil && !ok {
		err = errNotStored
	}
	return r, err
}
