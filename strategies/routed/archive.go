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

// Archive is a policy made from an evolution: the elite of each cell, and which of them is for a kind of
// conversation. Cells are named by their place in Cells.
type Archive struct {
	Evolution string         `json:"evolution"` // id of the experiment
	Model     string         `json:"model"`     // that answered
	After     int            `json:"after"`     // messages of the user by which kinds were told
	Scenarios int            `json:"scenarios"` // that the router was fitted on
	Corrected bool           `json:"corrected"` // by repeats that chose nothing; not in policies of before it was done
	Cells     []ArchiveCell  `json:"cells"`
	Best      int            `json:"best"`  // the cell with the highest mean lower bound over the scenarios
	Kinds     map[string]int `json:"kinds"` // cell by the kind of conversation
}

// ArchiveCell is a cell's elite.
type ArchiveCell struct {
	Cell     string `json:"cell"` // for people
	Strategy string `json:"strategy"`
	Version  string `json:"version"`
}

// NewArchive fits the router to examples whose cells are those given, in their order.
func NewArchive(a Archive, examples []emas.Example) Archive {
	labels := emas.FitLabels(examples)
	a.Best, a.Kinds, a.Scenarios = labels.Best, labels.Cells, len(examples)
	delete(a.Kinds, otherKind)
	delete(a.Kinds, "")
	return a
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
	known := func(what string, cell int) {
		if cell < 0 || cell >= len(a.Cells) {
			errs = append(errs, fmt.Errorf("its %s names cell %d of %d", what, cell, len(a.Cells)))
		}
	}
	known("best", a.Best)
	for _, k := range slices.Sorted(maps.Keys(a.Kinds)) {
		known("kind "+k, a.Kinds[k])
	}
	return a, errors.Join(errs...)
}

// KindNames are the kinds that the archive has cells for, sorted.
func (a *Archive) KindNames() []string { return slices.Sorted(maps.Keys(a.Kinds)) }

// Route is the cell for a kind of conversation. Where there is none it is the best cell, and why says so.
func (a *Archive) Route(kind string) (cell int, why string) {
	if c, ok := a.Kinds[kind]; ok {
		return c, ""
	}
	if kind == "" {
		return a.Best, "the kind of conversation wasn't named"
	}
	return a.Best, fmt.Sprintf("no cell is known for conversations of the kind %s (known: %s)", kind, strings.Join(a.KindNames(), ", "))
}
