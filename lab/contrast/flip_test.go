package contrast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/labtest"
	"contextarena.internal/probes"
)

func TestFlips(t *testing.T) {
	// Of each probe of s1 and s2, how many of three repeats keep it.
	arm := func(name string, counts map[string]int) contrast.Arm {
		return labtest.ArmOf(name, 2, 3, func(s, r, p int) probes.Result {
			if r <= counts[fmt.Sprintf("s%d-p%d", s, p)] {
				return probes.Kept
			}
			return probes.Lost
		})
	}
	a := arm("a", map[string]int{"s1-p1": 1, "s2-p0": 3, "s2-p1": 2, "s2-p5": 3})
	b := arm("b", map[string]int{"s1-p1": 3, "s2-p1": 2, "s2-p5": 1})
	c, err := contrast.Of(a, b, sampledAnswer)
	require.NoError(t, err)
	var have []string
	for _, f := range c.Flips {
		have = append(have, fmt.Sprintf("%s-%s %d/%d %d/%d repeat %d: %s, %s", f.Scenario, f.Probe, f.A.Kept, f.A.Of, f.B.Kept, f.B.Of, f.Repeat, f.A.Result, f.B.Result))
	}
	require.Equal(t, []string{
		"s2-p0 3/3 0/3 repeat 1: kept, lost",
		"s1-p1 1/3 3/3 repeat 2: lost, kept", // equal in size to the next, but of an earlier scenario
		"s2-p5 3/3 1/3 repeat 2: kept, lost",
	}, have)
	require.Equal(t, "a-2-1", c.Flips[0].A.Trial)
	require.Equal(t, "b-2-1", c.Flips[0].B.Trial)

	require.Contains(t, strings.Join(c.Warnings, "\n"), "8 of 12 probes never vary", "s2-p1 varies, though both keep it equally often")

	many, err := contrast.Of(labtest.ArmOf("a", 4, 1, func(int, int, int) probes.Result { return probes.Kept }), labtest.ArmOf("b", 4, 1, func(int, int, int) probes.Result { return probes.Stale }), sampledAnswer)
	require.NoError(t, err)
	require.Len(t, many.Flips, 10)
}
