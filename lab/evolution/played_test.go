package evolution

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// TestPlayedForReal: emas_routed, played with the policy that an evolution exports, gives on each
// scenario the very verdicts that were stored of the elite of its fold.
func TestPlayedForReal(t *testing.T) {
	dir := t.TempDir()
	l := open(t)
	e := Default()
	e.Model, e.Suite, e.Scenarios = "sim:standard", "original", []string{"rapid-fire-corrections", "implicit-corrections", "contradiction-resolution"}
	e.Descriptors, e.HeldOut, e.Evaluations, e.Batch, e.Again, e.Fresh, e.Random, e.Tasks = []string{"correction", "quantity"}, 0, 16, 8, 1, 0, 0, 0
	evolve(t, l, e)
	run, err := Load(t.Context(), l, "")
	require.NoError(t, err)

	asked, err := l.Ask(e.Model)
	require.NoError(t, err)
	kinds, err := run.askKinds(t.Context(), asked, asked.Model, After)
	require.NoError(t, err)
	require.Len(t, kinds, 3, "the simulated model names each")
	policy, err := run.policy(kinds, After)
	require.NoError(t, err)
	text, err := policy.Write()
	require.NoError(t, err)
	file := filepath.Join(dir, "archive.json")
	require.NoError(t, os.WriteFile(file, text, 0o600))

	p := lab.DefaultPlan()
	p.Models = []string{e.Model}
	p.Suite, p.Scenarios, p.Dialogue, p.Repeats, p.Seed = "original", e.Scenarios, arena.Scripted, 1, e.Seed
	p.Strategies = nil
	s, err := strategies.Parse("emas_routed(policy='" + file + "')")
	require.NoError(t, err)
	p.Strategies = append(p.Strategies, s)
	ran, err := l.Run(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, store.Complete, ran.Experiment.Status, ran.Experiment.Note)
	result, err := l.Load(t.Context(), ran.Experiment.ID)
	require.NoError(t, err)
	require.Len(t, result.Trials, 3)
	for _, trial := range result.Trials {
		a, err := routed.ReadArchive(policy.Folds[trial.Scenario])
		require.NoError(t, err)
		cell, _ := a.Route(kinds[trial.Scenario])
		played := a.Cells[cell].Strategy
		require.Equal(t, stored(t, run, played, trial.Scenario), tallied(trial, run), "%s on %s: %s", trial.Strategy, trial.Scenario, played)
	}
}

// stored are the probes that the search saw kept by a strategy on a scenario.
func stored(t *testing.T, e Run, label, scenario string) map[string]float64 {
	for _, s := range e.Steps {
		if e.Spec(s.Genome) != label {
			continue
		}
		for _, tr := range s.Trials {
			if tr.Scenario == scenario {
				return counts(tr)
			}
		}
	}
	require.Fail(t, "not stored", "%s on %s", label, scenario)
	return nil
}

func counts(tr emas.Trial) map[string]float64 {
	out := map[string]float64{}
	for _, p := range tr.Probes {
		out[p.Type] = p.Kept
	}
	return out
}

// tallied are the probes that a trial kept in its answers, by fact type.
func tallied(trial lab.Trial, e Run) map[string]float64 {
	out := map[string]float64{}
	for _, sc := range e.Scenarios {
		if sc.ID != trial.Scenario {
			continue
		}
		for i, p := range sc.Probes {
			if !p.Kind.Headline() {
				continue
			}
			out[string(p.Type)] += 0
			if trial.Score.Findings[i].At(arena.LevelAnswer).Result == probes.Kept {
				out[string(p.Type)]++
			}
		}
	}
	return out
}
