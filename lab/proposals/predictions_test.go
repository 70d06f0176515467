package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

func TestPredictions(t *testing.T) {
	all, err := Proposals()
	require.NoError(t, err)
	var numbers []int
	for _, p := range all {
		numbers = append(numbers, p.Number)
		require.True(t, (p.Strategy == "") == (p.Elsewhere != "" && p.Number == 8) && (len(p.Predictions) > 0 || p.Elsewhere != ""), p.Name)
		known, err := lab.Scenarios("")
		require.NoError(t, err)
		for _, q := range p.Predictions {
			for _, id := range q.Scenarios {
				found := 0
				for _, s := range known {
					if s.ID == id && s.Suite == "original" {
						found++
					}
				}
				require.Equal(t, 1, found, "the document speaks of the original scenarios: %s", id)
			}
		}
	}
	require.Equal(t, []int{1, 2, 3, 4, 5, 8, 9, 10}, numbers, "6 and 7 are no memory strategies")
}
