package reports

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// TestNamesCoverNothing: no label lies on another or on a point, or outside; and where there is room
// every point has one.
func TestNamesCoverNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := placer{within: vg.Rectangle{Max: vg.Point{X: 600, Y: 350}}}
		for range rapid.IntRange(1, 25).Draw(t, "points") {
			at := vg.Point{X: vg.Length(rapid.IntRange(0, 600).Draw(t, "x")), Y: vg.Length(rapid.IntRange(0, 350).Draw(t, "y"))}
			l.points = append(l.points, at)
			l.sizes = append(l.sizes, vg.Point{X: vg.Length(rapid.IntRange(10, 90).Draw(t, "width")), Y: 9})
		}
		l.bars = [][2]vg.Point{{{X: 300}, {X: 300, Y: 350}}}
		places := l.place()
		for i, a := range places {
			if a == nil {
				// Points so dense that names would have to lie on them.
				require.Greater(t, len(l.points), 6)
				continue
			}
			require.Equal(t, *a, vg.Rectangle{Min: nearest(l.within, a.Min), Max: nearest(l.within, a.Max)}, "inside")
			for k, b := range places {
				require.False(t, k != i && b != nil && overlap(*a, *b), "names %d and %d", i, k)
				require.False(t, overlap(*a, vg.Rectangle{Min: l.points[k], Max: vg.Point{X: l.points[k].X + 1, Y: l.points[k].Y + 1}}), "name %d on point %d", i, k)
			}
		}
	})
}

func TestNamesStandBesideTheirPoints(t *testing.T) {
	l := placer{
		within: vg.Rectangle{Max: vg.Point{X: 200, Y: 100}},
		points: []vg.Point{{X: 50, Y: 50}, {X: 195, Y: 50}},
		sizes:  []vg.Point{{X: 40, Y: 9}, {X: 40, Y: 9}},
	}
	places := l.place()
	require.Greater(t, places[0].Min.X, l.points[0].X, "to the right where there is room")
	require.Less(t, places[1].Max.X, l.points[1].X, "to the left at the right edge")
	for i, place := range places {
		require.Less(t, distance(nearest(*place, l.points[i]), l.points[i]), vg.Length(leaderFrom), "no line is needed")
	}
}
