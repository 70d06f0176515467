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
		require.True(t, p.Rule != "" || strings.HasPrefix(p.ID, "check/"), p.ID)
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
			".AtLeast": p.AtLeast != 0, ".AtMost": p.AtMost != 0, ".Degenerate": p.Degenerate != 0, ".Order": p.Order != nil,
		} {
			if set {
				require.Contains(t, code.String(), field, p.ID)
			}
		}
	}
	require.Panics(t, func() { Of("evolution/nothing") })
}

// TestGates: those that name scenarios name ones of the suite that the document speaks of.
func TestGates(t *testing.T) {
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	proposals := map[int]bool{}
	for _, g := range Gates() {
		proposals[g.Proposal] = true
		require.NotEmpty(t, g.Says, g.String())
		for _, id := range g.Scenarios {
			s, err := lab.FindScenario(known, id)
			require.NoError(t, err)
			require.Equal(t, "original", s.Suite)
		}
	}
	require.Equal(t, map[int]bool{1: true, 3: true, 4: true, 5: true, 9: true, 10: true}, proposals, "2, 6, 7 and 8 are claims, each with its own study")
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"{strategy: cascade, of: answer, keeps: 5, within: 5}": "want one of keeps, within and costs",
		"{strategy: cascade, of: answer}":                      "want one of keeps, within and costs",
		"{strategy: cascade, of: answer, costs: 2}":            "costs is for write and total",
		"{strategy: cascade, of: mood, keeps: 5}":              "want answer, a fact type, write or total",
		"{strategy: nothing_of_this, of: answer, keeps: 5}":    "nothing_of_this",
	} {
		_, err := read("p.yaml", []byte("gates: ["+text+"]"))
		require.ErrorContains(t, err, want)
	}
}
