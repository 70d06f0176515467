package calibrate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/llm/tokens"
)

func prepare(t *testing.T, parallel int) *bench {
	t.Helper()
	b, err := newBench(parallel, tokens.NewCounter().Count)
	require.NoError(t, err)
	return b
}

// TestPlay: the notes of rlm have been shown 52 of the 62 facts at the last cycle, as those of the
// published runs had; and what is counted doesn't depend on how many trials are played at a time.
func TestPlay(t *testing.T) {
	specs := []string{"rlm", "full_context"}
	c, err := prepare(t, 1).play(context.Background(), "sim:nano", specs, "rlm", 2)
	require.NoError(t, err)
	want := map[arena.FactType]int{}
	for _, s := range models()[0].Survival.Types {
		want[s.Type] = 2 * s.N
	}
	for _, s := range c.Survival {
		require.Equal(t, want[s.Type], s.N, s.Type)
		require.LessOrEqual(t, s.Kept, s.N)
	}
	require.Len(t, c.Strategies, 2)
	for i, s := range c.Strategies {
		require.Equal(t, specs[i], s.Spec)
		require.Equal(t, 2*8, s.Tasks)
		require.Equal(t, 2*36, s.AskedOf)
		require.LessOrEqual(t, s.Asked, s.AskedOf)
		require.LessOrEqual(t, s.Passed, s.Tasks)
	}
	again, err := prepare(t, 4).play(context.Background(), "sim:nano", specs, "rlm", 2)
	require.NoError(t, err)
	require.Equal(t, c, again)
}

func TestPlayRefuses(t *testing.T) {
	b := prepare(t, 1)
	for _, tt := range []struct{ model, spec, want string }{
		{"sim:nano?no_such_option=1", "rlm", "no_such_option"},
		{"sim:huge", "rlm", "huge"},
		{"sim:nano", "rml", "rml"},
	} {
		_, err := b.play(context.Background(), tt.model, []string{tt.spec}, "", 1)
		require.ErrorContains(t, err, tt.want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := b.play(ctx, "sim:nano", []string{"rlm"}, "rlm", 1)
	require.ErrorIs(t, err, context.Canceled)
}

// survived is the share of all facts at risk that the notes kept.
func survived(c totals) float64 {
	var all Survived
	for _, s := range c.Survival {
		all.add(s)
	}
	return all.share()
}

// TestSurvivalFalls: the count sees forgetting at all.
func TestSurvivalFalls(t *testing.T) {
	b := prepare(t, 2)
	normal, err := b.play(context.Background(), "sim:nano", []string{"rlm"}, "rlm", 1)
	require.NoError(t, err)
	poor, err := b.play(context.Background(), "sim:nano?keeping=10", []string{"rlm"}, "rlm", 1)
	require.NoError(t, err)
	require.Less(t, survived(poor), 0.7*survived(normal))
	none, err := b.play(context.Background(), "sim:nano", []string{"rlm"}, "", 1)
	require.NoError(t, err)
	require.Zero(t, survived(none), "counted for the strategy that is named alone")
}

// TestExact: what forgets nothing keeps and answers all, so that every loss is a mechanism's.
func TestExact(t *testing.T) {
	c, err := prepare(t, 2).play(context.Background(), "sim:exact", append([]string{"none"}, fittedSpecs...), "rlm", 1)
	require.NoError(t, err)
	require.InDelta(t, 1, survived(c), 0)
	for i, s := range c.Strategies {
		want := Ranked{Spec: s.Spec, Tasks: 8, AskedOf: 36}
		if i > 0 {
			want.Passed, want.Asked = 8, 36
		}
		require.Equal(t, want, s)
	}
}
