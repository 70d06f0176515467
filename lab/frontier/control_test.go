package frontier

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/space"
)

func controlOf(t *testing.T, s Swept, floors ...float64) Control {
	c, err := newControl(s, policyFor(t, s), floors)
	require.NoError(t, err)
	return c
}

func (f ControlFloor) of(rule Rule) Ruled {
	for _, r := range f.Rules {
		if r.Rule == rule {
			return r
		}
	}
	return Ruled{}
}

// scattered keeps so many of twelve: window 3, structured with nano 7 or 8, with standard 10 or 11; a
// hybrid keeps what structured does, for more.
func scattered(p space.Point, scenario, _ int) (float64, func(int) bool) {
	usd, _ := simple(p, 0, 0)
	n := 3 + scenario%2
	if p.Levels[0] != "window" {
		n = 7 + scenario%2
		if p.Levels[2] == "standard" {
			n += 3
		}
	}
	return usd, func(k int) bool { return k < n }
}

func TestControlByHand(t *testing.T) {
	s := sweptOf(t, 8, 2, scattered)
	c := controlOf(t, s, 0.2, 0.58, 0.66, 0.99)
	require.Empty(t, c.Notes)
	require.Equal(t, 2, c.Repeats)

	low := c.Floors[0]
	require.Equal(t, 8, low.of(ByPolicy).Met)
	require.InDelta(t, 0.001, low.of(ByPolicy).Cost, 1e-12, "the window does")
	require.InDelta(t, 3.5/12, low.of(ByPolicy).Kept, 1e-12)
	require.InDelta(t, 0.6756, low.of(ByPolicy).Interval.Low, 1e-3, "Wilson's of 8 in 8")

	// 0.58 is a little below the 7 of 12 that the cheap one always keeps, and too near to be sure of.
	near := c.Floors[1]
	require.InDelta(t, 0.004, near.of(ByPolicy).Cost, 1e-12, "so what is sure costs more")
	require.InDelta(t, 0.002, near.of(ByMean).Cost, 1e-12, "and the mean alone takes the cheap one")
	require.Equal(t, 8, near.of(ByMean).Met)

	// At 0.66 the cheap one keeps 8 of 12, which is enough, in every other scenario only.
	half := c.Floors[2]
	require.Equal(t, 8, half.of(ByPolicy).Met)

	top := c.Floors[3]
	require.Zero(t, top.of(ByPolicy).Met)
	require.Equal(t, 8, top.of(ByPolicy).FellBack)
	require.InDelta(t, 0.004, top.of(ByPolicy).Cost, 1e-12, "the one whose bound is highest")
}

func TestControlSaysWhatARaceLeftOut(t *testing.T) {
	s := sweptOf(t, 6, 2, uneven)
	s.put(len(s.Points)-1, 3, 1, lab.Shown{})
	c := controlOf(t, s, 0.3)
	require.Len(t, c.Notes, 1)
	require.Contains(t, c.Notes[0], "1 points of the sweep didn't complete every trial")
}

func TestControlRefusesOtherPolicies(t *testing.T) {
	s := sweptOf(t, 6, 2, uneven)
	p := policyFor(t, s)
	for name, c := range map[string]struct {
		change func(p *lab.PolicyFile)
		want   string
	}{
		"another sweep": {func(p *lab.PolicyFile) {
			p.Whole = json.RawMessage(`{"sweep":"x","scenarios":1,"critical":1,"candidates":[{}]}`)
		}, "made from sweep x, and this is 0123456789abcdef"},
		"no fold": {func(p *lab.PolicyFile) { p.Folds = nil }, "no fold for scenario s0"},
	} {
		t.Run(name, func(t *testing.T) {
			other := *p
			c.change(&other)
			_, err := newControl(s, &other, []float64{0.5})
			var mistake arena.Mistake
			require.ErrorAs(t, err, &mistake)
			require.ErrorContains(t, err, c.want)
		})
	}
}
