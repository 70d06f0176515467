package darlm

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/layertest"
	"contextarena.internal/strategies/signals"
)

func router(t *testing.T) Layer { return layertest.Alone[Layer](t, "").Layer }

func TestRoute(t *testing.T) {
	ids := func(n int) []string { return make([]string, n) }
	for name, tc := range map[string]struct {
		signals signals.Signals
		want    int
	}{
		"a small segment stays raw, whatever it holds": {signals.Signals{Tokens: 256, Noise: 0.9, Changes: 9}, 0},
		"noise before density and changes":             {signals.Signals{Tokens: 500, Noise: 0.6, Density: 0.2, Changes: 9}, 1},
		"identifiers before density":                   {signals.Signals{Tokens: 500, Identifiers: ids(4), Density: 0.2, Changes: 1}, 1},
		"dense and changed":                            {signals.Signals{Tokens: 500, Noise: 0.5, Identifiers: ids(3), Density: 0.2, Changes: 1}, 2},
		"dense before many changes":                    {signals.Signals{Tokens: 500, Density: 0.2, Changes: 9}, 2},
		"dense and nothing changed":                    {signals.Signals{Tokens: 500, Density: 0.2}, -1},
		"many changes":                                 {signals.Signals{Tokens: 500, Density: 0.04, Changes: 4}, 3},
		"many changes before long notes":               {signals.Signals{Tokens: 500, Changes: 4, Knowledge: 9000}, 3},
		"long notes":                                   {signals.Signals{Tokens: 500, Changes: 3, Knowledge: 4001}, 1},
		"nothing of it":                                {signals.Signals{Tokens: 500, Knowledge: 4000}, -1},
	} {
		require.Equal(t, tc.want, router(t).Route(tc.signals), name)
	}
}

// TestRouterCycle plays cycles that stay raw, read once and read twice.
func TestRouterCycle(t *testing.T) {
	var prompts []string
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompts = append(prompts, req.Messages[0].Text)
		return llmtest.Say("The notes."), nil
	})
	play := func(spec, first string) *arenatest.Trial {
		prompts = nil
		trial := arenatest.Start(t, layertest.Alone[Layer](t, spec), client)
		layertest.Say(t, trial, first, "b", "c", "d", "e")
		return trial
	}
	const dense = "Actually Anna Lee sits in Room 4 with $50, code RMC-2847."

	trial := play("", dense)
	require.Empty(t, prompts, "the segment fits the raw budget")
	require.Empty(t, trial.Cycles)
	c, err := trial.Recall(t.Context(), "Where?")
	require.NoError(t, err)
	require.Len(t, c.Shown, 10)

	trial = play("keep_raw_tokens: 0, noise_high: 1", dense)
	require.Len(t, trial.Cycles, 1)
	require.Len(t, prompts, 2, "dense and changed")
	require.Contains(t, prompts[0], "MUST appear verbatim")
	require.Contains(t, prompts[0], "<identifiers>\nRMC-2847\n</identifiers>")
	require.NotContains(t, prompts[0], "An excerpt of the conversation")
	require.Contains(t, prompts[1], "An excerpt of the conversation")
	require.Contains(t, prompts[1], dense)

	play("keep_raw_tokens: 0, noise_high: 1, anchor_tokens: 0", dense)
	require.Len(t, prompts, 2)
	require.NotContains(t, prompts[1], "An excerpt")

	var many strings.Builder
	for i := range mostVerbatim + 2 {
		fmt.Fprintf(&many, "AB-%04d ", i)
	}
	trial = play("keep_raw_tokens: 0", many.String())
	require.Len(t, prompts, 1, "many identifiers")
	require.Equal(t, []string{"cycle 1: da_rlm: 2 identifiers weren't listed to be copied: a cycle lists 40"}, trial.Warnings)
}
