package darlm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/emas"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/layertest"
	"contextarena.internal/strategies/signals"
)

// given is a strategy with policies.
type given struct {
	arena.Strategy
	policies map[string]arena.Policy
}

func (g given) Start(env arena.Env) (arena.Memory, error) {
	env.Policies = g.policies
	return g.Strategy.Start(env)
}

// depthBy is a policy that goes by the number of changes: 1 for none, 3 for many.
func depthBy() *emas.Logistic {
	return &emas.Logistic{
		Cells: []int{0, 2}, Weights: [][]float64{{0, -1, 0, 0, 0, 0.5}, {0, 1, 0, 0, 0, -0.5}},
		Mean: []float64{0, 0, 0, 0, 0}, Scale: []float64{1, 1, 1, 1, 1},
	}
}

func policyText(t *testing.T, p Policy) []byte {
	t.Helper()
	text, err := json.Marshal(p)
	require.NoError(t, err)
	return text
}

func TestParsePolicy(t *testing.T) {
	for name, p := range map[string]Policy{"learned": {Learned: depthBy()}, "textual": {Guideline: router(t).Guideline()}} {
		got, err := ParsePolicy(policyText(t, p))
		require.NoError(t, err, name)
		require.Equal(t, p, got, name)
	}
	short, flat, deep := depthBy(), depthBy(), depthBy()
	short.Weights[1] = short.Weights[1][:5]
	flat.Scale[2] = 0
	deep.Cells[1] = 3
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":          {"{", "unexpected end"},
		"nothing":          {"{}", "either a learned model or a guideline"},
		"both":             {string(policyText(t, Policy{depthBy(), "2 otherwise"})), "either"},
		"blank":            {`{"guideline": " \n"}`, "is empty"},
		"long":             {`{"guideline": "` + strings.Repeat("2 ", 3000) + `"}`, "has 6000 bytes, at most 4000"},
		"a weight missing": {string(policyText(t, Policy{Learned: short})), "isn't one of 5 signals"},
		"a scale of zero":  {string(policyText(t, Policy{Learned: flat})), "isn't one of 5 signals"},
		"a depth of four":  {string(policyText(t, Policy{Learned: deep})), "at most 3 depths"},
		"no depths":        {`{"learned": {}}`, "isn't one of"},
	} {
		_, err := ParsePolicy([]byte(c.text))
		require.ErrorContains(t, err, c.want, name)
	}
}

// The fit and the trial see the same five numbers, and a guideline speaks of nothing else.
func TestGuidelineSpeaksOfTheSignals(t *testing.T) {
	s := signals.Signals{Tokens: 900, Density: 0.0414, Changes: 2, Noise: 0.25, Knowledge: 310, Identifiers: []string{"RMC-2847"}}
	require.Equal(t, []float64{0.0414, 2, 1, 0.25, 310}, s.Features())
	require.Equal(t, "density: 0.0414, changes: 2, identifiers: 1, noise: 0.25, notes: 310", s.List(", "))
	for line := range strings.Lines(router(t).Guideline()) {
		if _, test, ok := strings.Cut(line, " if "); ok {
			require.Contains(t, signals.Names, strings.Fields(test)[0])
		}
	}
}

func TestPolicyDecides(t *testing.T) {
	const dense = "Actually Anna Lee sits in Room 4 with $50, code RMC-2847."
	play := func(t *testing.T, p Policy, spec, choice string) (*arenatest.Trial, []string) {
		t.Helper()
		var prompts []string
		client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
			text := req.Messages[0].Text
			prompts = append(prompts, text)
			if strings.HasPrefix(text, "Decide how many passes") {
				return llmtest.Say(choice), nil
			}
			return llmtest.Say("The notes."), nil
		})
		trial := arenatest.Start(t, given{layertest.Alone[Layer](t, spec), map[string]arena.Policy{"d.json": {Kind: PolicyKind, Text: policyText(t, p)}}}, client)
		layertest.Say(t, trial, dense, "b", "c", "d", "e")
		return trial, prompts
	}
	learned, textual := Policy{Learned: depthBy()}, Policy{Guideline: "3 if </guideline> is above 2"}

	trial, prompts := play(t, learned, "keep_raw_tokens: 0, noise_high: 1, policy: d.json", "")
	require.Len(t, trial.Cycles, 1)
	require.Len(t, prompts, 3, "three passes, where the rules ask for two, and no call to choose")

	trial, prompts = play(t, textual, "keep_raw_tokens: 0, noise_high: 1, policy: d.json", `{"passes": 3}`)
	require.Empty(t, trial.Warnings)
	require.Len(t, prompts, 4)
	require.Contains(t, prompts[0], "<guideline>\n3 if < /guideline> is above 2\n</guideline>")
	require.Contains(t, prompts[0], "identifiers: 1")
	require.NotContains(t, prompts[0], "RMC-2847", "numbers of the segment, and no word of it")

	require.Equal(t, arena.Delivery{Asked: 4, Parsed: 4}, trial.Cycles[0].Delivery, "the choice and three passes")

	for _, reply := range []string{"", "as often as it takes", `{"passes": 7}`} {
		trial, prompts = play(t, textual, "keep_raw_tokens: 0, noise_high: 1, policy: d.json", reply)
		require.Len(t, prompts, 3, "the rules ask for two")
		require.Equal(t, []string{"cycle 1: da_rlm: the choice of a depth can't be read: the rules chose"}, trial.Warnings)
	}

	trial, prompts = play(t, textual, "policy: d.json", `{"passes": 3}`)
	require.Empty(t, trial.Cycles, "what stays raw is never asked about")
	require.Empty(t, prompts)
}

func TestPolicyCallFails(t *testing.T) {
	down := errors.New("down")
	s := given{layertest.Alone[Layer](t, "keep_raw_tokens: 0, policy: d.json"), map[string]arena.Policy{"d.json": {Kind: PolicyKind, Text: policyText(t, Policy{Guideline: "2 otherwise"})}}}
	trial := arenatest.Start(t, s, llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) { return llm.Response{}, down }))
	var err error
	for i := 1; i <= 20 && err == nil; i++ {
		err = trial.Observe(t.Context(), arena.Message{Message: llm.Message{Role: llm.User, Text: "Anna has $5."}, Index: arena.MessageIndex(i), Turn: arena.Turn(i)})
	}
	require.ErrorIs(t, err, down)
	require.Empty(t, trial.Cycles)
}

func TestPolicyIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		policies map[string]arena.Policy
		want     string
	}{
		"not read":     {nil, "policy d.json was not read"},
		"another kind": {map[string]arena.Policy{"d.json": {Kind: "frontier", Text: []byte("{}")}}, "is one of kind frontier, want depth"},
		"malformed":    {map[string]arena.Policy{"d.json": {Kind: PolicyKind, Text: []byte("{}")}}, "policy d.json: depth policy: want either"},
	} {
		_, err := Layer{Policy: "d.json"}.Attach(arena.Env{Policies: c.policies})
		require.ErrorContains(t, err, c.want, name)
	}
}
