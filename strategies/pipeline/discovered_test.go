package pipeline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/pipeline"
)

const (
	asksDraft = "shown in numbered parts"
	asksAudit = "Check the draft against the messages"
)

func TestDiscoveredRLMAuditsItsDraft(t *testing.T) {
	s := &script{rules: []rule{
		on("## AMOUNTS\n- guests: 40", asksDraft),
		on("## AMOUNTS\n- guests: 42", asksAudit, "guests: 40"),
	}}
	trial := played[pipeline.DiscoveredRLM](t, s, nil, append([]string{"42 guests come."}, filler(4)...)...)
	require.Equal(t, "## AMOUNTS\n- guests: 42", memory(t, trial))
	require.Len(t, s.prompts, 2)
	require.Contains(t, s.prompts[0], "# part 1 of 5\nuser: 42 guests come.\n# part 2 of 5\nassistant: Noted.", "five messages leave, so five parts")
	require.NotContains(t, s.prompts[1], "# part")
}

func TestDiscoveredRLMBearsEmptyReplies(t *testing.T) {
	s := &script{rules: []rule{on("- guests: 40", asksDraft)}}
	trial := played[pipeline.DiscoveredRLM](t, s, nil, filler(5)...)
	require.Equal(t, "- guests: 40", memory(t, trial))
	require.Contains(t, warned(trial), "its draft was kept")

	s.rules = nil
	say(t, trial, 6, filler(4)...)
	require.Len(t, trial.Cycles, 2)
	require.Equal(t, "- guests: 40", memory(t, trial), "an empty draft leaves the notes and asks for no audit")
	require.Contains(t, warned(trial), "the notes before it were kept")
	require.Len(t, s.prompts, 3)
}
