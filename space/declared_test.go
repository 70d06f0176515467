package space_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/space"
)

func TestBuiltin(t *testing.T) {
	same := func(spec string) (string, error) { return spec, nil }
	s := space.Builtin()
	require.Equal(t, 3840, s.Combinations())
	ps, err := s.Points("sim", same)
	require.NoError(t, err)
	require.Len(t, ps, 1+4+16+3*60+2*120, "full_context has no setting, a window and retrieval have no trigger, depth or sub-model; k is retrieval's alone, depth rlm's")
	stands := 0
	for _, p := range ps {
		stands += p.Stands
	}
	require.Equal(t, 3840, stands)
	require.Equal(t, "full_context", ps[0].Label)
	require.Equal(t, 480, ps[0].Stands)
	require.Equal(t, "window(size=2)", ps[1].Label)
	require.Empty(t, ps[1].MemoryModel)
	require.Equal(t, 120, ps[1].Stands)
	require.Equal(t, "method=window recent=2", s.Describe(ps[1].Levels))
	last := ps[len(ps)-1]
	require.Equal(t, "hybrid(compress_every=16, recent_window=8)", last.Label)
	require.Equal(t, "sim:standard", last.MemoryModel)

	ps, err = s.Points("ollama", same)
	require.NoError(t, err)
	require.Len(t, ps, 1+4+16+3*20+2*40, "one model writes every memory")
}

// numbers are those from 1 on, as a list in YAML has them.
func numbers(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strconv.Itoa(i + 1)
	}
	return strings.Join(all, ", ")
}

func TestBadFiles(t *testing.T) {
	const strategies = "strategies: [{spec: \"window(size=$n)\"}]\n"
	one := func(dimension string) string { return "name: x\ndimensions:\n  - " + dimension + "\n" + strategies }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing":              {"name: x\n", []string{"dimensions", "strategies"}},
		"unknown field":        {one("{name: n, ordinl: [1]}"), []string{"did you mean ordinal?"}},
		"no kind":              {one("{name: n}"), []string{"dimension n: say its levels once"}},
		"two kinds":            {one("{name: n, ordinal: [1, 2], categorical: [a]}"), []string{"say its levels once"}},
		"unsorted":             {one("{name: n, ordinal: [4, 2]}"), []string{"2 doesn't follow 4: ordinal levels ascend"}},
		"not numbers":          {one("{name: n, ordinal: [few, many]}"), []string{`"few" is no number: levels without numbers are categorical`}},
		"no levels":            {one("{name: n, categorical: []}"), []string{"dimension n has no levels"}},
		"twice the level":      {one("{name: n, categorical: [a, a]}"), []string{`level "a" is empty or listed twice`}},
		"twice the dimension":  {one("{name: n, ordinal: [1]}\n  - {name: n, ordinal: [2]}"), []string{"dimension n is declared twice"}},
		"not ascending at all": {one("{name: n, ordinal: [nan]}"), []string{"ordinal levels ascend"}},
		"too many together":    {one("{name: n, ordinal: [" + numbers(2000) + "]}\n  - {name: m, ordinal: [" + numbers(2000) + "]}"), []string{"has more than 1000000 combinations; declare fewer levels"}},
		"condition on a later dimension": {
			one("{name: n, ordinal: [1], when: {m: a}}\n  - {name: m, categorical: [a]}"), []string{`no dimension "m" is declared before this`},
		},
		"condition on no level": {one("{name: m, categorical: [a]}\n  - {name: n, ordinal: [1], when: {m: b}}"), []string{`m has no level "b" (levels: [a])`}},
		"condition without one": {one("{name: m, categorical: [a]}\n  - {name: n, ordinal: [1], when: {m: []}}"), []string{"m: no level"}},
		"$name unknown":         {"name: x\ndimensions: [{name: size, ordinal: [1]}]\nstrategies: [{spec: \"window(size=$sice)\"}]\n", []string{`no dimension "sice"`, "did you mean size?"}},
		"models of nothing":     {one("{name: n, ordinal: [1]}") + "memory_models: {levels: {a: {sim: \"sim:nano\"}}}\n", []string{"say by which dimension the levels are"}},
		"models of no level":    {one("{name: n, ordinal: [1, 2]}") + "memory_models: {dimension: n, levels: {3: {sim: \"sim:nano\"}}}\n", []string{`n has no level "3"`, "level 1 of n has no model", "level 2 of n has no model"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := space.Parse("x.yaml", []byte(c.text))
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
			require.ErrorContains(t, err, "x.yaml:", "it says where")
		})
	}
}

// asWritten takes a spec for its own label, unless it names no window.
func asWritten(spec string) (string, error) {
	if !strings.HasPrefix(spec, "window") {
		return "", errors.New("did you mean window?")
	}
	return spec, nil
}

func TestPointsThatCannotBe(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no strategy for a level": {"name: x\ndimensions: [{name: m, categorical: [a, b]}]\nstrategies: [{when: {m: a}, spec: window}]\n", "space x: no strategy is declared for m=b"},
		"no level there": {
			"name: x\ndimensions: [{name: m, categorical: [a, b]}, {name: n, ordinal: [1], when: {m: a}}]\nstrategies: [{spec: \"window(size=$n)\"}]\n",
			"$n has no level there: its condition doesn't hold",
		},
		"no such strategy": {"name: x\ndimensions: [{name: n, ordinal: [1]}]\nstrategies: [{spec: windw(size=$n)}]\n", "did you mean window?"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := space.Parse("x.yaml", []byte(c.text))
			require.NoError(t, err)
			_, err = s.Points("sim", asWritten)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestKindsOfLevels(t *testing.T) {
	s, err := space.Parse("x.yaml", []byte(`name: x
dimensions:
  - {name: i, ordinal: [2, 5, 8]}
  - {name: r, ordinal: [0, 0.5, 1]}
  - {name: c, categorical: ["4", a], when: {i: [2, 8]}}
strategies:
  - spec: window(size=$i)
`))
	require.NoError(t, err)
	require.Equal(t, []string{"2", "5", "8"}, s.Dimensions[0].Levels)
	require.True(t, s.Dimensions[1].Ordered)
	require.False(t, s.Dimensions[2].Ordered)
	require.NotEmpty(t, s.Dimensions[2].When)
	require.Equal(t, 18, s.Combinations())
	ps, err := s.Points("sim", asWritten)
	require.NoError(t, err)
	require.Len(t, ps, 3, "what doesn't change the strategy is the same point")
	require.Equal(t, 6, ps[0].Stands)
}
