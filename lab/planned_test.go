package lab_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

func TestDifferingFields(t *testing.T) {
	a := lab.Planned{Suite: "original", Scenarios: []string{"a", "b"}, Seed: 123456789012345, Repeats: 2}
	b := lab.Planned{Suite: "extended", Scenarios: []string{"a"}, Repeats: 2, MemoryModel: "sim:nano"}
	require.Equal(t, []lab.PlanField{
		{Name: "memory_model", B: []string{"sim:nano"}},
		{Name: "scenarios", A: []string{"a", "b"}, B: []string{"a"}},
		{Name: "seed", A: []string{"123456789012345"}, B: []string{"0"}},
		{Name: "suite", A: []string{"original"}, B: []string{"extended"}},
	}, lab.DifferingFields(a, b))
	require.Empty(t, lab.DifferingFields(a, a))
}
