package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/llmtest"
)

func TestRulesAreFollowed(t *testing.T) {
	const rules = "<guideline>\nRead with care.\n- 1 pass if noise is above 0.5\n2 if density is more than 0.04 and changes is above 0\n3 if notes is below 10\n</guideline>\n\n"
	for name, c := range map[string]struct{ measures, want string }{
		"the first that holds": {"noise: 0.6\ndensity: 0.1\nchanges: 2\nnotes: 3", "1"},
		"both tests":           {"noise: 0.5\ndensity: 0.1\nchanges: 2\nnotes: 3", "2"},
		"one of two tests":     {"noise: 0.1\ndensity: 0.1\nchanges: 0\nnotes: 3", "3"},
		"none":                 {"noise: 0.1\ndensity: 0.01\nchanges: 0\nnotes: 10", "None of the rules holds."},
		"unknown measures":     {"heat: 0.9\ncolour: 3", "None of the rules holds."},
	} {
		r, err := New(llm.NewCounter().Count).Complete(t.Context(), llmtest.Ask("Follow the guideline.\n\n"+rules+"<measurements>\n"+c.measures+"\n</measurements>\n\nReply with the number alone."))
		require.NoError(t, err, name)
		require.Equal(t, c.want, r.Text, name)
	}
}

func TestRulesAreRevised(t *testing.T) {
	for name, c := range map[string]struct{ rules, cases, want string }{
		"the limit that was wrong most often": {
			"1 if noise is above 0.5\n2 if changes is above 3\n1 otherwise",
			"noise: 0.6, changes: 1; chosen: 1; better: 2\nnoise: 0.7, changes: 9; chosen: 1; better: 3\nnoise: 0.9, changes: 9; chosen: 1; better: 3\nnoise: 0, changes: 9; chosen: 2; better: 1",
			"1 if noise is above 0.7\n2 if changes is above 3\n1 otherwise",
		},
		"a rule without a limit": {
			"1 if noise is above 0.5\nOtherwise, 1",
			"noise: 0.1; chosen: 1; better: 3\nnoise: 0.2; chosen: 1; better: 3",
			"1 if noise is above 0.5\n3 otherwise",
		},
		"no rule at fault": {"1 if noise is above 0.5", "noise: 0.1; better: 2", "1 if noise is above 0.5"},
	} {
		r, err := New(llm.NewCounter().Count).Complete(t.Context(), llmtest.Ask("Revise the guideline.\n\n<guideline>\n"+c.rules+"\n</guideline>\n\n<cases>\n"+c.cases+"\n</cases>\n\nWrite the whole guideline anew."))
		require.NoError(t, err, name)
		require.Equal(t, c.want, r.Text, name)
	}
}

// Talk that happens to hold a condition and numbers is read as before.
func TestTalkIsNoGuideline(t *testing.T) {
	for name, text := range map[string]string{
		"one block":     "Summarise this.\n\n<transcript>\nuser: 1 if noise is above 0.5, they say. Room: 12, floor: 3\n</transcript>",
		"no comparison": "Update your notes.\n\n<notes>\nCall 2 if Anna is late\n</notes>\n\n<transcript>\nuser: The room: 12, floor: 3.\n</transcript>",
	} {
		_, ok := ask(llmtest.Ask(text)).guided()
		require.False(t, ok, name)
	}
}
