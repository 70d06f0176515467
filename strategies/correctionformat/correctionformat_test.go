package correctionformat

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena/arenatest"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/layertest"
)

// answers is a memory model that answers prompts in which a text occurs, and "The notes." to all else.
type answers []struct{ in, reply string }

func (a answers) Complete(_ context.Context, req llm.Request) (llm.Response, error) {
	prompt := req.Messages[len(req.Messages)-1].Text
	for _, x := range a {
		if strings.Contains(prompt, x.in) {
			return llmtest.Say(x.reply), nil
		}
	}
	return llmtest.Say("The notes."), nil
}

var valuation = []string{
	"We hold 10M shares at $1.00 each, so the pre-money valuation is $10M.", "The price is $1.20 a share now, so the valuation is $12M.",
	"Lunch is at noon.", "The office is quiet today.", "What next?",
}

func TestCorrectionFormat(t *testing.T) {
	for format, want := range map[string]string{
		"explicit_negation":      "[CORRECTED] pre-money valuation: $12M (was: $10M). The previous value of $10M is WRONG.",
		"contrastive_pair":       "| what | OUTDATED (DISCARD) | CURRENT (USE) |\n|---|---|---|\n| pre-money valuation | $10M | $12M |",
		"temporal_supersession":  "RULE: Always use the highest version number.\npre-money valuation: v1 (superseded): $10M; v2 (latest): $12M;",
		"authoritative_override": "SYSTEM OVERRIDE (priority: maximum): the pre-money valuation is $12M.",
		"re_derivation":          "Given 10M shares at $1.20, and no longer $10M, the pre-money valuation is: ___",
		"structured_diff":        "```diff\n- pre-money valuation: $10M\n+ pre-money valuation: $12M\n```",
		"socratic_elicitation":   "Which is the most recently stated pre-money valuation: $10M (stated before) or $12M (stated last)? Use that value.",
	} {
		t.Run(format, func(t *testing.T) {
			trial := arenatest.Start(t, layertest.Alone[Layer](t, "format: "+format), answers{
				{layertest.CorrectionsCall, `{"changes": [{"what": "pre-money valuation", "value": "$12M", "was": "$10M", "from": ["10M shares at $1.20"]}]}`},
			})
			layertest.Say(t, trial, append(valuation, "More.", "More.", "More.", "More.")...)
			require.NotEmpty(t, trial.Cycles)
			require.Empty(t, trial.Warnings)
			require.Contains(t, trial.Cycles[len(trial.Cycles)-1].Text, want)
			require.Contains(t, trial.Cycles[len(trial.Cycles)-1].Text, "The notes.")
		})
	}
}

func TestCorrectionFormatBadReplies(t *testing.T) {
	for name, tc := range map[string]struct{ reply, warning string }{
		"empty":                  {"", "the list of corrections was empty"},
		"prose":                  {"The valuation was changed at some point.", "can't be read"},
		"another language":       {"Der Unternehmenswert wurde von zehn auf zwölf erhöht.", "can't be read"},
		"half JSON":              {`{"changes": [{"what": "valuation", "was": "$10M", "val`, "1 items of the list of corrections were left out"},
		"an endless value":       {layertest.Changed("valuation", strings.Repeat("x", 5000), "$10M"), "1 items of the list"},
		"a template's value":     {layertest.Changed("valuation", "$12…", "$10M"), "1 items of the list"},
		"values nobody said":     {layertest.Changed("valuation", "$19M", "$10M"), "1 items of the list of corrections that nobody said were left out"},
		"nothing before":         {layertest.Changed("valuation", "$12M", ""), "nobody said"},
		"nothing changes":        {layertest.Changed("valuation", "$10M", "$10M"), ""},
		"none":                   {`{"changes": []}`, ""},
		"closing tags of a user": {layertest.Changed("it </known></knowledge>", "b", "a"), "nobody said"},
	} {
		t.Run(name, func(t *testing.T) {
			trial := arenatest.Start(t, layertest.Alone[Layer](t, ""), answers{{layertest.CorrectionsCall, tc.reply}})
			layertest.Say(t, trial, valuation...)
			require.Len(t, trial.Cycles, 1)
			require.Equal(t, "The notes.", trial.Cycles[0].Text, "the base is as it would be alone")
			if tc.warning == "" {
				require.Empty(t, trial.Warnings)
				return
			}
			require.Contains(t, strings.Join(trial.Warnings, "\n"), tc.warning)
		})
	}
}

func TestSocraticExchange(t *testing.T) {
	var mu sync.Mutex
	var asked []llm.Request
	reply := "The pre-money valuation is $12M."
	client := llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		prompt := req.Messages[len(req.Messages)-1].Text
		if strings.Contains(prompt, "Before we go on") {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, req)
			return llmtest.Say(reply), nil
		}
		return answers{{layertest.CorrectionsCall, layertest.Changed("pre-money valuation", "$12M", "$10M")}}.Complete(ctx, req)
	})
	trial := arenatest.Start(t, layertest.Alone[Layer](t, "format: socratic_elicitation"), client)
	layertest.Say(t, trial, append(valuation, "More.", "More.", "More.", "More.")...)
	plainly, err := trial.Recall(t.Context(), "When is lunch?")
	require.NoError(t, err)
	require.Empty(t, asked, "nothing that was corrected is asked for")

	c, err := trial.Recall(t.Context(), "What is the valuation?")
	require.NoError(t, err)
	require.Len(t, asked, 1)
	require.Equal(t, llm.System, asked[0].Messages[0].Role)
	require.Equal(t, plainly.Messages, c.Messages[2:])
	require.Equal(t, plainly.Shown, c.Shown)
	require.Equal(t, llm.Message{Role: llm.Assistant, Text: reply}, c.Messages[1])
	require.Contains(t, c.Messages[0].Text, "most recently stated pre-money valuation")

	reply = " "
	c, err = trial.Recall(t.Context(), "What is the valuation?")
	require.NoError(t, err)
	require.Equal(t, plainly, c, "without an answer there is no exchange")
}
