package evolution

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/pareto"
)

// Cell names a cell of the grid by the ranges of its descriptors.
func (r Run) Cell(cell int) string { return cellName(r.Descriptors, cell) }

func cellName(descriptors []emas.Descriptor, cell int) string {
	parts := make([]string, len(descriptors))
	for i := len(descriptors) - 1; i >= 0; i-- {
		a := descriptors[i].Axis
		bin := cell % a.Bins
		cell /= a.Bins
		width := (a.High - a.Low) / float64(a.Bins)
		parts[i] = fmt.Sprintf("%s %.3g–%.3g", a.Name, a.Low+float64(bin)*width, a.Low+float64(bin+1)*width)
	}
	return strings.Join(parts, ", ")
}

// measurable are the descriptors that can be measured without one scenario. A grid needs one, so where
// there is none all genomes share a cell.
func (r Run) measurable(left string) []emas.Descriptor {
	var out []emas.Descriptor
	for _, d := range r.Descriptors {
		sourced := len(d.Sources) == 0
		for _, id := range r.Search {
			sourced = sourced || id != left && slices.ContainsFunc(r.scenario(id).Probes, func(p arena.Probe) bool {
				return p.Kind.Headline() && slices.Contains(d.Sources, string(p.Type))
			})
		}
		if sourced {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		out = append(out, emas.FactTypeBias(1))
	}
	return out
}

// archive is the archive that all that was seen makes without one scenario: the fittest of each cell, by
// the rules of the search but in one go. Without the only source of a descriptor the grid does without
// that too. Without a scenario that chose nothing ("" is none) it is what the search found: within the
// margin who came first stays, so in one go some elites would be others.
func (r Run) archive(left string) (*emas.Archive, []emas.Descriptor, error) {
	if !slices.Contains(r.Search, left) {
		return r.Archive, r.Descriptors, nil
	}
	descriptors := r.measurable(left)
	a, err := emas.NewArchive(emas.Axes(descriptors), r.rules())
	if err != nil {
		return nil, nil, err
	}
	for _, m := range r.seen {
		trials := slices.DeleteFunc(slices.Clone(m.trials), func(t emas.Trial) bool { return t.Scenario == left })
		e, _, err := emas.Evaluate(m.genome, r.Scorer, descriptors, trials)
		if err != nil {
			return nil, nil, fmt.Errorf("archive without %s: %w", left, err)
		}
		if _, _, err := a.Add(e); err != nil {
			return nil, nil, err
		}
	}
	return a, descriptors, nil
}

// Grid is an archive seen along two of its descriptors: the fittest elite of each square, whatever its
// other descriptors are. Squares are by the first descriptor, then the second; nil is empty.
type Grid struct {
	X, Y    emas.Axis
	Squares [][]*emas.Elite
}

// Grids are an archive along every two of its descriptors.
func (r Run) Grids(a *emas.Archive) []Grid {
	var out []Grid
	for x := range r.Descriptors {
		for y := x + 1; y < len(r.Descriptors); y++ {
			g := Grid{X: r.Descriptors[x].Axis, Y: r.Descriptors[y].Axis}
			for range g.X.Bins {
				g.Squares = append(g.Squares, make([]*emas.Elite, g.Y.Bins))
			}
			for _, e := range a.Elites() {
				at := &g.Squares[g.X.Bin(e.Descriptors[x])][g.Y.Bin(e.Descriptors[y])]
				if *at == nil || e.Fitness > (*at).Fitness {
					*at = &e
				}
			}
			out = append(out, g)
		}
	}
	return out
}

// Front is what elites trade for each other: of an archive's elites those that no other beats in the
// first two descriptors both, by rising first descriptor. It is empty with fewer than two descriptors.
func (r Run) Front(a *emas.Archive) ([]emas.Elite, error) {
	elites := a.Elites()
	if len(r.Descriptors) < 2 || len(elites) == 0 {
		return nil, nil
	}
	points := make([][]float64, len(elites))
	for i, e := range elites {
		points[i] = e.Descriptors[:2]
	}
	front, err := pareto.Front(points, []pareto.Objective{
		{Name: r.Descriptors[0].Name, Maximize: true}, {Name: r.Descriptors[1].Name, Maximize: true},
	})
	if err != nil {
		return nil, err
	}
	var out []emas.Elite
	for _, i := range front {
		out = append(out, elites[i])
	}
	slices.SortStableFunc(out, func(a, b emas.Elite) int { return cmp.Compare(a.Descriptors[0], b.Descriptors[0]) })
	return out, nil
}
