package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/internal/sandbox"
)

const wanted = "Write a JavaScript function extract(data) that returns what is worth remembering of the messages. Copy numbers and names exactly."

// ran is what the program in a reply returns.
func ran(t *testing.T, reply string) string {
	t.Helper()
	code, fenced := strings.CutPrefix(reply, "```js\n")
	require.True(t, fenced)
	code = strings.TrimSuffix(code, "```")
	e, err := sandbox.InProcess{}.Eval(t.Context(), arena.Program{Source: code, Steps: 10_000, Data: []byte(`{"messages": [{"role": "user", "text": "His number is 555-0182, the booking is GH-20931."}], "notes": {}}`)})
	require.NoError(t, err)
	require.Empty(t, e.Fault, code)
	return string(e.Value)
}

func TestProgram(t *testing.T) {
	req := request("", wanted+"\n\n<transcript>\n"+transcript(choir)+"</transcript>\n")
	req.Model = model(remembering)
	got := ran(t, complete(t, req).Text)
	for _, want := range []string{"54 singers", "GH-20931", `"codes":["555-0182","GH-20931"]`, "$22"} {
		require.Contains(t, got, want)
	}
	require.NotContains(t, got, "outdated", "there are no notes")
}

func TestProgramWithNotes(t *testing.T) {
	req := request("", wanted+"\n\nYour last function gave nothing, since it threw: x. Write another.\n\n<failed>\nfunction extract(data) { return {facts: [\"The hall has 99 seats\"]} }\n</failed>\n\n"+
		"<knowledge>\n## facts\n- A ticket costs $18.\n- We have 46 singers.\n</knowledge>\n\n<transcript>\nuser: Correction: a ticket costs $25 now, not $18.\n</transcript>\n")
	req.Model = model(remembering)
	got := ran(t, complete(t, req).Text)
	require.Contains(t, got, "$25")
	require.Contains(t, got, `"outdated":["A ticket costs $18."]`)
	require.NotContains(t, got, "46", "what is known isn't copied again")
	require.NotContains(t, got, "99", "a program that failed is no material")
}
