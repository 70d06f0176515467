package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/pipeline"
)

const asksSections = "in six stores"

func TestPersistentRLMMergesIntoItsStores(t *testing.T) {
	s := &script{rules: []rule{
		on(headed("ENTITIES: Ana: florist", "NUMBERS: the number of guests is: 42", "CORRECTIONS: guests 40 -> 42", "current state: all is well"), asksSections, "turn one"),
		on(headed("NUMBERS: The number of guests is: 45", "NUMBERS: tables: 6", "CORRECTIONS: guests 42 -> 45", "WEATHER: rain"), asksSections),
	}}
	trial := played[pipeline.PersistentRLM](t, s, nil, append([]string{"turn one"}, filler(8)...)...)
	require.Equal(t, "## ENTITIES\n- Ana: florist\n## NUMBERS\n- the number of guests is: 42\n"+
		"## CORRECTIONS\n- guests 40 -> 42\n## CURRENT STATE\n- all is well", trial.Cycles[0].Text)
	require.Equal(t, "## ENTITIES\n- Ana: florist\n## NUMBERS\n- The number of guests is: 45\n- tables: 6\n"+
		"## CORRECTIONS\n- guests 40 -> 42\n- guests 42 -> 45\n## CURRENT STATE\n- all is well", memory(t, trial),
		"a line that begins like a stored one replaces it, corrections are added, what stands under another heading is left out")
	require.Equal(t, arena.Delivery{Asked: 1, Parsed: 1, Dropped: 1}, trial.Cycles[1].Delivery)
}

func TestPersistentRLMBearsReplies(t *testing.T) {
	for name, c := range map[string]struct{ reply, want, warning string }{
		"empty":          {"", "## NUMBERS\n- guests: 42", "was empty"},
		"no form":        {"Es kommen 45 Gäste.", "## NUMBERS\n- guests: 42", "can't be read"},
		"nothing":        {`{"facts": []}`, "## NUMBERS\n- guests: 42", ""},
		"other headings": {headed("WEATHER: rain"), "## NUMBERS\n- guests: 42", "can't be read"},
		"half a form":    {headed("NUMBERS: guests: 42", "NUMBERS: tables: 6")[:70], "## NUMBERS\n- guests: 42", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{rules: []rule{on(headed("NUMBERS: guests: 42"), "turn one"), on(c.reply, asksSections)}}
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
	for round := range 20 {
		lines := []string{"NUMBERS: code of the gate: 4711"}
		for range 10 {
			n++
			lines = append(lines, fmt.Sprintf("NUMBERS: item %d costs %d", n, n))
		}
		s.rules = []rule{on(headed(lines...), asksSections)}
		say(t, trial, 1+round*4, filler(4)...)
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
