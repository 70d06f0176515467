package pruning

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
)

func TestGoals(t *testing.T) {
	g := goals{most: 3}
	hear := func(text string) (open []string) {
		t.Helper()
		require.NoError(t, g.hear(t.Context(), func(ctx context.Context, texts ...string) ([]llm.Vector, error) {
			return embed.Local{}.Embed(ctx, texts)
		}, text))
		for _, r := range g.open {
			open = append(open, r.text)
		}
		return open
	}
	require.Empty(t, hear("The tiles are blue. It rained."))
	require.Equal(t, 1., g.stability(), "there are none")
	require.Equal(t, []string{"Please order the tiles."}, hear("It rained. Please order the tiles."))
	require.Equal(t, 0., g.stability(), "all are new")
	require.Equal(t, []string{"Please order the tiles.", "Who is the plumber?"}, hear("Who is the plumber?"))
	require.InDelta(t, .5, g.stability(), 1e-15)
	require.Equal(t, 1., g.stability())
	require.Equal(t, []string{"Who is the plumber?"}, hear("The tiles: never mind the order."))
	require.Equal(t, []string{"Who is the plumber?"}, hear("The concert was cancelled."), "nobody asked for one")
	require.Equal(t, []string{"Book a van.", "We need boxes.", "Is it late?"}, hear("Book a van. We need boxes. Is it late?"), "the newest")
}
