package evictors

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/strategies/evict"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		lines     []string
		first     bool
		class     evict.Class
		relevance float64
	}{
		{[]string{"user: Help me plan the move."}, true, evict.Permanent, 1},
		{[]string{"user: Please never round the amounts."}, false, evict.Permanent, 1},
		{[]string{"user: The budget is $347,250."}, false, evict.Structural, 0.8},
		{[]string{"user: We decided on the smaller van."}, false, evict.Structural, 0.8},
		{[]string{"user: Our lead is Marcus Williams."}, false, evict.Structural, 0.8},
		{[]string{"user: How are things?"}, false, evict.Transient, 0.6},
		{[]string{"assistant: The sum comes to 47."}, false, evict.Transient, 0.7},
		{[]string{"assistant: Then we will go with the smaller van."}, false, evict.Structural, 0.7},
		{[]string{"assistant: Understood, noted."}, false, evict.Ephemeral, 0.2},
		{[]string{"call: weigh c1", "tool: c1 it weighs 40 kg"}, false, evict.Transient, 0.7},
		{[]string{"call: weigh c1", "tool: c1 that stands in the yard"}, false, evict.Transient, 0.5},
		{[]string{"call: weigh c1", "tool: c1 Error: no such crate 40"}, false, evict.Ephemeral, 0.2},
		{[]string{"call: weigh c1"}, false, evict.Ephemeral, 0.2},
		{[]string{"call: list_files c1", "tool: c1 a.txt b.txt"}, false, evict.Ephemeral, 0.2},
		{[]string{"tool: c9 a result without its call, 3 of them"}, false, evict.Transient, 0.7},
	} {
		have := classify(talk(c.lines...), c.first)
		require.Equal(t, c.class.String(), have.class.String(), c.lines)
		require.InDelta(t, c.relevance, have.relevance, 1e-12, c.lines)
	}
}
