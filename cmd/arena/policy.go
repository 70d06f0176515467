package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/evolution"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/strategies/routed"
)

// policyCommand groups what makes, shows and checks policy files.
func policyCommand(w *world, o *options) *cobra.Command {
	return group("policy", "Make, show and check the policies that strategies decide by",
		policyExportCommand(w, o), policyShowCommand(w), policyCheckCommand(w, o), exportArchiveCommand(w, o))
}

// writePolicy writes a policy file.
func writePolicy(s *show, p *lab.PolicyFile) error {
	b, err := p.Write()
	if err != nil {
		return err
	}
	return s.write(text(b))
}

func policyExportCommand(w *world, o *options) *cobra.Command {
	s := &show{}
	cmd := &cobra.Command{
		Use:   "export [SWEEP]",
		Short: "Write the front of a sweep as a policy for controlled",
		Long: `Write the front of a sweep as a policy: its configurations, what they cost, and
what they surely keep, by bounds that hold for all points of the sweep at once.
Without an argument it is the newest sweep; it needs four scenarios that decide.

For each scenario the policy has a fold made without it, which is the one that
a trial on that scenario uses. docs/policy.md tells more.`,
		Example: `  arena lab policy export --out policy.json
  arena lab policy export 3 --out policy.json
  arena run --strategy 'controlled(policy=policy.json,floor=0.6)'`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				p, err := frontier.ExportPolicy(cmd.Context(), l, first(args))
				if err != nil {
					return err
				}
				return writePolicy(s, p)
			})
		},
	}
	s.add(cmd, w, o)
	o.readFlags(cmd)
	return cmd
}

func policyShowCommand(w *world) *cobra.Command {
	return &cobra.Command{
		Use:     "show FILE",
		Short:   "Print a policy file",
		Example: "  arena lab policy show policy.json",
		Args:    atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := lab.LoadPolicy(args[0])
			if err != nil {
				return usageError{err}
			}
			shown := frontier.PolicyDocument
			if p.Kind == routed.ArchiveKind {
				shown = evolution.PolicyDocument
			}
			d, err := shown(p)
			if err != nil {
				return err
			}
			return d.Write(w.stdout, "table", "")
		},
	}
}

func policyCheckCommand(w *world, o *options) *cobra.Command {
	s := &show{formats: []string{"table", "json"}}
	floors := []float64{0.5, 0.6, 0.7}
	cmd := &cobra.Command{
		Use:   "check [FILE|SWEEP]",
		Short: "Say how a policy decides on scenarios it wasn't made from",
		Long: `Decide every scenario of a sweep by the fold of a policy that was made without
it, and say from the stored trials how often the floor was met and at what cost,
beside the best fixed configuration. No model is asked.

The argument is a policy file, whose sweep must be in the database, or a sweep,
whose policy is made on the spot. Without one it is the newest sweep.`,
		Example: `  arena lab policy check policy.json
  arena lab policy check --floor 0.4 --floor 0.8 --format json`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			var errs []error
			for _, f := range floors {
				if !(f >= 0 && f <= 1) {
					errs = append(errs, fmt.Errorf("--floor %g: want 0 to 1", f))
				}
			}
			if err := refuse(append(errs, s.check())...); err != nil {
				return err
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				c, err := frontier.CheckPolicy(cmd.Context(), l, first(args), floors)
				if err != nil {
					return err
				}
				return s.write(c.Document())
			})
		},
	}
	cmd.Flags().Float64SliceVar(&floors, "floor", floors, "share that must be kept (again for more)")
	s.add(cmd, w, o)
	o.readFlags(cmd)
	return cmd
}
