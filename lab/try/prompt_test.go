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

// A fact counts if its value stood in the request and was replaced by no other there.
func TestDeliveredFacts(t *testing.T) {
	ss, err := conversations()
	require.NoError(t, err)
	require.Len(t, ss, 2)
	move := ss[1]
	require.Equal(t, "office-move", move.ID)
	for _, tt := range []struct {
		asked, reply      string
		delivered, stated int
	}{
		{"The owner is Irene Valdez.", "- Irene Valdez owns it", 1, 1},
		{"The owner is Irene Valdez.", "", 0, 1},
		{"The budget is $18,400.", "$18,400", 1, 1},
		{"The budget was $18,400, and is $21,900 now.", "budget: $18,400", 0, 1},
		{"The budget was $18,400, and is $21,900 now.", "budget: $21,900", 1, 1},
		{"Hello.", "Irene Valdez", 0, 0},
	} {
		delivered, stated, err := deliveredFacts(move.Facts, tt.asked, tt.reply)
		require.NoError(t, err)
		require.Equal(t, []int{tt.delivered, tt.stated}, []int{delivered, stated}, tt.asked)
	}
}
