package eviction

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/reports/reportstest"
	"contextarena.internal/strategies/evict"
)

// few are settings of a test: every fifth session of the default.
var few = simulate.Settings{Seed: 42, Seeds: 10, Cases: 100, Parallel: 2}

// What the author's own code measured, at its budget, % of Bélády as coded: mean and deviation over ten
// seeds of 500 sessions; and at other budgets by hits, % of the exact optimum.
func TestExperimentAIsTheAuthors(t *testing.T) {
	played, err := sweep(t.Context(), few)
	require.NoError(t, err)
	coded := asCoded(played)
	for name, want := range map[string][2]float64{ // within
		"truncate": {99.76, 3 * 0.03}, "lru": {99.76, 3 * 0.03}, "lfu": {99.84, 3 * 0.03}, "rwoe": {100.34, 3 * 0.03}, "rwoe_r": {100.33, 3 * 0.05},
		"random_evict": {99.81, 0.2}, "no chunk but permanent": {98.91, 0.2}, "no chunk at all": {92.6, 0.2}, "Bélády fixed": {101.70, 0.2},
	} {
		require.InDelta(t, want[0], coded.Cell(name, "utility, % of Bélády").Mean, want[1], name)
	}
	require.InDelta(t, 72, coded.Cell("rwoe", "over budget, % of turns").Mean, 1)
	budgets := byBudget(played)
	for name, want := range map[string][5]float64{
		"truncate": {74.0, 62.5, 55.3, 74.2, 93.2}, "lru": {74.0, 62.5, 55.3, 74.7, 93.8}, "lfu": {74.9, 63.9, 55.9, 74.1, 93.7},
		"rwoe": {79.6, 69.5, 64.2, 83.4, 98.0}, "rwoe_r": {79.4, 69.4, 64.0, 83.2, 97.7}, "rwoe density": {86.6, 79.5, 75.0, 90.0, 98.8},
		"gdsf": {84.3, 75.2, 69.9, 85.3, 96.6}, "Bélády fixed": {92.3, 91.6, 94.6, 100, 100}, "distance×size": {98.2, 97.9, 98.4, 100, 100},
		"Bélády coded": {76.6, 65.5, 66, 99, 99.8},
	} {
		for i, c := range budgets.Columns {
			require.InDelta(t, want[i], budgets.Cell(name, c.Name).Mean, 2, "%s at %s", name, c.Name)
		}
	}
	changed := altered(played)
	for name, want := range map[string]float64{"priors as generated": 64.2, "priors all alike": 61.3, "priors reversed": 45.8} {
		require.InDelta(t, want, changed.Cell(name, "hits, % of the optimum").Mean, 2, name)
	}
}

// The workload has the means that were measured on the author's generator.
func TestUniformWorkload(t *testing.T) {
	const n = 400
	chunks, tokens, uses, at := 0, 0, 0, 0
	byClass := [evict.Classes]float64{}
	for i := range n {
		s := uniform(rand.New(rand.NewPCG(7, uint64(i))), 0)
		chunks, tokens = chunks+len(s.Chunks), tokens+s.Tokens
		for turn, us := range s.Uses {
			for _, u := range us {
				uses++
				byClass[s.Chunks[u.Chunk].Class]++
				if s.Chunks[u.Chunk].Inserted == turn {
					at++
				}
			}
		}
	}
	require.InDelta(t, 7.54, float64(chunks)/n/Turns, 0.08)
	require.InDelta(t, 304.9, float64(tokens)/float64(chunks), 5)
	require.InDelta(t, 1.58, float64(uses)/n/Turns, 0.08)
	require.InDelta(t, 0.20, float64(at)/float64(uses), 0.02)
	for class, want := range []float64{0.230, 0.369, 0.367, 0.034} {
		require.InDelta(t, want, byClass[class]/float64(uses), 0.02)
	}
}

// What the rates are that uses are drawn by is found in the uses.
func TestLearnedRates(t *testing.T) {
	var sessions []*Session
	for i := range 400 {
		sessions = append(sessions, decaying(rand.New(rand.NewPCG(3, uint64(i)))))
	}
	for class, r := range learned(sessions) {
		require.InDelta(t, truth[class].Start, r.Start, 0.1*truth[class].Start)
		require.InDelta(t, truth[class].Decay, r.Decay, 0.1*truth[class].Decay+0.005)
	}
	require.Zero(t, learned(nil))
	require.InDelta(t, 1-0.5*0.75, rate{0.5, 0.6931471805599453}.within(0, 2), 1e-12)
}

func TestKeptTurns(t *testing.T) {
	var l lives
	l[evict.Transient][0] = struct{ there, gone int }{4, 1} // one of four goes at once, one in its second turn
	l[evict.Transient][1] = struct{ there, gone int }{2, 1} // and one session ended before that
	require.InDelta(t, 0.75+19*0.375, l.kept(evict.Transient), 1e-12)
	require.InDelta(t, 20, l.kept(evict.Structural), 1e-12)
}

func TestAdversaries(t *testing.T) {
	table, err := adversaries(few)
	require.NoError(t, err)
	for _, name := range deterministic {
		for _, line := range table.Lines {
			if line.Name == name {
				require.Zero(t, line.Cells[0].Mean, name)
				require.Zero(t, line.Cells[2].Mean, name)
				require.Greater(t, line.Cells[1].Mean, 10.0, name)
				require.Greater(t, line.Cells[3].Mean, 10.0, name)
			}
		}
	}
	hits, best, err := threeQuarters()
	require.NoError(t, err)
	require.InDelta(t, 0.75, hits/best, 1e-12)
}

// All of it, on little: every table has its figures, and the verdicts name them.
func TestReport(t *testing.T) {
	r, err := run(t.Context(), simulate.Settings{Seed: 1, Seeds: 2, Cases: 5, Parallel: 2})
	require.NoError(t, err)
	for _, table := range r.Tables {
		for _, line := range table.Lines {
			require.Len(t, line.Cells, len(table.Columns), "%s: %s", table.ID, line.Name)
			for i, c := range line.Cells {
				require.Positive(t, c.N, "%s: %s: %s", table.ID, line.Name, table.Columns[i].Name)
			}
		}
	}
	reportstest.Golden(t, r.Document(), "eviction", "table", "svg/budgets")
	reportstest.Written(t, r.Document(), "json", "")
}
