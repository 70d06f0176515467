package routed

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/emas"
)

// ArchiveKind is the kind of the policies that EMASRouted decides by.
const ArchiveKind = "archive"

// The ways of routing.
const (
	ByCentroids = "centroids"
	ByLabel     = "label"
)

// Routers lists the ways of routing.
var Routers = []string{ByCentroids, ByLabel}

// Archive is a policy made from an evolution: the elite of each cell, and how to send a conversation to
// one of them by its first messages. Cells are named by their place in Cells.
type Archive struct {
	Evolution string        `json:"evolution"` // id of the experiment
	Model     string        `json:"model"`     // that answered
	After     int           `json:"after"`     // messages of the user that the routers were fitted on
	Scenarios int           `json:"scenarios"` // that they were fitted on
	Corrected bool          `json:"corrected"` // by repeats that chose nothing; not in policies of before it was done
	Cells     []ArchiveCell `json:"cells"`
	Best      int           `json:"best"` // the cell with the highest mean lower bound over the scenarios

	// Typical is the mean of the openings' features, and Familiar the least cosine that an opening has
	// with the mean of the others. What is less than half as familiar isn't routed by its features.
	Typical  emas.Vector `json:"typical"`
	Familiar float64     `json:"familiar"`

	Centroids emas.Centroids `json:"centroids"`
	Kinds     map[string]int `json:"kinds"` // cell by the kind of conversation
}

// ArchiveCell is a cell's elite.
type ArchiveCell struct {
	Cell     string `json:"cell"` // for people
	Strategy string `json:"strategy"`
	Version  string `json:"version"`
}

// NewArchive fits the routers to examples whose cells are those given, in their order.
func NewArchive(a Archive, examples []emas.Example) (Archive, error) {
	centroids, err := emas.FitCentroids(examples)
	if err != nil {
		return a, err
	}
	labels, err := emas.FitLabels(examples)
	if err != nil {
		return a, err
	}
	a.Centroids, a.Best, a.Kinds, a.Scenarios = centroids, centroids.Best, labels.Cells, len(examples)
	delete(a.Kinds, otherKind)
	delete(a.Kinds, "")
	a.Typical, a.Familiar = familiarity(examples)
	return a, nil
}

// familiarity is the mean of the features, and the least cosine of one with the mean of the others.
func familiarity(examples []emas.Example) (typical emas.Vector, least float64) {
	typical = make(emas.Vector, len(examples[0].Features))
	for _, e := range examples {
		for i, x := range e.Features {
			typical[i] += x / float64(len(examples))
		}
	}
	least = 1
	for _, e := range examples {
		others := make([]float64, len(typical))
		for i, x := range e.Features {
			others[i] = typical[i] - x/float64(len(examples))
		}
		scale(others)
		least = min(least, dot(others, e.Features))
	}
	return typical, least
}

// ReadArchive reads a policy's text and checks that it can be decided by.
func ReadArchive(text []byte) (*Archive, error) {
	a := &Archive{}
	if err := json.Unmarshal(text, a); err != nil {
		return nil, err
	}
	var errs []error
	if len(a.Cells) == 0 {
		errs = append(errs, errors.New("it has no cells"))
	}
	known := func(what string, cells ...int) {
		for _, c := range cells {
			if c < 0 || c >= len(a.Cells) {
				errs = append(errs, fmt.Errorf("its %s names cell %d of %d", what, c, len(a.Cells)))
			}
		}
	}
	known("best", a.Best)
	known("centroids", a.Centroids.Cells...)
	for _, k := range slices.Sorted(maps.Keys(a.Kinds)) {
		known("kind "+k, a.Kinds[k])
	}
	width := len(a.Typical)
	if len(a.Centroids.Points) != len(a.Centroids.Cells) || slices.ContainsFunc(a.Centroids.Points, func(p emas.Vector) bool { return len(p) != width }) {
		errs = append(errs, errors.New("its centroids aren't of one length"))
	}
	return a, errors.Join(errs...)
}

// KindNames are the kinds that the archive has cells for, sorted.
func (a *Archive) KindNames() []string { return slices.Sorted(maps.Keys(a.Kinds)) }

// Route is the cell that a router sends an opening to. Where it can't tell, it is the best cell, and why
// says so.
func (a *Archive) Route(router string, o emas.Opening) (cell int, why string) {
	if router == ByLabel {
		if c, ok := a.Kinds[o.Label]; ok {
			return c, ""
		}
		if o.Label == "" {
			return a.Best, "the kind of conversation wasn't named"
		}
		return a.Best, fmt.Sprintf("no cell is known for conversations of the kind %s (known: %s)", o.Label, strings.Join(a.KindNames(), ", "))
	}
	if len(o.Features) != len(a.Typical) || len(o.Features) == 0 {
		return a.Best, "the first messages weren't embedded as those that the router was fitted on"
	}
	typical := slices.Clone(a.Typical)
	scale(typical)
	if alike := dot(typical, o.Features); alike < a.Familiar/2 {
		return a.Best, fmt.Sprintf("the first messages are unlike all that the router was fitted on (cosine %.2f; the least of those is %.2f)", alike, a.Familiar)
	}
	return emas.Centroids{Cells: a.Centroids.Cells, Points: a.Centroids.Points, Best: a.Best}.Cell(o), ""
}
