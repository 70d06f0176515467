package frontier

import (
	"strconv"
	"strings"
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
    ordinal: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
strategies:
  - spec: structured(recent_window=$size)
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

// raced races all points of a sweep on its units, repeat by repeat.
func raced(s Swept) (left []string, trials int) {
	race := newHalving(s.Planned.Repeats*len(s.Scenarios), s.Points)
	for repeat := range s.Planned.Repeats {
		for _, sc := range s.Scenarios {
			now := make([]lab.Shown, len(s.Points))
			for i, p := range s.Points {
				now[i] = p.Trials[Unit{sc.ID, repeat + 1}]
				if !race.dropped[i] {
					trials++
				}
			}
			race.add(sc, now)
		}
	}
	for i, p := range s.Points {
		if !race.dropped[i] {
			left = append(left, p.Levels[0])
		}
	}
	return left, trials
}

func TestRace(t *testing.T) {
	front := []string{"1", "4", "8", "12", "16"}
	for name, made := range map[string]func(*lab.Shown){
		"priced":   func(*lab.Shown) {},
		"unpriced": func(o *lab.Shown) { o.Cost.Priced, o.Cost.Write.USD, o.Cost.Read.USD = false, 0, 0 },
		"free":     func(o *lab.Shown) { o.Cost.Write.USD, o.Cost.Read.USD = 0, 0 },
	} {
		t.Run(name, func(t *testing.T) {
			s := sweptBy(t, sizes, 8, 4, fourths)
			change(s.Points, made)
			left, trials := raced(s)
			require.Equal(t, front, left)
			require.Equal(t, 4*16+4*8+24*5, trials, "32 units: half goes after 4, and what else is behind after 8")
		})
	}
}

// What asks no model to write its memory is never dropped, however far it lies behind.
func TestRivalsStay(t *testing.T) {
	s := sweptBy(t, strings.Replace(sizes, "spec: structured(recent_window=$size)", "spec: retrieval(by=bm25, top_k=$size)", 1), 8, 4, fourths)
	left, trials := raced(s)
	require.Len(t, left, 16)
	require.Equal(t, 32*16, trials)
}

// What completed nothing goes first, and what can't be compared with anything stays to the end.
func TestRaceWithoutTrials(t *testing.T) {
	s := sweptBy(t, sizes, 4, 2, fourths)
	change(s.Points[3:4], func(t *lab.Shown) { *t = lab.Shown{Ended: arena.Failed} }) // size 4 is on the front otherwise
	left, _ := raced(s)
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
		left, trials := raced(s)
		require.Contains(t, left, "1")
		require.LessOrEqual(t, trials, 16*6)
	})
}
