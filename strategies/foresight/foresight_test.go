package foresight

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
)

func TestSurprise(t *testing.T) {
	bits := func(text string) []string {
		var out []string
		for _, id := range surprising(text, 4.8) {
			out = append(out, id.Value)
		}
		return out
	}
	require.Equal(t, []string{"090-8765-4321", "RMC-2847", "XQZTBRK"}, bits("Call 090-8765-4321 with RMC-2847 or the word XQZTBRK."))
	require.Empty(t, bits("See https://example.org/a1b2c3d4e5 for $12,345.67 on 2025-03-14 at 2:30pm in KUBERNETES or Krzysztof."))
	require.Zero(t, surprise(""))
	require.Less(t, surprise("kitchen"), surprise("RMC-2847"))
	require.Greater(t, surprise("日本"), 4.8)
}

// foresee plays two cycles of the same notes and returns the trial and what the encoder was asked.
func foresee(t *testing.T, spec, genre, notes, first string) (*arenatest.Trial, []string) {
	t.Helper()
	var prompts []string
	client := llmtest.Func(func(_ context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[0].Text
		if strings.Contains(prompt, "Name its genre") {
			return llmtest.Say(genre), nil
		}
		if strings.HasPrefix(prompt, layertest.CorrectionsCall) {
			if strings.Contains(prompt, "Actually the hotel is $600") {
				return llmtest.Say(layertest.Changed("the hotel", "$600", "$500")), nil
			}
			return llmtest.Say(`{"changes": []}`), nil
		}
		prompts = append(prompts, prompt)
		return llmtest.Say(notes), nil
	})
	trial := arenatest.Start(t, layertest.Alone[Layer](t, spec), client)
	layertest.Say(t, trial, first, "b", "c", "d", "e", "f", "g", "h", "i")
	require.Len(t, trial.Cycles, 2)
	require.Len(t, prompts, 2)
	return trial, prompts
}

const ranking = `{"genre": "travel plans", "ranking": ["dates", "exact identifiers", "spatial information", "quantities"]}`

func TestForesight(t *testing.T) {
	const said = "Kenji's number is 090-8765-4321. The hotel is $500. Actually the hotel is $600."
	trial, prompts := foresee(t, "", ranking, "Kenji: 090-8765-4321.", said)
	require.Contains(t, prompts[0], "- Genre: travel plans; dates, exact identifiers, spatial information are HIGH-PRIORITY.")
	require.Contains(t, prompts[0], `"090-8765-4321" (HIGH_ENTROPY: phone number)`)
	require.Contains(t, prompts[0], `"$600" (CORRECTION: was $500)`)
	require.Contains(t, prompts[0], "## FLAGGED ITEMS")
	require.Equal(t, "## FLAGGED ITEMS\n- $600 (was $500): the hotel\n\nKenji: 090-8765-4321.", trial.Cycles[0].Text)
	require.Equal(t, "cycle 1: foresight: 1 of 2 flagged values were missing in the notes and were added", trial.Warnings[0])
	require.Contains(t, prompts[1], `"$600" (CORRECTION: was $500)`, "what the notes lack is flagged again")
	require.NotContains(t, prompts[1], `"090-8765-4321" (`, "what they have isn't")
	require.Contains(t, prompts[1], "travel plans")
}

func TestForesightOfCalmTalk(t *testing.T) {
	trial, prompts := foresee(t, "", "", "The notes.", "Nothing special today.")
	require.Equal(t, []string{"cycle 1: foresight: the ranking of what may be asked for was empty", "cycle 1: foresight: fewer than three kinds of facts were ranked: none is preferred"}, trial.Warnings)
	require.NotContains(t, prompts[0], "FORESIGHT", "the prompt is the base's")
	require.NotContains(t, prompts[0], "FLAGGED")
}

func TestForesightGenre(t *testing.T) {
	for name, tc := range map[string]struct{ reply, want string }{
		"prose around": {"Sure!\n\n```json\n" + ranking + "\n```\nHope that helps.", "Genre: travel plans; dates, exact identifiers, spatial information are"},
		"no genre":     {`{"genre": "", "ranking": ["dates", "Quantities", "decisions"]}`, "Genre: conversation; dates, quantities, decisions are"},
		"half":         {`{"genre": "trip", "ranking": ["dates", "deci`, ""},
		"prose":        {"genre: trip\n1. dates\n2. decisions\n3. quantities", ""},
		"two kinds":    {`{"genre": "trip", "ranking": ["dates", "dates", "decisions", "weather"]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			trial, prompts := foresee(t, "", tc.reply, "The notes.", "Nothing special today.")
			if tc.want == "" {
				require.NotContains(t, prompts[0], "FORESIGHT")
				require.Contains(t, strings.Join(trial.Warnings, "\n"), "fewer than three kinds of facts were ranked")
				return
			}
			require.Contains(t, prompts[0], tc.want)
			require.Empty(t, trial.Warnings)
		})
	}
}

func TestForesightBudgets(t *testing.T) {
	var text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&text, "The thing%c is %d. Card QX-%04d. ", 'a'+rune(i%26), i, i)
	}
	trial, prompts := foresee(t, "flagged_most: 10, flagged_tokens: 30", ranking, "The notes.", text.String())
	require.Equal(t, 10, strings.Count(prompts[0], "HIGH_ENTROPY"))
	all := strings.Join(trial.Warnings, "\n")
	for _, want := range []string{
		"cycle 1: foresight: 20 values weren't flagged: a cycle flags 10", "10 of 10 flagged values were missing",
		"flagged values were dropped, the oldest first: the rest fill the budget of 30 tokens",
	} {
		require.Contains(t, all, want)
	}
	require.LessOrEqual(t, len(strings.Fields(trial.Cycles[0].Text)), 32)
}
