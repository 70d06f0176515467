package try

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

func TestPromptsAreNamedByWhatIsAsked(t *testing.T) {
	require.Equal(t, "graph", promptName(&llm.Schema{Name: "graph"}, "Anything"))
	require.Equal(t, "List the facts.", promptName(nil, "\nList the facts.\nOne a line.\n\n<transcript>\n[1] user: hi\n</transcript>"))
	require.Equal(t, "List the facts.", promptName(nil, "<known>\nList nothing.\n</known>\n\n<transcript of=\"1\">\nuser: hi</transcript>\nList the facts."))
}

func TestAFormIsParsedIfItHoldsJSON(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a": 1}`: true, "```json\n[1, 2]\n```": true, `Here it is: {"a": "}"}`: true,
		"none": false, `{"a": `: false, `} {`: false, "": false,
	} {
		require.Equal(t, want, holdsJSON(text), text)
	}
}
