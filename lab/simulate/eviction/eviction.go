package eviction

import (
	"context"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// Study is arena simulate eviction.
var Study = simulate.Study{
	Use: "eviction", Short: "What to drop from a full context, against the optimum",
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
	out.Workload = append(out.Workload, topicsWorkload, decayWorkload)
	played, err := sweep(ctx, settings)
	if err != nil {
		return out, err
	}
	fewer := settings.Fewer(5)
	missed, err := playErrors(ctx, fewer)
	if err != nil {
		return out, err
	}
	aged, rates, err := playDecay(ctx, fewer)
	if err != nil {
		return out, err
	}
	themed, err := playTopics(ctx, fewer)
	if err != nil {
		return out, err
	}
	budgets := byBudget(played)
	out.Tables = append(out.Tables,
		asCoded(played), budgets)
	out.Tables = append(out.Tables, measures(played)...)
	out.Tables = append(out.Tables, spending(played), altered(played),
		keptTable("kept", "Experiment A at 10 %: turns that chunks are kept, by class", func(p int, class evict.Class) []float64 {
			return keptOf(played, func(s swept) *lives { return &s.lives[p] }, class)
		}),
		unprotected(played), errorTable(missed),
		calibration("calibration", "Experiment A: the source's P, and how often chunks are used",
			foretoldOf(played, func(s swept) [evict.Classes]foretold { return s.seed }), nil))
	out.Tables = append(out.Tables, decayTables(aged, rates)...)
	out.Tables = append(out.Tables, calibration("decay_calibration", "Where uses follow e^(−λ·age): the source's P, and how often chunks are used",
		foretoldOf(aged, func(d decayed) [evict.Classes]foretold { return d.seed }), foretoldOf(aged, func(d decayed) [evict.Classes]foretold { return d.own })))
	out.Tables = append(out.Tables, topicTables(themed)...)
	adverse, err := adversaries(settings)
	if err != nil {
		return out, err
	}
	out.Tables = append(out.Tables, adverse)
	if out.Verdicts, err = verdicts(&out, played); err != nil {
		return out, err
	}
	out.Charts = append(out.Charts, budgetChart(budgets))
	return out, nil
}
