package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"contextarena.internal/lab"
	"contextarena.internal/lab/original"
)

func importCommand(w *world, o *options) *cobra.Command {
	return group("import", "Read results of other benchmarks", importContextArenaCommand(w, o))
}

func importContextArenaCommand(w *world, o *options) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "context-arena FILE...",
		Short: "Read result files of the original Context Arena",
		Long: `Read result files of the original Context Arena as one experiment and print what
it published, what its own rule says of the stored texts, and what today's
matchers say, side by side: the same as arena report prints later.

Known are its files named benchmark, final-leaderboard, qpb-leaderboard,
rlm-loss, rllm-extraction, qtd-qpb-experiment, rlm-nano-baseline and rlm-depth.
A file that is cut, edited or something else is refused with what is wrong and
where, and then nothing of any file is imported. The same files again change
nothing.`,
		Example: `  arena import context-arena results/rlm-loss-1771975745614.json
  arena import context-arena results/benchmark-*.json --db old.db`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{fmt.Errorf("%s: name the files to import (usage: %s)", cmd.CommandPath(), cmd.UseLine())}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := original.Read(args...)
			if err != nil {
				return err
			}
			return w.withLab(cmd, o, false, func(l *lab.Lab) error {
				in, there, err := files.Store(cmd.Context(), l)
				if err != nil {
					return err
				}
				if there {
					fmt.Fprintf(w.stderr, "arena: these files are experiment %d already; nothing was changed\n", in.Experiment.Number)
				}
				return w.write("", o.db, func(to io.Writer) error { return in.Document().Write(to, "table", "") })
			})
		},
	}
	o.dbFlag(cmd)
	o.waitFlag(cmd)
	return cmd
}
