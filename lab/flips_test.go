package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/probes"
)

func TestFlips(t *testing.T) {
	// Of each probe of s1 and s2, how many of three repeats keep it.
	arm := func(name string, counts map[string]int) Arm {
		return armOf(name, 2, 3, func(s, r, p int) probes.Result {
			if r <= counts[fmt.Sprintf("s%d-p%d", s, p)] {
				return probes.Kept
			}
			return probes.Lost
		})
	}
	a := arm("a", map[string]int{"s1-p1": 1, "s2-p0": 3, "s2-p1": 2, "s2-p5": 3})
	b := arm("b", map[string]int{"s1-p1": 3, "s2-p1": 2, "s2-p5": 1})
	c, err := contrast(a, b, sampledAnswer)
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

	same, all := undiscriminating(c.blocks)
	require.Equal(t, [2]int{8, 12}, [2]int{same, all}, "s2-p1 varies, though both keep it equally often")

	many, err := contrast(armOf("a", 4, 1, func(int, int, int) probes.Result { return probes.Kept }), armOf("b", 4, 1, func(int, int, int) probes.Result { return probes.Stale }), sampledAnswer)
	require.NoError(t, err)
	require.Len(t, many.Flips, mostFlips)
}

func TestQuote(t *testing.T) {
	require.Equal(t, "one line", quote(" one\n\tline "))
	cut := quote(strings.Repeat("ä", longestQuote+1))
	require.Equal(t, strings.Repeat("ä", longestQuote)+"…", cut)
}
