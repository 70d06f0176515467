package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/compaction"
	"contextarena.internal/lab/simulate/eviction"
	"contextarena.internal/lab/simulate/pruning"
	"contextarena.internal/lab/simulate/selection"
)

// simulations are the commands of arena simulate.
var simulations = []simulate.Study{
	eviction.Study,
	pruning.Study,
	selection.Study,
	compaction.Study,
}

func simulateCommand(w *world, o *options) *cobra.Command {
	var cmds []*cobra.Command
	for _, s := range simulations {
		cmds = append(cmds, simulationCommand(w, o, s))
	}
	return group("simulate", "Run what forgets under a budget, without a model", cmds...)
}

// simulationCommand is the command of one simulation.
func simulationCommand(w *world, o *options, study simulate.Study) *cobra.Command {
	s := &show{formats: pictureForms, charts: study.Charts, schema: simulate.Schema}
	settings := simulate.Settings{Parallel: runtime.NumCPU()}
	cmd := &cobra.Command{
		Use: study.Use, Short: study.Short, Long: study.Long, Example: study.Example, Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := refuse(s.check(), settings.Check()); err != nil {
				return err
			}
			found, err := study.Run(cmd.Context(), settings)
			if err != nil {
				return startsAnew{err}
			}
			return s.write(found.Document())
		},
	}
	f := cmd.Flags()
	f.Uint64Var(&settings.Seed, "seed", 42, "the first `SEED`")
	f.IntVar(&settings.Seeds, "seeds", 10, "how many seeds, each one more than that before")
	f.IntVar(&settings.Cases, "cases", study.Cases, "`N` of each seed: a case is a "+study.Case)
	f.IntVar(&settings.Parallel, "parallel", settings.Parallel, "at most `N` cases at once; it changes no figure")
	s.add(cmd, w, o)
	return cmd
}
