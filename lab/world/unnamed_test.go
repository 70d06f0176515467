package world_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/thorough"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
)

// Nobody outside the project names a world: of all builtin ones the client finds the one that a whole
// conversation is about, and answers as if it had been named.
func TestUnnamedWorldIsFound(t *testing.T) {
	t.Parallel()
	all := builtin(t)
	c := sim.New(count, known.All(all...)...)
	nano, err := sim.Resolve(llm.Model{Provider: "sim", Name: "nano"})
	require.NoError(t, err)
	same, asked := 0, 0
	for _, s := range thorough.Some(6, all) {
		for _, p := range s.Probes {
			for _, m := range []llm.Model{exact(t), nano} {
				req := llm.Request{Model: m, Messages: append(conversation(s), llm.Message{Role: llm.User, Text: p.Question})}
				unnamed, err := c.Complete(t.Context(), req)
				require.NoError(t, err)
				req.Model = m.In(known.Of(s).Hash())
				named, err := c.Complete(t.Context(), req)
				require.NoError(t, err)
				if asked++; unnamed.Text == named.Text {
					same++
				} else {
					t.Logf("%s: %s -> %q, named %q", s.ID, p.Question, unnamed.Text, named.Text)
				}
			}
		}
	}
	require.GreaterOrEqual(t, float64(same), 0.99*float64(asked), "%d of %d", same, asked)
}
