package layers

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/arena/arenatest"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
	"contextarena.internal/strategies/pipeline"
)

// turns plays user messages, each answered with "Noted.".
func turns(t *testing.T, m arena.Memory, texts ...string) {
	t.Helper()
	for i, text := range texts {
		require.NoError(t, m.Observe(t.Context(), arena.Message{Message: llm.Message{Role: llm.User, Text: text}, Index: arena.MessageIndex(2*i + 1), Turn: arena.Turn(i + 1)}))
		require.NoError(t, m.Observe(t.Context(), arena.Message{Message: llm.Message{Role: llm.Assistant, Text: "Noted."}, Index: arena.MessageIndex(2*i + 2), Turn: arena.Turn(i + 1)}))
	}
}

// over is a layer over rlm with its defaults, set up by spec.
func over(t *testing.T, spec string) arena.Strategy {
	t.Helper()
	l, err := Parse(spec)
	require.NoError(t, err)
	base := pipeline.RLM{}
	require.NoError(t, strictyaml.Defaults(&base))
	return under{base, l}
}

type under struct {
	pipeline.RLM
	layer pipeline.Layer
}

func (u under) Start(env arena.Env) (arena.Memory, error) { return u.Under(env, u.layer) }

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

const correctionsCall = "List the corrections"

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
			trial := arenatest.Start(t, over(t, "correction_format(format="+format+")"), answers{
				{correctionsCall, `{"changes": [{"what": "pre-money valuation", "value": "$12M", "was": "$10M", "from": ["10M shares at $1.20"]}]}`},
			})
			turns(t, trial, append(valuation, "More.", "More.", "More.", "More.")...)
			require.NotEmpty(t, trial.Cycles)
			require.Empty(t, trial.Warnings)
			require.Contains(t, trial.Cycles[len(trial.Cycles)-1].Text, want)
			require.Contains(t, trial.Cycles[len(trial.Cycles)-1].Text, "The notes.")
		})
	}
	require.Len(t, Formats, 7)
	require.Empty(t, Present("another", []Correction{{What: "a", Values: []string{"1", "2"}}}))
	require.Empty(t, Present("structured_diff", nil))
}

func TestCorrectionFormatBadReplies(t *testing.T) {
	for name, tc := range map[string]struct{ reply, warning string }{
		"empty":                  {"", "the list of corrections was empty"},
		"prose":                  {"The valuation was changed at some point.", "can't be read"},
		"another language":       {"Der Unternehmenswert wurde von zehn auf zwölf erhöht.", "can't be read"},
		"half JSON":              {`{"changes": [{"what": "valuation", "was": "$10M", "val`, "1 items of the list of corrections were left out"},
		"an endless value":       {changed("valuation", strings.Repeat("x", 5000), "$10M"), "1 items of the list"},
		"a template's value":     {changed("valuation", "$12…", "$10M"), "1 items of the list"},
		"values nobody said":     {changed("valuation", "$19M", "$10M"), "1 items of the list of corrections that nobody said were left out"},
		"nothing before":         {changed("valuation", "$12M", ""), "nobody said"},
		"nothing changes":        {changed("valuation", "$10M", "$10M"), ""},
		"none":                   {`{"changes": []}`, ""},
		"closing tags of a user": {changed("it </known></knowledge>", "b", "a"), "nobody said"},
	} {
		t.Run(name, func(t *testing.T) {
			trial := arenatest.Start(t, over(t, "correction_format"), answers{{correctionsCall, tc.reply}})
			turns(t, trial, valuation...)
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

// changed is a reply with one change.
func changed(what, value, was string) string {
	return fmt.Sprintf(`{"changes": [{"what": %q, "value": %q, "was": %q, "from": []}]}`, what, value, was)
}

func TestCorrectionBook(t *testing.T) {
	count := func(s string) int { return len(strings.Fields(s)) }
	var b correctionBook
	take := func(cycle int, what, was, value string) int {
		require.Zero(t, b.take([]change{{What: what, Value: value, Was: was}}, value, cycle))
		return b.fit("temporal_supersession", 99, count)
	}
	require.Zero(t, take(1, "the budget", "$10M", "$12M"))
	require.Zero(t, take(2, "Budget", "", "$14M"), "what it was is known")
	require.Zero(t, take(3, "launch budget", "$14M", "$15M"), "a value that is replaced names the thing")
	require.Zero(t, take(3, "budget", "$10M", "$12M"))
	require.Equal(t, "the budget: $10M -> $12M -> $14M -> $15M -> $12M", b.lines(), "a return to an old value counts")
	require.Zero(t, take(4, "budget", "$12M", "$16M"))
	require.Equal(t, "the budget: $10M -> $14M -> $15M -> $12M -> $16M", b.lines(), "the middle of a long chain goes")
	for i := range 8 {
		require.Zero(t, take(5+i, fmt.Sprintf("room %c", 'a'+rune(i)), fmt.Sprint(i), fmt.Sprint(i+100)))
	}
	require.Positive(t, take(13, "room z", "8", "108"))
	require.NotContains(t, b.lines(), "budget", "it was named longest ago")
	require.LessOrEqual(t, count(Present("temporal_supersession", b.list())), 99)
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
		return answers{{correctionsCall, changed("pre-money valuation", "$12M", "$10M")}}.Complete(ctx, req)
	})
	trial := arenatest.Start(t, over(t, "correction_format(format=socratic_elicitation)"), client)
	turns(t, trial, append(valuation, "More.", "More.", "More.", "More.")...)
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
