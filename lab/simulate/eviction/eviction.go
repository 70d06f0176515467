package eviction

import (
	"context"

	"contextarena.internal/lab/simulate"
)

// Study is arena simulate eviction.
var Study = simulate.Study{
	Use: "eviction", Short: "What to drop from a full context: RWOE and its rivals against the optimum",
	Long: `Play generated sessions by what evicts pieces of a full context (RWOE and its
rivals), and by policies that know the future, and say how much of what was
needed was still there. docs/eviction.md tells what the source claims and what
is true.`,
	Example: `  arena simulate eviction
  arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md
  arena simulate eviction --format svg --out sweep.svg`,
	Case: "session", Cases: 500, Charts: []string{"budgets"}, Run: run,
}

func run(ctx context.Context, settings simulate.Settings) (simulate.Report, error) {
	out := simulate.Report{
		Name: "eviction", Title: "Eviction under a budget", Case: "session",
		Seed: settings.Seed, Seeds: settings.Seeds, Cases: settings.Cases, Workload: uniformWorkload, Verdicts: []simulate.Verdict{},
	}
	played, err := sweep(ctx, settings)
	if err != nil {
		return out, err
	}
	out.Tables = append(out.Tables, asCoded(played), byBudget(played))
	out.Charts = append(out.Charts, budgetChart(out.Tables[1]))
	return out, nil
}
