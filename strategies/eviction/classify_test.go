package eviction

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		lines     []string
		first     bool
		class     Class
		relevance float64
	}{
		{[]string{"user: Help me plan the move."}, true, Permanent, 1},
		{[]string{"user: Please never round the amounts."}, false, Permanent, 1},
		{[]string{"user: The budget is $347,250."}, false, Structural, 0.8},
		{[]string{"user: We decided on the smaller van."}, false, Structural, 0.8},
		{[]string{"user: Our lead is Marcus Williams."}, false, Structural, 0.8},
		{[]string{"user: How are things?"}, false, Transient, 0.6},
		{[]string{"assistant: The sum comes to 47."}, false, Transient, 0.7},
		{[]string{"assistant: Then we will go with the smaller van."}, false, Structural, 0.7},
		{[]string{"assistant: Understood, noted."}, false, Ephemeral, 0.2},
		{[]string{"call: weigh c1", "tool: c1 it weighs 40 kg"}, false, Transient, 0.7},
		{[]string{"call: weigh c1", "tool: c1 that stands in the yard"}, false, Transient, 0.5},
		{[]string{"call: weigh c1", "tool: c1 Error: no such crate 40"}, false, Ephemeral, 0.2},
		{[]string{"call: weigh c1"}, false, Ephemeral, 0.2},
		{[]string{"call: list_files c1", "tool: c1 a.txt b.txt"}, false, Ephemeral, 0.2},
		{[]string{"tool: c9 a result without its call, 3 of them"}, false, Transient, 0.7},
	} {
		class, relevance := classify(talk(c.lines...), c.first)
		require.Equal(t, c.class.String(), class.String(), c.lines)
		require.InDelta(t, c.relevance, relevance, 1e-12, c.lines)
	}
}
