package evolution

import (
	"context"
	_ "embed"
	"errors"
	"slices"

	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/lab/predictions"
	"contextarena.internal/reports"
)

// Schema describes what a Report is in JSON.
//
//go:embed schema.json
var Schema []byte

// Report is what a search of the space of pipelines found. Fitness is weighted retention less the penalty
// for cost; elites are named by their place in Elites.
type Report struct {
	Found     Found                     `json:"found"`
	Grids     []Grid                    `json:"grids"`  // a grid for every two descriptors
	Elites    []Elite                   `json:"elites"` // as the search saw them, by cell
	Corrected *Shrinkage                `json:"corrected,omitempty"`
	Front     []Trade                   `json:"front"` // of the corrected archive where there is one
	Carried   []Carried                 `json:"carried"`
	Ranks     *Ranks                    `json:"ranks_held_out,omitempty"`
	Elsewhere *Ranks                    `json:"ranks_other_model,omitempty"`
	Race      *Race                     `json:"race,omitempty"` // null unless the whole space was measured
	Insight   *Insight                  `json:"insight,omitempty"`
	Routing   *Routing                  `json:"routing,omitempty"`
	NoRouting string                    `json:"no_routing,omitempty"` // why
	Expected  []predictions.Expectation `json:"expected"`

	course course
}

// Found is what was searched and how far.
type Found struct {
	ID          string   `json:"experiment"`
	Number      int64    `json:"-"` // its place in this database
	Status      string   `json:"status"`
	Simulated   bool     `json:"simulated"`
	Model       string   `json:"model"`
	Suite       string   `json:"suite"`
	Scenarios   []string `json:"scenarios"`
	HeldOut     []string `json:"held_out_scenarios"`
	Descriptors []string `json:"descriptors"`
	Genomes     int      `json:"genomes"`
	Evaluations int      `json:"evaluations"`
	Distinct    int      `json:"distinct"`
	Infeasible  int      `json:"infeasible"` // of the distinct ones, that pass too few tasks
	Required    float64  `json:"tasks_required"`
	Relative    bool     `json:"tasks_required_relative"` // to what the full context passes
	Emitters    []string `json:"emitters"`
	Repeats     int      `json:"repeats"`
	Again       int      `json:"elites_evaluated"`
	Fresh       int      `json:"fresh_repeats"`
	Margin      float64  `json:"margin"`
	Seed        int64    `json:"seed"`
	Cells       int      `json:"cells"`
	Filled      int      `json:"filled"`
	QDScore     float64  `json:"qd_score"`
	LeftOut     int      `json:"trials_left_out"` // refused or truncated
	Complete    bool     `json:"complete"`
}

// Elite is the elite of a cell.
type Elite struct {
	Cell        string    `json:"cell"`
	Genome      int       `json:"genome"`
	Name        string    `json:"name"`
	Strategy    string    `json:"strategy"`
	Descriptors []float64 `json:"descriptors"`
	Fitness     float64   `json:"fitness"`
	SE          float64   `json:"se"`
	Fresh       *float64  `json:"fitness_fresh" jsonschema:"oneof_type=number;null"`     // null where it wasn't measured again
	Unseen      *float64  `json:"fitness_held_out" jsonschema:"oneof_type=number;null"`  // likewise
	Stayed      *bool     `json:"stayed" jsonschema:"oneof_type=boolean;null"`           // whether fresh repeats put it into the same cell
	Out         *bool     `json:"infeasible_fresh" jsonschema:"oneof_type=boolean;null"` // whether it passes too few tasks in fresh repeats
}

// Shrinkage is what elites lost in fresh repeats.
type Shrinkage struct {
	Elites     int     `json:"elites"`
	Stayed     int     `json:"stayed"`
	Infeasible int     `json:"infeasible"`
	Searched   float64 `json:"mean_fitness_searched"`
	Fresh      float64 `json:"mean_fitness_fresh"`
	Filled     int     `json:"filled"`
	QDScore    float64 `json:"qd_score"`
}

// Trade is an elite that no other beats in the first two descriptors both.
type Trade struct {
	Elite       int       `json:"elite"`
	Descriptors []float64 `json:"descriptors"`
	Fitness     float64   `json:"fitness"`
}

// Analyse reads an evolution, the newest without a name, and says how the search compares with others, if
// race is set, and with explain what fitness depends on and how well routers choose. No provider is asked.
func Analyse(ctx context.Context, l *lab.Lab, which string, race, explain bool) (Report, error) {
	r, err := Load(ctx, l, which)
	if err != nil {
		return Report{}, err
	}
	out, err := r.report()
	if err != nil {
		return out, err
	}
	if race {
		if out.Race, err = r.Race(); err != nil {
			return out, err
		}
	}
	if explain {
		kinds, err := r.knownKinds(ctx, l, After)
		if err != nil {
			return out, err
		}
		if err := out.explain(ctx, r, kinds); err != nil {
			return out, err
		}
	}
	out.Expected = r.expected(out.Insight, out.Routing)
	return out, nil
}

// explain adds what fitness depends on, and how well routers choose.
func (out *Report) explain(ctx context.Context, r Run, kinds Kinds) error {
	out.Insight = r.Explain()
	routing, err := r.Route(ctx, kinds, After)
	switch {
	case errors.Is(err, errNoRouting):
		out.NoRouting = err.Error()
	case err != nil:
		return err
	default:
		out.Routing = &routing
	}
	return nil
}

// report is what every report has: the archive, and what became of its elites.
func (r Run) report() (Report, error) {
	out := Report{
		Found: r.found(), Grids: r.grids(), Elites: r.elites(), Front: []Trade{}, Carried: r.carried(), Ranks: r.heldOutRanks(), Expected: r.expected(nil, nil), course: r.course(),
	}
	best := r.Archive
	if j := r.Repeats; j != nil {
		s, a := j.Shrinkage, j.Archive.Summary()
		out.Corrected = &Shrinkage{s.Elites, s.Stayed, s.Infeasible, s.Searched, s.Heldout, a.Elites, a.QDScore}
		best = j.Archive
	}
	front, err := r.front(best)
	if err != nil {
		return out, err
	}
	for _, f := range front {
		at := slices.IndexFunc(out.Elites, func(x Elite) bool { return x.Genome == int(f.Genome) })
		out.Front = append(out.Front, Trade{at, f.Descriptors, f.Fitness})
	}
	if r.Elsewhere != nil {
		out.Elsewhere = ranksOf(r.Elsewhere.Model, r.Elsewhere.Ranks)
	}
	return out, nil
}

func (r Run) found() Found {
	s, a := r.Settings, r.Archive.Summary()
	f := Found{
		ID: r.Experiment.ID, Number: r.Experiment.Number, Status: r.Experiment.Status, Simulated: r.Experiment.Simulated,
		Model: s.Model, Suite: s.Suite, Scenarios: r.Search, HeldOut: r.Held, Genomes: r.Space.Size(), Evaluations: len(r.Steps),
		Emitters: s.Emitters, Repeats: s.Repeats, Again: s.Again, Fresh: s.Fresh, Margin: s.Margin, Seed: s.Seed,
		Cells: a.Cells, Filled: a.Elites, QDScore: a.QDScore, LeftOut: r.LeftOut, Complete: r.Complete,
	}
	for _, d := range r.Descriptors {
		f.Descriptors = append(f.Descriptors, d.Name)
	}
	last := map[emas.Genome]bool{}
	for _, step := range r.Steps {
		last[step.Genome] = step.Evaluation.Infeasible
		f.Required, f.Relative = step.Fitness.Tasks.Required, step.Fitness.Tasks.Relative
	}
	f.Distinct = len(last)
	for _, infeasible := range last {
		if infeasible {
			f.Infeasible++
		}
	}
	return f
}

func (r Run) elites() []Elite {
	out := []Elite{}
	for i, x := range r.Archive.Elites() {
		e := Elite{
			Cell: cellName(r.Descriptors, x.Cell), Genome: int(x.Genome), Name: r.Space.Name(x.Genome), Strategy: r.Spec(x.Genome),
			Descriptors: x.Descriptors, Fitness: x.Fitness, SE: x.SE,
		}
		if r.Repeats != nil {
			again := r.Repeats.Steps[i].Evaluation
			stayed := !again.Infeasible && r.Archive.Cell(again.Descriptors) == x.Cell
			e.Fresh, e.Stayed, e.Out = &again.Fitness, &stayed, &again.Infeasible
		}
		if r.Unseen != nil {
			e.Unseen = &r.Unseen.Steps[i].Evaluation.Fitness
		}
		out = append(out, e)
	}
	return out
}

// form is a report in JSON.
type form struct {
	Schema  string `json:"schema"`
	Finding string `json:"finding"`
	Report
}

// Document is the report with its tables, records and charts.
func (e Report) Document() reports.Document {
	f := e.Found
	return reports.Document{
		Finding: e.finding(), Title: e.title(), Simulated: f.Simulated, Sections: e.sections(), Notes: e.notes(), Warnings: e.warnings(),
		Played:  reports.Played{ID: f.ID, Number: f.Number, Status: f.Status},
		Data:    form{"context-arena/evolution/1", e.finding(), e},
		Records: e.records(),
		Charts:  []reports.Chart{e.archiveChart(), e.searchChart()},
		Browser: &reports.Browser{Page: page{"evolution", f.Number, f, e.Grids, e.Elites, e.Front, e.course}},
	}
}

// records are one row per elite, the descriptors as the search saw them last. What isn't known is an
// empty cell.
func (e Report) records() reports.Records {
	f := e.Found
	return reports.Records{
		Head: append([]string{
			"cell", "strategy", "model", "suite", "experiment", "simulated", "fitness", "se", "fitness_fresh", "fitness_held_out", "stayed", "on_front",
		}, f.Descriptors...),
		Rows: func(yield func([]any) bool) {
			for i, x := range e.Elites {
				onFront := slices.ContainsFunc(e.Front, func(t Trade) bool { return t.Elite == i })
				row := []any{x.Cell, x.Strategy, f.Model, f.Suite, f.ID, f.Simulated, x.Fitness, x.SE, x.Fresh, x.Unseen, x.Stayed, onFront}
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
