package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm/embed"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// renamed is a scenario with other labels: ids, names, types, kinds and questions. What is said, and
// which turns are evidence, stays.
func renamed(s *arena.Scenario) *arena.Scenario {
	out := *s
	out.ID, out.Name, out.Suite, out.Description = "another-one", "Another", "other", "Something else."
	id := func(old string) string {
		if old == "" {
			return ""
		}
		return fmt.Sprintf("fact-%d", len(s.Facts)-slices.IndexFunc(s.Facts, func(f arena.Fact) bool { return f.ID == old }))
	}
	out.Facts = slices.Clone(s.Facts)
	for i := range out.Facts {
		f := &out.Facts[i]
		f.ID, f.Supersedes, f.Text = id(f.ID), id(f.Supersedes), "a fact"
		f.Question = fmt.Sprintf("What colour was the %dth window?", i)
		f.DerivedFrom = slices.Clone(f.DerivedFrom)
		for k := range f.DerivedFrom {
			f.DerivedFrom[k] = id(f.DerivedFrom[k])
		}
	}
	slices.Reverse(out.Facts)
	out.Probes = slices.Clone(s.Probes)
	for i := range out.Probes {
		p := &out.Probes[i]
		p.ID, p.Fact = fmt.Sprintf("probe-%d", len(s.Probes)-i), id(p.Fact)
		p.Type = arena.FactTypes[(slices.Index(arena.FactTypes, p.Type)+3)%len(arena.FactTypes)]
		p.Question = fmt.Sprintf("What colour was the %dth door?", i)
	}
	slices.Reverse(out.Probes)
	return &out
}

// leak is a strategy that reads a label, such as one that looked its scenario up.
type leak struct {
	arena.Strategy
	label string
}

func (l leak) Start(env arena.Env) (arena.Memory, error) {
	env.System += l.label
	return l.Strategy.Start(env)
}

// Labels decide nothing but the verdict: with others, every strategy of the line-up keeps, drops and is
// shown the same, to the byte.
func TestRenamingLabelsChangesNothing(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	s := all[slices.IndexFunc(all, func(s *arena.Scenario) bool { return s.ID == "cascading-corrections" })]
	other := renamed(s)
	require.Equal(t, s.Evidence(), other.Evidence())
	require.NotEqual(t, s.PlayHash(), other.PlayHash())

	model, err := providers.Parse("sim:nano")
	require.NoError(t, err)
	model, err = sim.Resolve(model)
	require.NoError(t, err)
	tokens := tokens.NewCounter().Count
	// What the simulated model can say is the same world for both: that of the scenario as it was
	// labelled, since a world is made of facts' texts and questions.
	known := world.Of(s)
	runner := &arena.Session{Client: sim.New(tokens, known), Embedder: embed.Local{}, Tokens: tokens, Sandbox: sandbox.InProcess{}}
	evidence := func(t *testing.T, s *arena.Scenario, strategy arena.Strategy) string {
		t.Helper()
		rec, err := runner.Play(context.Background(), arena.Trial{
			Scenario: s, Strategy: strategy, Spec: strategies.Label(strategy), Model: model, MemoryModel: model,
			Repeat: 1, PlanSeed: 1, Dialogue: arena.Scripted, ReplyTokens: 2048,
			World: known.Hash(),
		})
		require.NoError(t, err)
		require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
		rec.Probes = nil // the questions are others
		rec.Calls = slices.DeleteFunc(rec.Calls, func(c arena.Call) bool { return c.Purpose == arena.Probing })
		text, err := json.Marshal(rec)
		require.NoError(t, err)
		return string(text)
	}
	for _, spec := range strategies.Lineup() {
		t.Run(spec, func(t *testing.T) {
			strategy, err := strategies.Parse(spec)
			require.NoError(t, err)
			require.Equal(t, evidence(t, s, strategy), evidence(t, other, strategy))
		})
	}
	rlm, err := strategies.Parse("rlm")
	require.NoError(t, err)
	require.NotEqual(t, evidence(t, s, leak{rlm, s.ID}), evidence(t, other, leak{rlm, other.ID}), "a strategy that reads a label is found out")
}
