package evolution

import (
	"cmp"
	"context"
	_ "embed"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/lab/choice"
	"contextarena.internal/reports"
)

// Schema describes what a Report is in JSON.
//
//go:embed schema.json
var Schema []byte

// Report is what a search of the space of pipelines found: its archive without the search's evaluations, and
// what that says. Fitness is weighted retention less the penalty for cost; elites are ranked by fresh repeats, and numbered by rank.
type Report struct {
	Archive
	Choice    *choice.Choice `json:"choice,omitempty"` // what to use, by trials that chose no elite; nil without any
	ID        string         `json:"experiment"`
	Status    string         `json:"status"`
	Found     Found          `json:"found"`
	Grid      Grid           `json:"grid"`
	Corrected *Corrected     `json:"corrected,omitempty"`

	number     int64 // of the experiment, in this database
	candidates []choice.Candidate
}

// Found counts pipelines.
type Found struct {
	Genomes     int `json:"genomes"` // that there are
	Evaluations int `json:"evaluations"`
	Distinct    int `json:"distinct"`
	Infeasible  int `json:"infeasible"` // of the distinct ones, that pass too few tasks
}

// Corrected is the archive as fresh repeats make it, and what its elites lost.
type Corrected struct {
	emas.Shrinkage
	Archive emas.Summary `json:"archive"`
}

// Analyse reads an evolution, the newest without a name. No provider is asked.
func Analyse(ctx context.Context, l *lab.Lab, which string) (Report, error) {
	r, err := Load(ctx, l, which)
	if err != nil {
		return Report{}, err
	}
	return r.report(), nil
}

// report is what is read out of a run.
func (r Run) report() Report {
	corrected, shrinkage := r.corrected()
	r.Elites = slices.Clone(r.Elites)
	slices.SortStableFunc(r.Elites, func(a, b Elite) int { return cmp.Compare(b.worth(), a.worth()) })
	out := Report{
		Archive: r.Archive, ID: r.Experiment.ID, Status: r.Experiment.Status, Found: r.found(),
		number: r.Experiment.Number,
	}
	out.Baselines, out.Steps, out.Folded, out.candidates = nil, nil, nil, r.candidates()
	out.Choose(choice.Ask{Floor: choice.Default().Floor, Tasks: choice.Default().Tasks})
	out.Grid = Grid{X: r.Axes[0], Y: r.Axes[1], Searched: r.squares(r.grid)}
	if corrected != nil {
		out.Corrected, out.Grid.Corrected = &Corrected{shrinkage, corrected.Summary()}, r.squares(corrected)
	}
	return out
}

func (r Run) found() Found {
	f := Found{Genomes: r.Space.Size(), Evaluations: len(r.Steps)}
	for _, p := range r.pipelines() {
		f.Distinct++
		if p.Infeasible {
			f.Infeasible++
		}
	}
	return f
}

// form is a report in JSON.
type form struct {
	Schema  string `json:"schema"`
	Finding string `json:"finding"`
	Report
}

// page is a report as the browser's program reads it (web/src/evolution.tsx).
type page struct {
	Kind   string  `json:"kind"` // "evolution"
	Grid   Grid    `json:"grid"`
	Elites []Elite `json:"elites"`
}

// Document is the report with its tables, records and charts.
func (e Report) Document() reports.Document {
	return reports.Document{
		Finding: e.finding(), Title: e.title(), Simulated: e.Simulated, Sections: e.sections(), Warnings: e.warnings(),
		Played:  reports.Played{ID: e.ID, Number: e.number, Status: e.Status},
		Data:    form{"context-arena/evolution/7", e.finding(), e},
		Records: e.records(),
		Charts:  []reports.Chart{e.archiveChart()},
		Browser: &reports.Browser{Page: page{"evolution", e.Grid, e.Elites}},
	}
}

// records are one row per elite, the descriptors as the search saw them last. What isn't known is an
// empty cell.
func (e Report) records() reports.Records {
	head := []string{
		"cell", "strategy", "model", "suite", "experiment", "simulated", "fitness", "se", "fitness_fresh", "fitness_held_out", "stayed",
	}
	for _, a := range e.Axes {
		head = append(head, a.Name)
	}
	return reports.Records{
		Head: head,
		Rows: func(yield func([]any) bool) {
			for _, x := range e.Elites {
				row := []any{
					x.Place, x.Strategy, e.Settings.Model, e.Settings.Suite, e.ID, e.Simulated, x.Fitness, x.SE,
					fitnessOf(x.Fresh), fitnessOf(x.Unseen), nil,
				}
				if x.Fresh != nil {
					row[10] = x.stayed()
				}
				for _, d := range x.Descriptors {
					row = append(row, d)
				}
				if !yield(row) {
					return
				}
			}
		},
	}
}

// fitnessOf is nil where nothing was measured.
func fitnessOf(m *Measured) *float64 {
	if m == nil {
		return nil
	}
	return &m.Fitness
}
