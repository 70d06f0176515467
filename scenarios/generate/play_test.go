package generate

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/probes"
	"contextarena.internal/strategies/controls"
)

// Played through the controls, a generated scenario shows the oracle and full context every fact
// that is asked for, and none of them to no memory at all.
func TestControlsBracket(t *testing.T) {
	count := tokens.NewCounter().Count
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "standard"})
	require.NoError(t, err)
	runner := arena.Session{Client: sim.New(count), Tokens: count}
	for seed := range 5 {
		s := usual()
		s.Seed = strconv.Itoa(seed)
		s.Turns, s.Deletions, s.Historical = 60, 4, 6
		sc := generated(t, s, nil)
		scorer, err := probes.NewScorer(sc)
		require.NoError(t, err)
		for _, c := range []struct {
			strategy arena.Strategy
			want     probes.Result
		}{{controls.Oracle{}, probes.Kept}, {controls.FullContext{}, probes.Kept}, {controls.None{}, probes.Lost}} {
			rec, err := runner.Play(t.Context(), arena.Trial{
				Scenario: sc, Strategy: c.strategy, Spec: c.strategy.Name(), Model: model, MemoryModel: model,
				Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2000,
			})
			require.NoError(t, err)
			require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
			asked := 0
			for i, f := range scorer.Score(rec).Findings {
				p := sc.Probes[i]
				if p.Kind == arena.Absent {
					continue
				}
				asked++
				v := f.At(arena.LevelContext)
				require.Equal(t, c.want, v.Result, "seed %s, %s: probe %s at the context level: %s", s.Seed, c.strategy.Name(), p.ID, v.Why)
			}
			require.GreaterOrEqual(t, asked, 28+6)
		}
	}
}
