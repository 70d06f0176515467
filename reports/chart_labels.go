package reports

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labels are names beside points of a plot. Each stands where it covers no other name and no point, and
// is inside the axes: as near to its point as the others leave room, joined to it by a thin line where
// that isn't beside it. A name without such a place is left out.
type labels struct {
	plotter.XYs
	Names  []string
	Colors []color.Color // by name
	Size   vg.Length     // of the font, in points
	// Bars are lines that a name had better not cross, as ends in the plot's units: intervals.
	Bars []plotter.XYs
}

// Sizes of labels in points: the room around a point, how far labels may move in steps, and the distance
// from which on a line joins a label to its point.
const (
	pointRoom                 = 4.5
	ringStep, rings           = 7, 26
	spokes                    = 24
	leaderFrom                = 9
	rounds                    = 12
	wrongSide       vg.Length = 1.5 // names stand to the right where they can
)

// What covering a bar, crossing a line or label, and being nearer to another point are worth, in points of distance.
const crossedBar, crossed, astray = 5, 40, 12

// Plot implements plot.Plotter.
func (n labels) Plot(c draw.Canvas, p *plot.Plot) {
	style := p.X.Tick.Label
	SetFont(n.Size, &style)
	style.XAlign, style.YAlign = draw.XLeft, draw.YBottom
	l := placer{within: c.Rectangle}
	x, y := p.Transforms(&c)
	for i, at := range n.XYs {
		l.points = append(l.points, vg.Point{X: x(at.X), Y: y(at.Y)})
		box := style.Rectangle(plain(n.Names[i]))
		l.sizes = append(l.sizes, vg.Point{X: box.Max.X - box.Min.X, Y: n.Size})
	}
	for _, bar := range n.Bars {
		l.bars = append(l.bars, [2]vg.Point{{X: x(bar[0].X), Y: y(bar[0].Y)}, {X: x(bar[1].X), Y: y(bar[1].Y)}})
	}
	for i, place := range l.place() {
		if place == nil {
			continue
		}
		if near := nearest(*place, l.points[i]); distance(near, l.points[i]) > leaderFrom {
			c.StrokeLine2(draw.LineStyle{Color: color.Gray{0x99}, Width: 0.5}, l.points[i].X, l.points[i].Y, near.X, near.Y)
		}
		c.FillPolygon(color.NRGBA{0xff, 0xff, 0xff, 0xc0}, []vg.Point{place.Min, {X: place.Max.X, Y: place.Min.Y}, place.Max, {X: place.Min.X, Y: place.Max.Y}})
		style.Color = n.Colors[i]
		c.FillText(style, vg.Point{X: place.Min.X, Y: place.Min.Y}, n.Names[i])
	}
}

// placer finds places for labels, in points of the canvas.
type placer struct {
	within vg.Rectangle
	points []vg.Point
	sizes  []vg.Point // of the labels
	bars   [][2]vg.Point
	places []*vg.Rectangle
}

// place finds places: each label in turn takes the best that the others leave it, until none moves.
func (l *placer) place() []*vg.Rectangle {
	l.places = make([]*vg.Rectangle, len(l.points))
	for range rounds {
		moved := false
		for i := range l.points {
			was := l.places[i]
			l.places[i] = l.best(i)
			moved = moved || (was == nil) != (l.places[i] == nil) || was != nil && *was != *l.places[i]
		}
		if !moved {
			break
		}
	}
	return l.places
}

// best is the best place for a label among the others where they are; nil if there is none. A tie is for
// the nearer ring, and on it for the first spoke from the right, against the clock.
func (l *placer) best(i int) *vg.Rectangle {
	least := vg.Length(math.Inf(1))
	var out *vg.Rectangle
	for ring := range rings {
		reach := pointRoom + vg.Length(ring)*ringStep
		if reach-pointRoom > least { // farther than the best is bad
			break
		}
		for spoke := range spokes {
			sin, cos := math.Sincos(2 * math.Pi * float64(spoke) / spokes)
			box := boxAt(l.points[i], l.sizes[i], reach, cos, sin)
			if bad := l.badness(i, box); bad < least {
				least, out = bad, &box
			}
		}
	}
	return out
}

// boxAt is a label's box in a direction from a point: its near edge or corner is at that reach.
func boxAt(at, size vg.Point, reach vg.Length, cos, sin float64) vg.Rectangle {
	center := vg.Point{
		X: at.X + vg.Length(cos)*(reach+size.X/2),
		Y: at.Y + vg.Length(sin)*(reach+size.Y/2),
	}
	return vg.Rectangle{
		Min: vg.Point{X: center.X - size.X/2, Y: center.Y - size.Y/2}, Max: vg.Point{X: center.X + size.X/2, Y: center.Y + size.Y/2},
	}
}

// badness is infinite for a box that covers a label or a point, or isn't inside.
func (l *placer) badness(i int, box vg.Rectangle) vg.Length {
	never := vg.Length(math.Inf(1))
	if box.Min.X < l.within.Min.X || box.Max.X > l.within.Max.X || box.Min.Y < l.within.Min.Y || box.Max.Y > l.within.Max.Y {
		return never
	}
	at := l.points[i]
	near := nearest(box, at)
	bad := distance(near, at)
	if box.Min.X < at.X {
		bad += wrongSide
	}
	line := bad > leaderFrom
	for k, other := range l.places {
		if k != i && other != nil {
			switch {
			case overlap(box, *other):
				return never
			case line && cuts(at, near, *other), distance(nearest(*other, l.points[k]), l.points[k]) > leaderFrom && cuts(l.points[k], nearest(*other, l.points[k]), box):
				bad += crossed
			}
		}
		p := l.points[k]
		room := vg.Rectangle{Min: vg.Point{X: p.X - pointRoom/2, Y: p.Y - pointRoom/2}, Max: vg.Point{X: p.X + pointRoom/2, Y: p.Y + pointRoom/2}}
		switch {
		case overlap(box, room):
			return never
		case line && k != i && cuts(at, near, room):
			bad += crossed
		case k != i && !line && distance(nearest(box, p), p) < 1.5*distance(near, at):
			bad += astray
		}
	}
	for _, bar := range l.bars {
		if cuts(bar[0], bar[1], box) {
			bad += crossedBar
		}
	}
	return bad
}

// nearest is the point of a box that is nearest to another.
func nearest(box vg.Rectangle, to vg.Point) vg.Point {
	return vg.Point{X: max(box.Min.X, min(box.Max.X, to.X)), Y: max(box.Min.Y, min(box.Max.Y, to.Y))}
}

func distance(a, b vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)))
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// cuts reports whether the line from a to b has a part inside a box (Liang and Barsky 1984).
func cuts(a, b vg.Point, box vg.Rectangle) bool {
	from, to := vg.Length(0), vg.Length(1)
	d := vg.Point{X: b.X - a.X, Y: b.Y - a.Y}
	for _, edge := range [][2]vg.Length{{-d.X, a.X - box.Min.X}, {d.X, box.Max.X - a.X}, {-d.Y, a.Y - box.Min.Y}, {d.Y, box.Max.Y - a.Y}} {
		switch p, q := edge[0], edge[1]; {
		case p == 0 && q < 0:
			return false
		case p < 0:
			from = max(from, q/p)
		case p > 0:
			to = min(to, q/p)
		}
	}
	return from < to
}
