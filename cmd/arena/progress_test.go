package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

// TestShrinkingTotalsSayWhy: what a study leaves out as it goes is counted beside the total.
func TestShrinkingTotalsSayWhy(t *testing.T) {
	p := &progress{}
	p.latest, p.most = lab.Progress{Done: 3, Total: 10}, 10
	require.Empty(t, p.cost())
	p.latest.Total = 6
	require.Equal(t, ", 4 left out", p.cost())
}
