package signals

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

func TestOf(t *testing.T) {
	say := func(role llm.Role, text string) arena.Message {
		return arena.Message{Message: llm.Message{Role: role, Text: text}}
	}
	count := func(s string) int { return len(strings.Fields(s)) }
	require.Equal(t, Signals{
		Tokens: 32, Density: 6.0 / 24, Changes: 2, Noise: 1.0 / 3, Knowledge: 2, Identifiers: []string{"RMC-2847", "QX-11"},
	}, Of([]arena.Message{
		say(llm.User, "See Dr. Martinez at 2:30pm with card RMC-2847. Actually, he moved to Room 4."),
		say(llm.Assistant, "Actually noted: RMC-2847 and QX-11 for Dr. Martinez."),
		say(llm.User, "How lovely it is today."),
		say(llm.User, "Dr. Martinez again, Room 4."),
	}, "the notes", count))
	require.Equal(t, Signals{Noise: 1}, Of(nil, "", count))
}
