package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/pipeline"
)

const asksSections = "in six stores"

func TestPersistentRLMMergesIntoItsStores(t *testing.T) {
	s := &script{rules: []rule{
		on("By the way.\n**Entities:**\n- Ana: florist\n## NUMBERS\n1. the number of guests is: 42\n\n## CORRECTIONS\nguests 40 -> 42\n## DECISIONS\nnone\nCURRENT STATE: all is well", asksSections, "turn one"),
		on("## numbers\n- The number of guests is: 45\n- tables: 6\n## CORRECTIONS\n- guests 42 -> 45", asksSections),
	}}
	trial := played[pipeline.PersistentRLM](t, s, nil, append([]string{"turn one"}, filler(8)...)...)
	require.Equal(t, "- By the way.\n## ENTITIES\n- Ana: florist\n## NUMBERS\n- the number of guests is: 42\n"+
		"## CORRECTIONS\n- guests 40 -> 42\n## CURRENT STATE\n- all is well", trial.Cycles[0].Text)
	require.Equal(t, "## ENTITIES\n- Ana: florist\n## NUMBERS\n- The number of guests is: 45\n- tables: 6\n"+
		"## CORRECTIONS\n- guests 40 -> 42\n- guests 42 -> 45\n## CURRENT STATE\n- all is well", memory(t, trial),
		"a line that begins like a stored one replaces it, corrections are added, what stood under no heading goes")
	require.Empty(t, trial.Warnings)
}

func TestPersistentRLMBearsReplies(t *testing.T) {
	for name, c := range map[string]struct{ reply, want, warning string }{
		"empty":          {"", "## NUMBERS\n- guests: 42", "was empty"},
		"no headings":    {"Es kommen 45 Gäste.", "- Es kommen 45 Gäste.\n## NUMBERS\n- guests: 42", "none of the headings"},
		"all none":       {"## ENTITIES\nnone\n## NUMBERS\n- None.\n", "## NUMBERS\n- guests: 42", ""},
		"other headings": {"## WEATHER\n- rain", "## NUMBERS\n- guests: 42\n## WEATHER\n- rain", "none of the headings"},
		"half a heading": {"## NUMB", "## NUMBERS\n- guests: 42", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{rules: []rule{on("## NUMBERS\n- guests: 42", "turn one"), on(c.reply, asksSections)}}
			trial := played[pipeline.PersistentRLM](t, s, nil, append([]string{"turn one"}, filler(8)...)...)
			require.Equal(t, c.want, memory(t, trial))
			if c.warning == "" {
				require.Empty(t, trial.Warnings)
			} else {
				require.Contains(t, warned(trial), c.warning)
			}
		})
	}
}

func TestPersistentRLMStaysWithinItsBudget(t *testing.T) {
	n := 0
	s := &script{}
	trial := played(t, s, func(p *pipeline.PersistentRLM) { p.KeepTokens = 200 })
	for range 20 {
		var b strings.Builder
		b.WriteString("## NUMBERS\n- code of the gate: 4711\n")
		for range 10 {
			n++
			fmt.Fprintf(&b, "- item %d costs %d\n", n, n)
		}
		s.rules = []rule{on(b.String(), asksSections)}
		say(t, trial, 1+len(trial.Cycles)*4, filler(4)...)
	}
	require.Greater(t, len(trial.Cycles), 10)
	for _, c := range trial.Cycles {
		require.LessOrEqual(t, len(strings.Fields(c.Text)), 200)
		require.NotEmpty(t, c.Text)
	}
	require.Contains(t, memory(t, trial), fmt.Sprintf("item %d ", n))
	require.Contains(t, memory(t, trial), "4711", "what is written again isn't the oldest")
	require.NotContains(t, memory(t, trial), "item 1 ")
	require.Contains(t, warned(trial), "facts written longest ago were dropped")
}
