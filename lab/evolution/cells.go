package evolution

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/emas"
)

// placeName names a cell of a grid, by the bin of each axis, by the ranges of its descriptors.
func placeName(axes []emas.Axis, cell []int) string {
	var parts []string
	for i, a := range axes {
		low, high := ends(a, cell[i])
		parts = append(parts, fmt.Sprintf("%s %.3g–%.3g", a.Name, low, high))
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
		if slices.ContainsFunc(r.Search, func(id string) bool { return id != left && asks(r.scenario(id), d.Of) }) {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		out = append(out, emas.Describe("", 1))
	}
	return out
}

// without is the grid that all that was seen makes without one scenario: the fittest of each cell, by the rules
// of the search but in one go. Without the only source of a descriptor it does without that too. Without a
// scenario that chose nothing ("" is none) it is what the search found: within the margin who came first stays,
// so in one go some elites would be others.
func (r Run) without(left string) (*emas.Archive, []emas.Descriptor, error) {
	if !slices.Contains(r.Search, left) {
		return r.grid, r.Descriptors, nil
	}
	descriptors := r.measurable(left)
	a := emas.NewArchive(emas.Axes(descriptors), r.Settings.Margin)
	for _, m := range r.pipelines() {
		trials := besides(m.Trials, left)
		if len(trials) == 0 || m.Infeasible && len(m.Trials) < len(r.Search)*r.Settings.Repeats {
			continue // played on nothing else, or given up before all was played
		}
		e, err := emas.Evaluate(m.Genome, r.Scorer, descriptors, trials)
		if err != nil {
			return nil, nil, fmt.Errorf("archive without %s: %w", left, err)
		}
		a.Add(e)
	}
	return a, descriptors, nil
}

// besides are the trials on other scenarios than one.
func besides(trials []emas.Trial, left string) []emas.Trial {
	return slices.DeleteFunc(slices.Clone(trials), func(t emas.Trial) bool { return t.Scenario == left })
}

// Grid is an archive as a map. There is no Corrected without fresh repeats.
type Grid struct {
	X         emas.Axis `json:"x"`
	Y         emas.Axis `json:"y"`
	Searched  []Square  `json:"searched"`
	Corrected []Square  `json:"corrected,omitempty"`
}

// Square is an elite on the map, whose bins count from 0.
type Square struct {
	X       int     `json:"x"`
	Y       int     `json:"y"`
	Fitness float64 `json:"fitness"`
}

// squares are an archive's elites.
func (r Run) squares(a *emas.Archive) []Square {
	out := []Square{}
	for _, e := range a.Elites() {
		out = append(out, Square{r.Axes[0].Bin(e.Descriptors[0]), r.Axes[1].Bin(e.Descriptors[1]), e.Fitness})
	}
	return out
}
