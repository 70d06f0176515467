package predictions

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/strategies"
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
			if study == "check" || !strings.HasSuffix(name, "_test.go") { // the checks are tests
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				code.Write(text)
			}
		}
		require.Contains(t, code.String(), `"`+p.ID+`"`)
		for field, set := range map[string]bool{
			".AtLeast": p.AtLeast != 0, ".Order": p.Order != nil,
		} {
			if set {
				require.Contains(t, code.String(), field, p.ID)
			}
		}
	}
	require.Panics(t, func() { Of("check/nothing") })
}

// TestGates: those that name scenarios name ones of the suite that the document speaks of.
func TestGates(t *testing.T) {
	known, err := lab.Scenarios("")
	require.NoError(t, err)
	proposals := map[int]bool{}
	for _, g := range Gates() {
		proposals[g.Proposal] = true
		require.NotEmpty(t, g.Says, g.String())
		set := 0
		for _, x := range []float64{g.Keeps, g.Within, g.Costs} {
			if x > 0 {
				set++
			}
		}
		require.Equal(t, 1, set, "%s: one of keeps, within and costs", g)
		cost := g.Of == "write" || g.Of == "total"
		require.Equal(t, cost, g.IsCost(), "%s: costs is for write and total", g)
		require.True(t, cost || g.Of == "answer" || slices.Contains(arena.FactTypes, arena.FactType(g.Of)), g.String())
		for _, spec := range []string{g.Strategy, g.Against} {
			canonical, err := strategies.Canonical(spec)
			require.NoError(t, err)
			require.Equal(t, canonical, spec)
		}
		for _, id := range g.Scenarios {
			s, err := lab.FindScenario(known, id)
			require.NoError(t, err)
			require.Equal(t, "original", s.Suite)
		}
	}
	for _, g := range Gates() {
		if g.Strategy != "rlm" {
			require.NotZero(t, TreatmentOf(g.Strategy).Proposal, "%s: what of it must reach the reader?", g.Strategy)
		}
	}
	require.Equal(t, map[int]bool{1: true, 3: true, 4: true, 5: true, 9: true, 10: true}, proposals, "2, 6, 7 and 8 are claims, each with its own study")
}

// TestTreatments: strategies and controls go by their labels, and what is carried is something that a probe can be of.
func TestTreatments(t *testing.T) {
	kinds := []string{string(arena.Current), string(arena.Historical), string(arena.Derived)}
	for _, tr := range Treatments() {
		for _, spec := range []string{tr.Strategy, tr.Placebo, tr.Capacity} {
			if spec != "" {
				canonical, err := strategies.Canonical(spec)
				require.NoError(t, err)
				require.Equal(t, canonical, spec)
			}
		}
		for _, what := range tr.Carries {
			require.True(t, slices.Contains(arena.FactTypes, arena.FactType(what)) || slices.Contains(kinds, what), what)
		}
	}
	graph := TreatmentOf("shadow_graph")
	require.True(t, graph.Due("answer", arena.Probe{Type: arena.Spatial}))
	require.False(t, graph.Due("answer", arena.Probe{Type: arena.Date}))
	require.False(t, graph.Due("decision", arena.Probe{Type: arena.Spatial}), "a claim about decisions")
	require.True(t, TreatmentOf("cascade").Due("answer", arena.Probe{Type: arena.Date, Kind: arena.Derived}))
	require.False(t, TreatmentOf("da_rlm").Due("answer", arena.Probe{Type: arena.Date}))
	require.Zero(t, TreatmentOf("rlm").Placebo)
}
