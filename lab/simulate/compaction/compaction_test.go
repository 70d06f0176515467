package compaction

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/lab/simulate/simulatetest"
	"contextarena.internal/strategies/compaction"
)

func reported(t *testing.T, parallel int) simulate.Report {
	t.Helper()
	r, err := Study.Run(t.Context(), simulate.Settings{Seed: 7, Seeds: 2, Cases: 2, Parallel: parallel})
	require.NoError(t, err)
	return r
}

// What an independent reading of the source's code says has to be seen here.
func TestFound(t *testing.T) {
	r := reported(t, 2)
	require.Equal(t, r, reported(t, 1))
	require.Len(t, r.Tables, len(sizings)+1)
	for _, s := range sizings {
		cell := func(c contender, column string) float64 {
			figure := simulatetest.Cell(t, r, "recipes-"+s.name, c.name(), column)
			require.Equal(t, 2, figure.N, "%s: %s", c.name(), column)
			return figure.Mean
		}
		for _, c := range contenders() {
			if c.recipe == "none" {
				require.Zero(t, cell(c, "times"))
				require.InDelta(t, 100, cell(c, "kept %"), 1e-9)
				continue
			}
			require.Positive(t, cell(c, "times"))
			require.Greater(t, cell(c, "ratio %"), cell(c, "applied %"), "the wrapper is left out")
			if c.mode == compaction.AsDocumented {
				carrying := c
				carrying.mode = compaction.CarrySummary
				require.Greater(t, cell(carrying, "kept %"), cell(c, "kept %"), "%s %s", s.name, c.name())
			}
		}
	}
	require.Positive(t, simulatetest.Cell(t, r, "recipes-tiny", "minimal rules", "grew %").Mean, "short histories grow")
	require.Greater(t, simulatetest.Cell(t, r, "conversation", "carry_summary", "kept %").Mean, simulatetest.Cell(t, r, "conversation", "as_documented", "kept %").Mean)
}

func TestSession(t *testing.T) {
	for _, s := range sizings {
		steps, values := session(rand.New(rand.NewPCG(1, 2)), s)
		require.Len(t, steps, sessionSteps)
		all := text(steps)
		for i, v := range values {
			require.Equal(t, 1, strings.Count(all, v), "nothing else tells it")
			require.Equal(t, s.chat, strings.Contains(steps[i].Reasoning, v))
		}
	}
}

// The simulated model tells values that it was shown, as many as its sentences have room for.
func TestModel(t *testing.T) {
	steps, values := session(rand.New(rand.NewPCG(1, 2)), sizings[0])
	for _, mode := range modes {
		says := model(rand.New(rand.NewPCG(3, 4)), values, mode)(compaction.Request{Entries: steps[:5], Sentences: 2, Summary: values[9]})
		require.Equal(t, 2, strings.Count(says, "."))
		n := 0
		for i, v := range values {
			if strings.Contains(says, v) {
				require.True(t, i < 5 || i == 9 && mode == compaction.CarrySummary)
				n++
			}
		}
		require.Equal(t, 2*valuesASentence, n)
	}
}
