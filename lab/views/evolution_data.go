package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// EvolutionSchema describes what Evolution.JSON writes.
//
//go:embed evolution.schema.json
var EvolutionSchema []byte

// EvolutionForm names the form of an evolution in JSON; see evolution.schema.json.
const EvolutionForm = "context-arena/evolution/1"

// JSON writes the evolution as indented JSON of the form EvolutionSchema describes.
func (e Evolution) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(e)
}

// evolutionHead are the columns of Evolution.CSV before those of the descriptors.
var evolutionHead = []string{
	"cell", "strategy", "model", "suite", "experiment", "simulated", "fitness", "se", "fitness_fresh", "fitness_held_out", "stayed", "on_front",
}

// CSV writes one row per elite, the descriptors as the search saw them last. What isn't known is an
// empty cell. Cells that a spreadsheet would take for a formula get an apostrophe.
func (e Evolution) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := evolutionHead
	for _, name := range e.descriptors() {
		head = append(head[:len(head):len(head)], name)
	}
	if err := out.Write(guarded(head)); err != nil {
		return err
	}
	front := map[int]bool{}
	for _, f := range e.Front {
		front[f.Elite] = true
	}
	for i, x := range e.Elites {
		stayed := ""
		if x.Stayed != nil {
			stayed = strconv.FormatBool(*x.Stayed)
		}
		row := []string{
			x.Cell, x.Strategy, e.Found.Model, e.Found.Suite, e.Found.ID, strconv.FormatBool(e.Found.Simulated),
			exactly(&x.Fitness), exactly(&x.SE), exactly(x.Fresh), exactly(x.Unseen), stayed, strconv.FormatBool(front[i]),
		}
		for _, d := range x.Descriptors {
			row = append(row, exactly(&d))
		}
		if err := out.Write(guarded(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
