package leaderboard

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally/tallytest"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// varied is an experiment of three scenarios, each with two variants by rename and one by noise.
// kept says, by scenario, which of four probes each repeat keeps.
func varied(repeats int, kept func(scenario string, repeat, probe int) bool) lab.Result {
	r := lab.Result{
		Experiment: store.Experiment{ID: "0123456789abcdef", Number: 1, Simulated: true},
		Planned:    lab.Planned{Suite: "variants", Strategies: []string{"rlm"}, Models: []string{"sim:nano"}, Repeats: repeats, Dialogue: "live"},
	}
	for _, id := range []string{"a", "b", "c"} {
		for _, v := range []struct{ change, id string }{{"", id}, {"rename", id + "-rename-1"}, {"rename", id + "-rename-2"}, {"noise", id + "-noise-1"}} {
			s := &arena.Scenario{ID: v.id, Change: v.change}
			if v.change != "" {
				s.VariantOf = id
			}
			for p := range 4 {
				s.Probes = append(s.Probes, arena.Probe{ID: fmt.Sprint("p", p), Fact: "f", Type: arena.Entity, Kind: arena.Current})
			}
			r.Scenarios = append(r.Scenarios, s)
			for repeat := 1; repeat <= repeats; repeat++ {
				t := lab.Trial{Trial: store.Trial{Scenario: v.id, Strategy: "rlm", Model: "sim:nano", Repeat: repeat, Outcome: arena.Completed}}
				for p, probe := range s.Probes {
					place := probes.PlaceMisread
					if kept(v.id, repeat, p) {
						place = probes.PlaceKept
					}
					t.Score.Findings = append(t.Score.Findings, tallytest.Finding(probe, fate{Place: place}))
				}
				r.Trials = append(r.Trials, t)
			}
		}
	}
	return r
}

func TestVariations(t *testing.T) {
	// rename-1 loses one probe more than the original, rename-2 gains one; in c both lose one.
	r := varied(1, func(id string, _, p int) bool {
		switch id {
		case "a-rename-1", "b-rename-1", "c-rename-1", "c-rename-2":
			return p < 1
		case "a-rename-2", "b-rename-2":
			return p < 3
		}
		return p < 2
	})
	v := variations(r)
	require.Len(t, v, 2)
	noise, rename := v[0], v[1]
	require.Equal(t, []string{"noise", "rename"}, []string{noise.Change, rename.Change})

	require.Equal(t, 3, noise.Variants)
	require.Zero(t, noise.Moved.Estimate().Mean)
	require.Zero(t, noise.Size.Estimate().Mean)

	require.Equal(t, 6, rename.Variants)
	require.InDelta(t, 0.5, rename.Original.Estimate().Mean, 1e-12)
	require.InDelta(t, (0.5+0.5+0.25)/3, rename.Variant.Estimate().Mean, 1e-12)
	moved := rename.Moved.Estimate()
	require.InDelta(t, -0.25/3, moved.Mean, 1e-12)
	require.Equal(t, 3, moved.Clusters, "the scenario is the unit, not the variant")
	require.InDelta(t, 12, moved.N, 1e-12)
	require.NotNil(t, moved.Interval)
	require.InDelta(t, 0.25, rename.Size.Estimate().Mean, 1e-12)
	require.Nil(t, rename.Chance, "one repeat says nothing of chance")
}

func TestVariationsByChance(t *testing.T) {
	r := varied(2, func(_ string, repeat, p int) bool { return p < repeat })
	v := variations(r)
	// Means 1/4 and 2/4: variance 1/32, a difference of two means of two repeats has it too.
	require.InDelta(t, 0.797885*0.176777, *v[0].Chance, 1e-5)
	require.Zero(t, v[0].Size.Estimate().Mean)
}

func TestVariationsCountWhatIsMissing(t *testing.T) {
	r := varied(1, func(string, int, int) bool { return true })
	r.Trials[1].Outcome, r.Trials[1].Score = arena.Failed, probes.Score{} // a-rename-1
	rename := variations(r)[1]
	require.Equal(t, 5, rename.Variants)
	require.Equal(t, 1, rename.Moved.About().LeftOut)
}

func TestVariantsView(t *testing.T) {
	r := varied(2, func(id string, repeat, p int) bool { return p < repeat || id == "b-rename-1" })
	rep := New(r, Ask{Views: []string{"variants"}})
	have := written(t, rep, "table")
	require.Regexp(t, `(?m)^rlm +noise +38= +38= +0= +0= +14.1$`, have)
	require.Contains(t, have, "9 of 12 scenarios are variants of others")

	require.Contains(t, written(t, New(experiment(), Ask{Views: []string{"variants"}}), "table"), "No scenario of this experiment was played beside a variant of it")
	require.NotContains(t, written(t, New(experiment(), Ask{Views: []string{"leaderboard", "variants"}}), "table"), "Variants")
}
