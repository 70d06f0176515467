package main

import (
	"context"

	"github.com/spf13/cobra"

	"contextarena.internal/lab/evolution"
)

func exportArchiveCommand(w *world, o *options) *cobra.Command {
	out := &show{}
	after := evolution.After
	var s *spend
	cmd := &cobra.Command{
		Use:   "export-archive [EVOLUTION]",
		Short: "Write an evolution's archive as a policy for emas_routed",
		Long: `Write the elites of an evolution (arena lab evolve) as a policy: which of them
to play, told by the first messages of a conversation. Without an argument it is
the newest evolution.

A conversation is routed by its kind, for which the evolution's model is asked
once per scenario. For each scenario that chose elites the policy has a fold
made without it, archive and router, which is the one that a trial on that
scenario uses. docs/emas.md tells more.`,
		Example: `  arena lab policy export-archive --out archive.json
  arena lab policy export-archive 3 --after 5 --out archive.json
  arena run --suite extended \
    --strategy 'emas_routed(policy=archive.json)'`,
		Args: atLeast(0),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := s.refuse(); err != nil {
				return err
			}
			if err := o.existing(); err != nil {
				return err
			}
			l, err := s.lab(s.providers())
			if err != nil {
				return err
			}
			return s.open(l, func(ctx context.Context) error {
				p, err := evolution.ExportPolicy(ctx, l, first(args), after)
				if err != nil {
					return err
				}
				return writePolicy(out, p)
			})
		},
	}
	out.add(cmd, w, o)
	cmd.Flags().IntVar(&after, "after", after, "decide by the first `N` messages of the user: 3 to 5")
	s = spendFlags(cmd, w, o, "questions").stored().patient()
	s.within("after", "3 to 5", func() bool { return after >= 3 && after <= 5 })
	o.scenariosFlag(cmd)
	return cmd
}
