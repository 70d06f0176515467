package lab_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/strategies"
	"contextarena.internal/strategies/routed"
)

// frontierFile writes a policy that plays rlm with a memory model of its own, whatever the signals.
func frontierFile(t *testing.T, model, memory string) string {
	t.Helper()
	chosen, err := strategies.Parse("rlm(compress_every=6)")
	require.NoError(t, err)
	fold, err := json.Marshal(routed.Frontier{
		Model: model, Unit: "USD", Scenarios: 8, Family: 1, Confidence: 0.95, Critical: 2,
		Candidates: []routed.Candidate{{
			Strategy: "rlm(compress_every=6)", Version: chosen.Version(), MemoryModel: memory, Cost: 1, Retention: 0.9, SD: 0.1,
		}},
	})
	require.NoError(t, err)
	p := lab.PolicyFile{Kind: routed.FrontierKind, From: "a test", Models: []string{memory}, Whole: fold}
	text, err := p.Write()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// The models that a policy names are charged by their own prices, and none of them is asked.
func TestEstimateOfAPolicy(t *testing.T) {
	l := open(t)
	l.Models = lab.Models{Dry: true, Env: env("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")}
	p := plan(t, "controlled(policy="+frontierFile(t, "openai:gpt-5-nano", "openai:gpt-5-mini")+")")
	p.Models, p.Repeats, p.Dialogue = []string{"openai:gpt-5-nano"}, 2, arena.Live
	have, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	require.Len(t, have.ByModel, 2)
	require.Equal(t, "openai:gpt-5-nano", have.ByModel[0].Model)
	require.Equal(t, "openai:gpt-5-mini", have.ByModel[1].Model)

	p.Strategies, p.MemoryModel = plan(t, "rlm(compress_every=6)").Strategies, "openai:gpt-5-mini"
	want, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, want.ByModel, have.ByModel, "what it chooses, with the memory model it names")
	require.Positive(t, have.ByModel[1].USD)
}

// A run asks a real model equal requests once, and so does its estimate; limits say how long it takes at least.
func TestEstimateCountsEqualRequestsOnce(t *testing.T) {
	l := open(t)
	l.Models = lab.Models{Dry: true, Env: env("OPENAI_BASE_URL", "http://127.0.0.1:1/v1"), RequestsPerMinute: 2}
	p := plan(t, "window(size=100000)")
	p.Models, p.Repeats, p.Dialogue = []string{"openai:gpt-5-nano"}, 1, arena.Scripted
	one, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	p.Strategies = plan(t, "window(size=100000)", "window(size=99999)", "full_context").Strategies
	three, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, one.ByModel, three.ByModel, "they show the same")
	require.Equal(t, 3*one.Trials, three.Trials)
	m := one.ByModel[0]
	require.Contains(t, three.Document().Notes[0], fmt.Sprintf("With 2 trials at once it takes about %.1f hours,", (float64(m.Calls)+float64(m.Output)/50)/2/3600))
	require.Contains(t, three.Document().Notes[1], fmt.Sprintf("At 2 requests per minute it takes %.1f hours or more.", float64(one.ByModel[0].Calls)/2/60))

	p.Models, l.Models = []string{"sim:nano"}, lab.Models{RequestsPerMinute: 2}
	simulated, err := l.Estimate(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, 3*one.ByModel[0].Calls, simulated.ByModel[0].Calls, "a simulated reply is quicker made than looked up")
	require.Len(t, simulated.Document().Notes, 1, "nobody is waited for")
}

// A trial is another one where the policy is, and the experiment is simulated where a model of it is.
func TestPolicyIsPartOfTheTrial(t *testing.T) {
	l := open(t)
	path := frontierFile(t, "sim:nano", "sim:mini")
	p := plan(t, "controlled(policy="+path+")")
	p.Repeats = 1
	ran, _ := run(t, l, p)
	require.Equal(t, 0, ran.Kept)
	require.Zero(t, ran.Failed, ran.Reason)
	require.True(t, ran.Experiment.Simulated)
	ran, _ = run(t, l, p)
	require.Equal(t, 2, ran.Kept, "the same policy asks for the same trials")

	other := frontierFile(t, "sim:nano", "sim:standard")
	text, err := os.ReadFile(other)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	ran, _ = run(t, l, p)
	require.Zero(t, ran.Kept, "another policy in the same file asks for others")
}
