package layers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/scenarios"
)

func router(t *testing.T) DepthRouter {
	t.Helper()
	var r DepthRouter
	require.NoError(t, strictyaml.Defaults(&r))
	return r
}

// TestThresholdHigh fits the setting: dense is a segment that has more facts per token than three
// quarters of the segments of all scenarios.
func TestThresholdHigh(t *testing.T) {
	r, tokens := router(t), llm.NewCounter().Count
	var densities []float64
	byScenario, names := map[string][]Signals{}, []string{}
	for _, s := range segments(t) {
		signals := Assess(s.messages, "", tokens)
		densities = append(densities, signals.Density)
		if byScenario[s.scenario] == nil {
			names = append(names, s.scenario)
		}
		byScenario[s.scenario] = append(byScenario[s.scenario], signals)
	}
	t.Logf("%-26s %6s %7s %7s %7s %5s  depths", "scenario", "tokens", "density", "changes", "noise", "ids")
	for _, name := range names {
		var sum Signals
		var depths []int
		all := byScenario[name]
		ids := 0
		for _, s := range all {
			sum.Tokens, sum.Density, sum.Changes, sum.Noise = sum.Tokens+s.Tokens, sum.Density+s.Density, sum.Changes+s.Changes, sum.Noise+s.Noise
			ids += len(s.Identifiers)
			depths = append(depths, r.Route(s))
		}
		n := float64(len(all))
		t.Logf("%-26s %6.0f %7.3f %7.1f %7.2f %5.1f  %v", name, float64(sum.Tokens)/n, sum.Density/n, float64(sum.Changes)/n, sum.Noise/n, float64(ids)/n, depths)
	}
	slices.Sort(densities)
	at := densities[len(densities)*3/4]
	t.Logf("quartiles of the density: %.3f %.3f %.3f", densities[len(densities)/4], densities[len(densities)/2], at)
	require.Equal(t, math.Round(at*100)/100, r.ThresholdHigh)
}

func TestRoute(t *testing.T) {
	ids := func(n int) []string { return make([]string, n) }
	for name, tc := range map[string]struct {
		signals Signals
		want    int
	}{
		"a small segment stays raw, whatever it holds": {Signals{Tokens: 256, Noise: 0.9, Changes: 9}, 0},
		"noise before density and changes":             {Signals{Tokens: 500, Noise: 0.6, Density: 0.2, Changes: 9}, 1},
		"identifiers before density":                   {Signals{Tokens: 500, Identifiers: ids(4), Density: 0.2, Changes: 1}, 1},
		"dense and changed":                            {Signals{Tokens: 500, Noise: 0.5, Identifiers: ids(3), Density: 0.2, Changes: 1}, 2},
		"dense before many changes":                    {Signals{Tokens: 500, Density: 0.2, Changes: 9}, 2},
		"dense and nothing changed":                    {Signals{Tokens: 500, Density: 0.2}, -1},
		"many changes":                                 {Signals{Tokens: 500, Density: 0.04, Changes: 4}, 3},
		"many changes before long notes":               {Signals{Tokens: 500, Changes: 4, Knowledge: 9000}, 3},
		"long notes":                                   {Signals{Tokens: 500, Changes: 3, Knowledge: 4001}, 1},
		"nothing of it":                                {Signals{Tokens: 500, Knowledge: 4000}, -1},
	} {
		require.Equal(t, tc.want, router(t).Route(tc.signals), name)
	}
}

func TestAssess(t *testing.T) {
	say := func(role llm.Role, text string) arena.Message {
		return arena.Message{Message: llm.Message{Role: role, Text: text}}
	}
	count := func(s string) int { return len(strings.Fields(s)) }
	require.Equal(t, Signals{
		Tokens: 32, Density: 6.0 / 24, Changes: 2, Noise: 1.0 / 3, Knowledge: 2, Identifiers: []string{"RMC-2847", "QX-11"},
	}, Assess([]arena.Message{
		say(llm.User, "See Dr. Martinez at 2:30pm with card RMC-2847. Actually, he moved to Room 4."),
		say(llm.Assistant, "Actually noted: RMC-2847 and QX-11 for Dr. Martinez."),
		say(llm.User, "How lovely it is today."),
		say(llm.User, "Dr. Martinez again, Room 4."),
	}, "the notes", count))
	require.Equal(t, Signals{Noise: 1}, Assess(nil, "", count))
}

// TestDepthRouterCycle plays cycles that stay raw, read once and read twice.
func TestDepthRouterCycle(t *testing.T) {
	var prompts []string
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompts = append(prompts, req.Messages[0].Text)
		return llmtest.Say("The notes."), nil
	})
	play := func(spec, first string) *arenatest.Trial {
		prompts = nil
		trial := arenatest.Start(t, over(t, spec), client)
		turns(t, trial, first, "b", "c", "d", "e")
		return trial
	}
	const dense = "Actually Anna Lee sits in Room 4 with $50, code RMC-2847."

	trial := play("da_rlm", dense)
	require.Empty(t, prompts, "the segment fits the raw budget")
	require.Empty(t, trial.Cycles)
	c, err := trial.Recall(t.Context(), "Where?")
	require.NoError(t, err)
	require.Len(t, c.Shown, 10)

	trial = play("da_rlm(keep_raw_tokens=0,noise_high=1)", dense)
	require.Len(t, trial.Cycles, 1)
	require.Len(t, prompts, 2, "dense and changed")
	require.Contains(t, prompts[0], "MUST appear verbatim")
	require.Contains(t, prompts[0], "<identifiers>\nRMC-2847\n</identifiers>")
	require.NotContains(t, prompts[0], "An excerpt of the conversation")
	require.Contains(t, prompts[1], "An excerpt of the conversation")
	require.Contains(t, prompts[1], dense)

	play("da_rlm(keep_raw_tokens=0,noise_high=1,anchor_tokens=0)", dense)
	require.Len(t, prompts, 2)
	require.NotContains(t, prompts[1], "An excerpt")

	var many strings.Builder
	for i := range mostVerbatim + 2 {
		fmt.Fprintf(&many, "AB-%04d ", i)
	}
	trial = play("da_rlm(keep_raw_tokens=0)", many.String())
	require.Len(t, prompts, 1, "many identifiers")
	require.Equal(t, []string{"cycle 1: da_rlm: 2 identifiers weren't listed to be copied: a cycle lists 40"}, trial.Warnings)
}

func TestDepthRouterNeedsPasses(t *testing.T) {
	p := with(t, "keyed_sections", "da_rlm")
	require.ErrorContains(t, p.Check(), "keyed_sections makes one")
}

func TestBothEnds(t *testing.T) {
	count := func(s string) int { return len(strings.Fields(s)) }
	require.Equal(t, "a b\n[…]\nf g", bothEnds("a b c d e f g", 2, count))
	require.Equal(t, "a b c", bothEnds("a b c", 2, count), "the ends meet")
	require.Equal(t, "", bothEnds("", 2, count))
	require.Equal(t, "\n[…]\n", bothEnds(strings.Repeat("é", 1<<15), 2, func(s string) int { return len(s) }), "a word too long for any excerpt")
	rapid.Check(t, func(t *rapid.T) {
		text, n := rapid.StringMatching(`([a-c]{1,3}[ \n]){0,40}`).Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "n")
		both := bothEnds(text, n, count)
		if both != text {
			require.LessOrEqual(t, count(both), 2*n+1)
		}
	})
}

// BenchmarkAssess reads 200 messages of usual length.
func BenchmarkAssess(b *testing.B) {
	all, err := scenarios.Builtin()
	require.NoError(b, err)
	tokens := llm.NewCounter().Count
	var talk []arena.Message
	for _, s := range all {
		talk = append(talk, script(s, tokens)...)
	}
	talk = talk[:200]
	for b.Loop() {
		Assess(talk, "", tokens)
	}
}
