package compare

import (
	"fmt"
	"strings"
	"testing"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"github.com/stretchr/testify/require"
)

func TestPairArms(t *testing.T) {
	arms := func(names ...string) []contrast.Arm {
		var out []contrast.Arm
		for _, n := range names {
			var a contrast.Arm
			_, err := fmt.Sscan(n, &a.Strategy, &a.Model)
			require.NoError(t, err)
			out = append(out, a)
		}
		return out
	}
	for name, tt := range map[string]struct {
		a, b           []contrast.Arm
		named          bool
		want, unpaired []string
	}{
		"by strategy":               {arms("rlm x", "none x"), arms("none x", "window x", "rlm x"), false, []string{"rlm x/rlm x", "none x/none x"}, []string{"window (x): only B has it"}},
		"across models, one a side": {arms("rlm x", "none x"), arms("rlm y", "none y"), false, []string{"rlm x/rlm y", "none x/none y"}, nil},
		"several models":            {arms("rlm x", "rlm y"), arms("rlm y", "rlm z"), false, []string{"rlm y/rlm y"}, []string{"rlm (x): only A has it", "rlm (z): only B has it"}},
		"one arm a side":            {arms("rlm x"), arms("window y"), false, []string{"rlm x/window y"}, nil},
		"named":                     {arms("rlm x", "rlm y"), arms("none x", "none y"), true, []string{"rlm x/none x", "rlm y/none y"}, nil},
		"nothing in common":         {arms("rlm x", "none x"), arms("window x"), false, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			pairs, unpaired, err := pairArms(side{arms: tt.a, named: tt.named}, side{arms: tt.b, named: tt.named})
			if tt.want == nil {
				require.ErrorContains(t, err, "A has rlm (x), none (x); B has window (x)")
				return
			}
			require.NoError(t, err)
			var have []string
			for _, p := range pairs {
				have = append(have, fmt.Sprintf("%s %s/%s %s", p[0].Strategy, p[0].Model, p[1].Strategy, p[1].Model))
			}
			require.Equal(t, tt.want, have)
			require.Equal(t, tt.unpaired, unpaired)
		})
	}
}

// TestInputs: equal inputs that gave other trials are a sign of a changed strategy or model.
func TestInputs(t *testing.T) {
	a := lab.Result{Planned: lab.Planned{Suite: "original", Scenarios: []string{"x", "y"}, Dialogue: "live", Seed: 1}}
	b := a
	b.Planned.Scenarios = []string{"y"}
	b.Experiment.Program = "v2"
	name := contrast.ArmName{Strategy: "rlm", Model: "sim:nano"}
	same := []contrast.Contrast{{A: name, B: name, Matched: contrast.Matched{Pairs: 1}}}
	have := inputs(a, b, nil, same)
	require.Equal(t, []InputPair{{"scenarios", "x", ""}, {"program", "", "v2"}}, have[:2])
	require.Equal(t, "version", have[2].What)

	same[0].Same = 1
	require.Len(t, inputs(a, b, nil, same), 2)
	same[0].Same = 0
	b.Planned.Seed = 2
	require.Contains(t, inputs(a, b, nil, same), InputPair{"seed", "1", "2"})
	require.Len(t, inputs(a, b, nil, same), 3, "another seed explains other trials")
}

func TestQuote(t *testing.T) {
	require.Equal(t, "one line", quote(" one\n\tline "))
	cut := quote(strings.Repeat("ä", 160+1))
	require.Equal(t, strings.Repeat("ä", 160)+"…", cut)
}
