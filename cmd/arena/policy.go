package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/frontier"
	"contextarena.internal/lab/views"
	"contextarena.internal/strategies/routed"
)

// policyCommand groups what makes, shows and checks policy files.
func policyCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Make, show and check the policies that strategies decide by",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(policyExportCommand(w, o), policyShowCommand(w), policyCheckCommand(w, o), exportArchiveCommand(w, o), fitDepthCommand(w, o), checkDepthCommand(w, o))
	return cmd
}

// decideAfter is how many user messages a policy's signals are taken from, unless it is said.
const decideAfter = 4

func policyExportCommand(w *world, o *options) *cobra.Command {
	var out string
	after := decideAfter
	cmd := &cobra.Command{
		Use:   "export [SWEEP]",
		Short: "Write the front of a sweep as a policy for the strategy controlled",
		Long: `Write the front of a sweep as a policy: its configurations, what they cost, and
what they surely keep, by bounds that hold for all points of the sweep at once.
Without an argument it is the newest sweep; it needs four scenarios that decide.

If the density of facts, the corrections or the length of the first user
messages foretell what is kept clearly better than nothing does, the bounds
depend on them. For each scenario the policy has a fold made without it, which
is the one that a trial on that scenario uses. docs/policy.md tells more.`,
		Example: `  arena policy export --out policy.json
  arena policy export 3 --decide-after 6 --out policy.json
  arena run --strategy 'controlled(policy=policy.json,floor=0.6)'`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if after < 1 || after > 1000 {
				return usageError{fmt.Errorf("--decide-after %d: want 1 to 1000", after)}
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				s, err := l.LoadSweep(cmd.Context(), first(args))
				if err != nil {
					return err
				}
				p, err := frontier.Policy(s, l.Tokens, after)
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
	cmd.Flags().IntVar(&after, "decide-after", after, "take the signals from the first `N` messages of the user")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	return cmd
}

func policyShowCommand(w *world) *cobra.Command {
	return &cobra.Command{
		Use:     "show FILE",
		Short:   "Print a policy file",
		Example: "  arena policy show policy.json",
		Args:    atLeast(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := lab.LoadPolicy(args[0])
			if err != nil {
				return usageError{err}
			}
			return views.Policy(w.stdout, p)
		},
	}
}

// checkForms are the forms of a policy's check.
var checkForms = []string{"table", "json"}

func policyCheckCommand(w *world, o *options) *cobra.Command {
	var format, out string
	floors := []float64{0.5, 0.6, 0.7}
	cmd := &cobra.Command{
		Use:   "check [FILE|SWEEP]",
		Short: "Say how a policy decides on scenarios it wasn't made from",
		Long: `Decide every scenario of a sweep by the fold of a policy that was made without
it, and say from the stored trials how often the floor was met and at what cost,
beside the best fixed configuration. No model is asked.

The argument is a policy file, whose sweep must be in the database, or a sweep,
whose policy is made on the spot with the signals of 4 user messages. Without one
it is the newest sweep.`,
		Example: `  arena policy check policy.json
  arena policy check --floor 0.4 --floor 0.8 --format json`,
		Args: atLeast(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			var errs []error
			for _, f := range floors {
				if !(f >= 0 && f <= 1) {
					errs = append(errs, fmt.Errorf("--floor %g: want 0 to 1", f))
				}
			}
			if format != "table" && format != "json" {
				errs = append(errs, fmt.Errorf("--format %s: want one of %s", format, strings.Join(checkForms, ", ")))
			}
			if err := errors.Join(errs...); err != nil {
				return usageError{err}
			}
			return w.withLab(cmd, o, true, func(l *lab.Lab) error {
				c, err := checkedPolicy(cmd.Context(), l, first(args), floors)
				if err != nil {
					return err
				}
				return w.write(out, o.db, func(b *bytes.Buffer) error {
					if format == "json" {
						return views.PolicyCheckJSON(b, c)
					}
					return views.PolicyCheck(b, c)
				})
			})
		},
	}
	cmd.Flags().Float64SliceVar(&floors, "floor", floors, "share that must be kept (again for more)")
	cmd.Flags().StringVar(&format, "format", "table", "`FORM` of the figures: table or json")
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	o.dbFlag(cmd)
	o.pricesFlag(cmd)
	o.scenariosFlag(cmd)
	completeFlags(cmd, map[string]func() []string{"format": func() []string { return checkForms }})
	return cmd
}

// checkedPolicy checks a policy file, if there is a file of that name, or the policy of a sweep.
func checkedPolicy(ctx context.Context, l *lab.Lab, which string, floors []float64) (frontier.Control, error) {
	var none frontier.Control
	var file *lab.PolicyFile
	if info, err := os.Stat(which); err == nil && info.Mode().IsRegular() {
		if file, err = lab.LoadPolicy(which); err != nil {
			return none, usageError{err}
		}
		if file.Kind != routed.FrontierKind {
			return none, usageError{fmt.Errorf("policy %s is of kind %q: only policies of kind %q can be checked", which, file.Kind, routed.FrontierKind)}
		}
		f, err := routed.ReadFrontier(file.Whole)
		if err != nil {
			return none, usageError{fmt.Errorf("policy %s: %w: make it again with arena policy export", which, err)}
		}
		which = f.Sweep
	}
	s, err := l.LoadSweep(ctx, which)
	if err != nil {
		return none, err
	}
	if file == nil {
		if file, err = frontier.Policy(s, l.Tokens, decideAfter); err != nil {
			return none, err
		}
	}
	return frontier.NewControl(s, file, l.Tokens, floors)
}
