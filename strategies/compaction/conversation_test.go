package compaction

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func talk(i int) Turn {
	return Turn{fmt.Sprintf("Question %d, %s.", i, strings.Repeat("word ", 30)), fmt.Sprintf("Answer %d", i)}
}

// Every turn is shown or quoted, whole as far as the user spoke, however often the conversation was compacted.
func TestConversationCarries(t *testing.T) {
	c := Conversation{MaxTurns: 6, Mode: CarrySummary, ReplyChars: PreviewChars, Most: 100_000}
	for i := range 40 {
		c.Add(talk(i))
		require.Equal(t, c.Kept(), c.Shown())
		for k := range i + 1 {
			require.Contains(t, c.Context(), talk(k).User)
			require.Contains(t, c.Context(), talk(k).Assistant)
		}
	}
	require.Contains(t, c.Summary(), "[Previous conversation (36 turns): Q: Question 0,")
	require.Zero(t, c.Dropped)

	documented := Conversation{MaxTurns: 20}
	for i := range 20 {
		documented.Add(talk(i))
	}
	require.NotContains(t, documented.Context(), "Question 14,", "the sixth turn back is in neither")
}

// A conversation that may keep one turn, or none, is compacted like any other.
func TestConversationShrinks(t *testing.T) {
	for most := range 2 {
		c := Conversation{MaxTurns: most, Mode: CarrySummary, Most: 1000}
		for i := range 5 {
			c.Add(Turn{fmt.Sprintf("Question %d", i), "Yes."})
		}
		require.Equal(t, 1, c.Kept())
		require.Contains(t, c.Summary(), "(4 turns)")
	}
}

func TestConversationIsBounded(t *testing.T) {
	fields := func(s string) int { return len(strings.Fields(s)) }
	rapid.Check(t, func(rt *rapid.T) {
		c := Conversation{
			MaxTurns: rapid.IntRange(0, 8).Draw(rt, "turns"), Mode: CarrySummary, Most: rapid.IntRange(0, 120).Draw(rt, "most"), Size: fields,
			UserChars: rapid.IntRange(0, 20).Draw(rt, "user"), ReplyChars: rapid.IntRange(0, 20).Draw(rt, "reply"),
		}
		turns := rapid.IntRange(0, 40).Draw(rt, "n")
		for i := range turns {
			c.Add(Turn{anyText(rt, "user"), anyText(rt, "assistant")})
			require.LessOrEqual(rt, fields(c.Summary()), c.Most)
			require.LessOrEqual(rt, c.Kept(), max(1, c.MaxTurns))
			require.Equal(rt, i+1, c.Kept()+c.gone)
		}
	})
}
