package probes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
)

// BenchmarkAnswer judges one reply of 10 kB to one question: reading it is most of the work.
func BenchmarkAnswer(b *testing.B) {
	all, err := scenarios.Builtin()
	require.NoError(b, err)
	s := all[0]
	for _, one := range all {
		if one.ID == "clinic-intake" {
			s = one
		}
	}
	var talk strings.Builder
	for _, t := range s.Turns {
		if talk.Len() < 10_000 {
			talk.WriteString(t.User + "\n" + t.Assistant + "\n")
		}
	}
	text := talk.String()[:10_000]
	one := *s
	one.Probes = s.Probes[:1]
	sc, err := probes.NewScorer(&one)
	require.NoError(b, err)
	b.SetBytes(int64(len(text)))
	for i := 0; b.Loop(); i++ {
		sc.ScoreText(arena.LevelAnswer, fmt.Sprintf("%s %d", text, i)) // no text twice, so that nothing is remembered
	}
}
