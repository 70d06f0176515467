package frontier

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/space"
)

const sizes = `name: sizes
dimensions:
  - name: size
    integer: {from: 1, to: 16}
strategies:
  - spec: window(size=$size)
`

// fourths cost their size. The first keeps one probe, every fourth the more the larger it is, and all
// others as little as the first: the front is 1, 4, 8, 12 and 16.
func fourths(p space.Point, _, _ int) (float64, func(int) bool) {
	size, _ := strconv.Atoi(p.Levels[0])
	n := 1
	if size%4 == 0 {
		n = 3 + size/2
	}
	return float64(size) / 1000, func(k int) bool { return k < n }
}

// raced replays a race of all points of a sweep on its units, scenario by scenario.
func raced(t require.TestingT, s Swept, kind Racing) (left []string, trials int) {
	var points []int
	for i := range s.Points {
		points = append(points, i)
	}
	var units []raceUnit
	for repeat := range s.Planned.Repeats {
		for sc := range s.Scenarios {
			units = append(units, raceUnit{Scenario: sc, Repeat: repeat})
		}
	}
	at, trials, err := s.race(kind, points, units)
	require.NoError(t, err)
	for _, i := range at {
		left = append(left, s.Points[i].Levels[0])
	}
	return left, trials
}

func TestRace(t *testing.T) {
	front := []string{"1", "4", "8", "12", "16"}
	for name, change := range map[string]func(*lab.Shown){
		"priced":   func(*lab.Shown) {},
		"unpriced": func(o *lab.Shown) { o.Cost.Priced, o.Cost.Write.USD, o.Cost.Read.USD = false, 0, 0 },
		"free":     func(o *lab.Shown) { o.Cost.Write.USD, o.Cost.Read.USD = 0, 0 },
	} {
		t.Run(name, func(t *testing.T) {
			s := sweptBy(t, sizes, 8, 4, fourths)
			for _, p := range s.Points {
				for _, repeats := range p.Trials {
					for r := range repeats {
						change(&repeats[r])
					}
				}
			}
			all := len(s.Points) * 8 * 4
			left, trials := raced(t, s, Halving)
			require.Equal(t, front, left)
			require.Equal(t, 4*16+4*8+24*5, trials, "32 units: half goes after 4, and what else is behind after 8")
			left, trials = raced(t, s, EValues)
			require.Subset(t, left, front)
			require.NotContains(t, left, "15")
			require.Less(t, trials, all)
		})
	}
}

// What completed nothing goes first, and what can't be compared with anything stays to the end.
func TestRaceWithoutTrials(t *testing.T) {
	s := sweptBy(t, sizes, 4, 2, fourths)
	for i := range s.Points {
		if i == 3 { // size 4 is on the front otherwise
			for _, repeats := range s.Points[i].Trials {
				for r := range repeats {
					repeats[r] = lab.Shown{Ended: arena.Failed}
				}
			}
		}
	}
	left, _ := raced(t, s, Halving)
	require.Equal(t, []string{"1", "8", "12", "16"}, left)
}

// TestRaceKeepsTheCheapest: nothing is as cheap, so nothing is ahead of it.
func TestRaceKeepsTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kept := rapid.SliceOfN(rapid.IntRange(0, probesOf), 16*6, 16*6).Draw(t, "kept")
		s := sweptBy(t, sizes, 3, 2, func(p space.Point, sc, r int) (float64, func(int) bool) {
			usd, _ := fourths(p, sc, r)
			n := kept[int(1000*usd+0.5)-1+16*(3*r+sc)]
			return usd, func(k int) bool { return k < n }
		})
		for _, kind := range []Racing{Halving, EValues} {
			left, trials := raced(t, s, kind)
			require.Contains(t, left, "1")
			require.LessOrEqual(t, trials, 16*6)
		}
	})
}
