package wire

import (
	"math"
	"testing"

	"contextarena.internal/llm"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSeed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		seed   int64
		sample int
		want   int
	}{
		{"small", 42, 0, 42},
		{"another sample", 42, 3, 45},
		{"all bits set", -1, 0, 0},
		{"large and negative", -1 << 62, 0, 1 << 30},
		{"the last sample wraps", math.MaxInt32, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, Seed(llm.Request{Seed: tt.seed, Sample: tt.sample}))
		})
	}
}

func TestEverySampleHasItsOwnSeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := llm.Request{Seed: rapid.Int64().Draw(t, "seed"), Sample: rapid.IntRange(0, 9).Draw(t, "sample")}
		got := Seed(req)
		require.GreaterOrEqual(t, got, 0)
		require.Less(t, got, 1<<31)
		req.Sample++
		require.NotEqual(t, got, Seed(req))
	})
}
