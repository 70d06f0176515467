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

// cellName names a cell of a grid by the ranges of its descriptors.
func cellName(descriptors []emas.Descriptor, cell int) string {
	parts := make([]string, len(descriptors))
	for i := len(descriptors) - 1; i >= 0; i-- {
		a := descriptors[i].Axis
		low, high := ends(a, cell%a.Bins)
		cell /= a.Bins
		parts[i] = fmt.Sprintf("%s %.3g–%.3g", a.Name, low, high)
	}
	return strings.Join(parts, ", ")
}

// ends are those of a bin.
func ends(a emas.Axis, bin int) (low, high float64) {
	width := (a.High - a.Low) / float64(a.Bins)
	return a.Low + float64(bin)*width, a.Low + float64(bin+1)*width
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

// without is the archive that all that was seen makes without one scenario: the fittest of each cell, by
// the rules of the search but in one go. Without the only source of a descriptor the grid does without
// that too. Without a scenario that chose nothing ("" is none) it is what the search found: within the
// margin who came first stays, so in one go some elites would be others.
func (r Run) without(left string) (*emas.Archive, []emas.Descriptor, error) {
	if !slices.Contains(r.Search, left) {
		return r.Archive, r.Descriptors, nil
	}
	descriptors := r.measurable(left)
	a, err := emas.NewArchive(emas.Axes(descriptors), emas.Rules{Margin: r.Settings.Margin})
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

// Grid is an archive along two descriptors: the fittest of each square that isn't empty, whatever its
// other descriptors are. There is no Corrected without fresh repeats, and no Optimum unless the whole
// space was measured.
type Grid struct {
	X         emas.Axis `json:"x"`
	Y         emas.Axis `json:"y"`
	Searched  []Square  `json:"searched"`
	Corrected []Square  `json:"corrected,omitempty"`
	Optimum   []Square  `json:"optimum,omitempty"`
}

// Square is the fittest of a square, whose bins count from 0.
type Square struct {
	X       int     `json:"x"`
	Y       int     `json:"y"`
	Fitness float64 `json:"fitness"`
}

// grids are the archives along every two descriptors.
func (r Run) grids() []Grid {
	var corrected, optimum *emas.Archive
	if r.Repeats != nil {
		corrected = r.Repeats.Archive
	}
	if r.Landscape != nil {
		if best, err := r.Landscape.Optimum(); err == nil {
			optimum = best
		}
	}
	out := []Grid{}
	for x := range r.Descriptors {
		for y := x + 1; y < len(r.Descriptors); y++ {
			out = append(out, Grid{
				X: r.Descriptors[x].Axis, Y: r.Descriptors[y].Axis,
				Searched: r.squares(r.Archive, x, y), Corrected: r.squares(corrected, x, y), Optimum: r.squares(optimum, x, y),
			})
		}
	}
	return out
}

// squares are an archive along two descriptors, by the bins of the first, then of the second; nil without
// an archive.
func (r Run) squares(a *emas.Archive, x, y int) []Square {
	if a == nil {
		return nil
	}
	out := []Square{}
	for _, e := range a.Elites() {
		at := Square{r.Descriptors[x].Bin(e.Descriptors[x]), r.Descriptors[y].Bin(e.Descriptors[y]), e.Fitness}
		i, there := slices.BinarySearchFunc(out, at, func(a, b Square) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
		switch {
		case !there:
			out = slices.Insert(out, i, at)
		case at.Fitness > out[i].Fitness:
			out[i] = at
		}
	}
	return out
}

// front is what elites trade for each other: of an archive's elites those that no other beats in the
// first two descriptors both, by rising first descriptor. It is empty with fewer than two descriptors.
func (r Run) front(a *emas.Archive) ([]emas.Elite, error) {
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
