package predictions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab"
)

// TestClaims: each has what is needed for a verdict, and the study that its id names looks it up and reads
// its thresholds.
func TestClaims(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range all().Claims {
		require.False(t, seen[p.ID], p.ID)
		seen[p.ID] = true
		require.NotEmpty(t, p.Claim, p.ID)
		require.NotEmpty(t, p.Rule, p.ID)
		require.NotEqual(t, asked, p.Rule, "a rule that isn't in the file")
		require.NotEmpty(t, p.Source, p.ID)
		study, _, _ := strings.Cut(p.ID, "/")
		files, err := filepath.Glob(filepath.Join("..", study, "*.go"))
		require.NoError(t, err)
		var code strings.Builder
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				code.Write(text)
			}
		}
		require.Contains(t, code.String(), `"`+p.ID+`"`)
		for field, set := range map[string]bool{
			".AtLeast": p.AtLeast != 0, ".AtMost": p.AtMost != 0, ".Sure": p.Sure != 0, ".Degenerate": p.Degenerate != 0, ".Order": p.Order != nil,
		} {
			if set {
				require.Contains(t, code.String(), field, p.ID)
			}
		}
	}
	require.Panics(t, func() { Of("evolution/nothing") })
}

// TestTables: a prediction is tested, or said to be elsewhere.
func TestTables(t *testing.T) {
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	var numbers []int
	for _, p := range Proposals() {
		numbers = append(numbers, p.Number)
		require.True(t, (p.Strategy == "") == (p.Elsewhere != "" && p.Number == 8) && (len(p.Predictions) > 0 || p.Elsewhere != ""), p.Name)
		for _, q := range p.Predictions {
			require.NotEmpty(t, q.Claim)
			require.NotEmpty(t, q.Rule, q.Claim)
			require.True(t, q.Strategy != "" || p.Elsewhere != "", q.Claim)
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

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"{of: answer, gain: 5, within: 5}":                 "want one of target, gain, within and at_most",
		"{of: answer, target: [50]}":                       "a target needs a baseline",
		"{of: answer, at_most: 2}":                         "at_most is for write and total",
		"{of: mood, gain: 5}":                              "want answer, a fact type, write or total",
		"{of: answer, gain: 5, strategy: nothing_of_this}": "nothing_of_this",
	} {
		_, err := read("p.yaml", []byte("proposals: [{proposal: 1, predictions: ["+text+"]}]"))
		require.ErrorContains(t, err, want)
	}
}
