package routed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/llm/sim"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// candidates are three configurations, by rising cost.
func candidates() []routed.Candidate {
	var out []routed.Candidate
	for i, spec := range []string{"window(size=4)", "rlm(compress_every=6)", "full_context"} {
		s, err := strategies.Parse(spec)
		if err != nil {
			panic(err)
		}
		c := routed.Candidate{
			Strategy: spec, Version: s.Version(), Cost: float64(i + 1), Retention: []float64{0.3, 0.6, 0.9}[i], SD: 0.1,
		}
		out = append(out, c)
	}
	return out
}

// plain is a policy: every bound lies 0.05 below its mean.
func plain() routed.Frontier {
	return routed.Frontier{
		Model: "sim:test", Unit: "USD", Scenarios: 16, Family: 3, Confidence: 0.95, Critical: 2,
		Candidates: candidates(),
	}
}

func policyOf(t require.TestingT, f routed.Frontier, models map[string]llm.Model) arena.Policy {
	text, err := json.Marshal(f)
	require.NoError(t, err)
	return arena.Policy{Kind: routed.FrontierKind, Text: text, Models: models}
}

// supplied is Controlled with its policy at hand, as a runner hands it over.
type supplied struct {
	routed.Controlled
	policy arena.Policy
}

func (s supplied) Start(env arena.Env) (arena.Memory, error) {
	env.Policies, env.Strategy = map[string]arena.Policy{s.Policy: s.policy}, strategies.Parse
	return s.Controlled.Start(env)
}

func controlled(t *testing.T, f routed.Frontier, floor float64) supplied {
	return supplied{routed.Controlled{Policy: "p.json", Floor: floor}, policyOf(t, f, nil)}
}

func TestContract(t *testing.T) {
	arenatest.Strategy(t, controlled(t, plain(), 0.5))
}

// mute is a memory model that is never asked.
var mute = llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, errors.New("nobody should have asked")
})

// say observes what a user and an assistant say in turn.
func say(t *testing.T, m arena.Memory, texts ...string) {
	for i, text := range texts {
		role := llm.User
		if i%2 == 1 {
			role = llm.Assistant
		}
		require.NoError(t, m.Observe(t.Context(), arena.Message{
			Message: llm.Message{Role: role, Text: text}, Index: arena.MessageIndex(i + 1), Turn: arena.Turn(i/2 + 1),
		}))
	}
}

func remarks(m *arenatest.Trial) string { return fmt.Sprint(m.Memory.(arena.Remarker).Remarks()) }

func TestChoosesTheCheapestThatSurelyKeepsEnough(t *testing.T) {
	for name, c := range map[string]struct {
		floor float64
		want  string
	}{
		"anything will do":         {0, "played window(size=4), expected to keep 0.300 and at least 0.250"},
		"the bound is met exactly": {0.25, "played window(size=4)"},
		"the mean alone isn't it":  {0.3, "played rlm(compress_every=6), expected to keep 0.600 and at least 0.550"},
		"the dearest":              {0.8, "played full_context, expected to keep 0.900 and at least 0.850"},
	} {
		t.Run(name, func(t *testing.T) {
			trial := arenatest.Start(t, controlled(t, plain(), c.floor), mute)
			say(t, trial, "hello")
			require.Contains(t, remarks(trial), c.want)
			require.Empty(t, trial.Warnings)
		})
	}
}

func TestFallsBackAndSaysSo(t *testing.T) {
	trial := arenatest.Start(t, controlled(t, plain(), 0.95), mute)
	say(t, trial, "hello", "hi", "more")
	require.Equal(t, []string{"controlled: no configuration surely keeps 0.95: full_context has the highest bound, 0.850"}, trial.Warnings, "once")
	require.Contains(t, remarks(trial), "played full_context")
}

// Where every bound lies below 0 the cheapest isn't as good as any: the highest bound still is.
func TestFallsBackByBoundsBelowZero(t *testing.T) {
	f := plain()
	f.Critical = 60 // 1.5 below the means
	require.Equal(t, routed.Choice{Candidate: 2}, f.Choose(0.5))
	f.Candidates[2].SD = 0
	require.Equal(t, 1, f.Choose(0.5).Candidate, "one without a bound is the last resort")
}

func TestWithoutSpreadNothingIsSure(t *testing.T) {
	f := plain()
	f.Candidates[0].Retention, f.Candidates[0].SD = 1, 0
	trial := arenatest.Start(t, controlled(t, f, 0.5), mute)
	say(t, trial, "hello")
	require.Contains(t, remarks(trial), "played rlm")
}

func TestAnotherModelIsWarnedOf(t *testing.T) {
	f := plain()
	f.Model = "openai:gpt-5-nano"
	trial := arenatest.Start(t, controlled(t, f, 0), mute)
	say(t, trial, "hello")
	require.Equal(t, []string{"controlled: the policy was measured with openai:gpt-5-nano, and sim:test answers here"}, trial.Warnings)
}

func TestRefusesPolicies(t *testing.T) {
	good := plain()
	with := func(change func(f *routed.Frontier)) arena.Policy {
		f := plain()
		change(&f)
		return policyOf(t, f, nil)
	}
	for name, c := range map[string]struct {
		policy arena.Policy
		want   []string
	}{
		"of another kind":  {arena.Policy{Kind: "depth", Text: []byte("{}")}, []string{`policy p.json is of kind "depth", want "frontier": make it again with arena policy export`}},
		"no JSON":          {arena.Policy{Kind: routed.FrontierKind, Text: []byte("x")}, []string{"policy p.json", "arena policy export"}},
		"empty":            {arena.Policy{Kind: routed.FrontierKind, Text: []byte("{}")}, []string{"policy p.json: it has no candidates", "0 scenarios", "arena policy export"}},
		"unknown strategy": {with(func(f *routed.Frontier) { f.Candidates[0].Strategy = "windw" }), []string{"policy p.json", `unknown strategy "windw" (did you mean window?`, "sweep again and make it again with arena policy export"}},
		"all mistakes at once": {with(func(f *routed.Frontier) {
			f.Candidates[0].Strategy, f.Candidates[1].MemoryModel = "windw", "sim:mini"
		}), []string{"windw", "memory model sim:mini isn't among"}},
		"another version": {with(func(f *routed.Frontier) { f.Candidates[2].Version = "0" }), []string{"full_context was measured in version 0, and is 1 today"}},
		"itself":          {with(func(f *routed.Frontier) { f.Candidates[0].Strategy = "controlled(policy=q.json)" }), []string{"decides by a policy itself"}},
		"of another form": {arena.Policy{Kind: routed.FrontierKind, Text: []byte(`{"signal": "density"}`)}, []string{`unknown field "signal"`, "arena policy export"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := supplied{routed.Controlled{Policy: "p.json", Floor: 0.5}, c.policy}
			_, err := s.Start(arena.Env{})
			require.ErrorAs(t, err, new(arena.Mistake))
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
	_, err := supplied{routed.Controlled{Policy: "p.json"}, policyOf(t, good, nil)}.Start(arena.Env{})
	require.NoError(t, err)
	_, err = routed.Controlled{Policy: "p.json"}.Start(arena.Env{})
	require.ErrorContains(t, err, "policy p.json wasn't read")
}

// A higher floor never leads to a cheaper configuration, while bounds meet it.
func TestFloorsAreMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := plain()
		for i := range f.Candidates {
			f.Candidates[i].Retention = rapid.Float64Range(0, 1).Draw(t, "kept")
		}
		low := rapid.Float64Range(0, 1).Draw(t, "floor")
		high := rapid.Float64Range(low, 1).Draw(t, "higher floor")
		a, b := f.Choose(low), f.Choose(high)
		if b.Met {
			require.True(t, a.Met, "what meets the higher floor meets the lower")
			require.LessOrEqual(t, f.Candidates[a.Candidate].Cost, f.Candidates[b.Candidate].Cost)
			require.GreaterOrEqual(t, b.Low, high)
		}
		for _, c := range f.Candidates {
			bound := f.Bound(c)
			require.LessOrEqual(t, bound, c.Retention)
			if !b.Met {
				require.LessOrEqual(t, max(0, bound), b.Low, "the fallback has the highest bound")
			}
		}
	})
}

// Playing controlled gives the very record of playing what it chose.
func TestSameEvidenceAsTheChosen(t *testing.T) {
	all, err := scenarios.Builtin()
	require.NoError(t, err)
	model, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(t, err)
	mini, err := sim.Resolve(llm.Model{Provider: "sim", Name: "mini"})
	require.NoError(t, err)
	tokens := tokens.NewCounter().Count
	f := plain()
	f.Model, f.Candidates[1].MemoryModel = "sim:nano", "sim:mini"
	for _, dialogue := range []arena.Dialogue{arena.Scripted, arena.Live} {
		t.Run(string(dialogue), func(t *testing.T) {
			trial := arena.Trial{
				Scenario: all[0], Model: model, Repeat: 1, PlanSeed: 1, Dialogue: dialogue, ReplyTokens: 2048,
			}
			play := func(s arena.Strategy, memory llm.Model) arena.Record {
				own := trial
				own.Strategy, own.Spec, own.MemoryModel = s, strategies.Label(s), memory
				r := &arena.Session{Client: sim.New(tokens), Tokens: tokens, Strategy: strategies.Parse}
				rec, err := r.Play(t.Context(), own)
				require.NoError(t, err)
				require.Equal(t, arena.Completed, rec.Outcome, rec.Reason)
				return rec
			}
			chosen, err := strategies.Parse("rlm(compress_every=6)")
			require.NoError(t, err)
			want := play(chosen, mini)
			require.NotEmpty(t, want.Cycles)
			s := supplied{routed.Controlled{Policy: "p.json", Floor: 0.5}, policyOf(t, f, map[string]llm.Model{"sim:mini": mini})}
			have := play(s, model)
			require.Len(t, have.Warnings, len(want.Warnings)+1, "the remark: %v", have.Warnings)
			require.Contains(t, have.Warnings[len(have.Warnings)-1], "played rlm(compress_every=6)")
			have.Warnings = want.Warnings
			require.Equal(t, want, have)
		})
	}
}
