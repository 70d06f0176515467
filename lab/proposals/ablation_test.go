package proposals

import (
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/stats"
)

func TestAFindingHangsOnMechanisms(t *testing.T) {
	for _, c := range []struct {
		with, without stats.Verdict
		want          bool
	}{
		{stats.Supported, stats.Supported, false},
		{stats.Supported, stats.Undecided, true},
		{stats.Supported, stats.PremiseFalse, true},
		{stats.NotSupported, stats.NotSupported, false},
		{stats.NotSupported, stats.Undecided, false},
		{stats.NotSupported, stats.Supported, true},
		{stats.NotSupported, stats.PremiseFalse, false},
		{stats.PremiseFalse, stats.NotSupported, true},
		{stats.Undecided, stats.Supported, false},
		{stats.NotEstimable, stats.Supported, false},
	} {
		require.Equal(t, c.want, hangs(c.with, c.without), "%s with, %s without", c.with, c.without)
	}
}

func TestTheSmallestSets(t *testing.T) {
	all := []string{"attention", "brevity", "cap", "rivalry"}
	for _, c := range []struct {
		name  string
		flips [][]string
		want  [][]string
	}{
		{"nothing flips it", nil, [][]string{}},
		{"one", [][]string{all, {"cap"}, {"cap", "rivalry"}}, [][]string{{"cap"}}},
		{"either of two", [][]string{{"brevity"}, {"cap"}}, [][]string{{"brevity"}, {"cap"}}},
		{"two only together", [][]string{{"brevity", "cap"}}, [][]string{{"brevity", "cap"}}},
		{"two together, and all", [][]string{all, {"brevity", "cap"}}, [][]string{{"brevity", "cap"}}},
		{"all together, and no fewer", [][]string{all}, [][]string{all}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Outcome{Finding: stats.Supported}
			for _, off := range append([][]string{all}, append(chosen(all, 1), chosen(all, 2)...)...) {
				f := OffFinding{Mechanisms: off, Finding: stats.Supported}
				for _, set := range c.flips {
					if len(set) == len(off) && set[0] == off[0] && set[len(set)-1] == off[len(off)-1] {
						f.Finding, f.Flips = stats.Undecided, true
					}
				}
				o.Off = append(o.Off, f)
			}
			o.conclude()
			require.Equal(t, c.want, o.AssumedBy)
			require.Equal(t, len(c.want) > 0, o.Verdict == stats.Assumed)
			require.Equal(t, all, o.Exact().Mechanisms)
		})
	}
}

func TestSetsOfMechanisms(t *testing.T) {
	models := func(a Ablation, model string) []string {
		sets, err := a.sets(model)
		require.NoError(t, err)
		out := []string{}
		for _, s := range sets {
			out = append(out, s.model)
		}
		return out
	}
	const but3 = "sim:mini?abstention=off&arithmetic=off&attention=off&brevity=off&cap=off&carry=0.5&keeping=off"
	require.Equal(t, []string{"sim:exact"}, models(AblateExact, but3))
	require.Len(t, models(AblatePairs, but3), 1+3+3)
	require.Contains(t, models(AblatePairs, but3), "sim:mini?abstention=off&arithmetic=off&attention=off&brevity=off&cap=off&carry=0.5&keeping=off&rivalry=off&staleness=off", "other options stay")
	const but2 = but3 + "&rivalry=off"
	require.Len(t, models(AblatePairs, but2), 1+2, "the pair is all that is on")
	require.Len(t, models(AblatePairs, but2+"&staleness=off"), 1, "so is the one")
	require.Empty(t, models(AblatePairs, "openai:gpt-5-nano"))
}
