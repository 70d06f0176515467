package evolution

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/emas"
	"contextarena.internal/lab"
	"contextarena.internal/space"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Run is an evolution: its archive, with what that was made with. Its trials are of scripted dialogues, judged
// by the answers.
type Run struct {
	Archive
	Experiment  store.Experiment
	Space       *space.Space
	Scenarios   []*arena.Scenario // all of them
	Scorer      emas.Scorer
	Descriptors []emas.Descriptor
	grid        *emas.Archive // as the search filled it; nil before it began
}

// archiveFile is the name of an experiment's file that has its archive.
const archiveFile = "archive.json"

// Load reads an evolution: "" for the newest one, or as lab.Load. It is an arena.Mistake to name an
// experiment that is none, or one that was stopped before its search began.
func Load(ctx context.Context, l *lab.Lab, which string) (Run, error) {
	e, err := l.FindKind(ctx, which, store.KindEvolution, "the database has no archive yet: begin one with arena evolve")
	if err != nil {
		return Run{}, err
	}
	if e.Kind != store.KindEvolution {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d is no evolution: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	files, err := l.DB.Files(ctx, e.ID)
	if err != nil {
		return Run{}, err
	}
	saved := slices.IndexFunc(files, func(f store.File) bool { return f.Name == archiveFile })
	if saved < 0 {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d was stopped before its search began (%s): run the same arena evolve again", e.Number, e.Note)}
	}
	var a Archive
	if err := json.Unmarshal([]byte(files[saved].Body), &a); err != nil {
		return Run{}, fmt.Errorf("experiment %d: its stored archive can't be read: %w", e.Number, err)
	}
	if a.Schema != archiveSchema {
		return Run{}, arena.Mistake{Err: fmt.Errorf("experiment %d is of an older program: run the same arena lab evolve again", e.Number)}
	}
	if l, err = l.Of(ctx, e); err != nil {
		return Run{}, err
	}
	s, err := newSearch(l, a.Settings)
	if err != nil {
		return Run{}, fmt.Errorf("experiment %d: %w", e.Number, err)
	}
	s.Archive, s.Experiment = a, e
	s.Edited = a.Edited || lab.EditedSince(a.Code, s.richest())
	s.yardsticks()
	s.cut(a.Axes)
	s.grid = emas.NewArchive(a.Axes, 0)
	for _, x := range a.Elites {
		s.grid.Add(x.Evaluation)
	}
	return s.Run, nil
}

// Saved reports whether there is an archive to be read: the search has begun.
func (r Run) Saved() bool { return r.grid != nil }

// save keeps the archive.
func (r Run) save(ctx context.Context, db *store.DB) error {
	text, err := json.Marshal(r.Archive)
	if err != nil {
		return fmt.Errorf("encode the archive: %w", err)
	}
	return db.SaveFile(ctx, r.Experiment.ID, store.File{Name: archiveFile, Body: string(text)})
}

// yardsticks makes what fitness is measured by from the baselines.
func (r *Run) yardsticks() {
	r.Scorer = emas.Scorer{Weights: emas.Weigh(r.Baselines[0].Trials), Full: r.Baselines[1].Trials, Hybrid: r.Baselines[2].Trials, Tasks: r.Settings.Tasks}
	r.Descriptors = r.Settings.descriptors()
	r.Axes, r.Weights, r.Required = emas.Axes(r.Descriptors), r.Scorer.Weights, r.Scorer.Tasks
}

// cut lays the grid's axes.
func (r *Run) cut(axes []emas.Axis) {
	r.Axes = axes
	for i, a := range axes {
		r.Descriptors[i].Axis = a
	}
}

// corrected is the grid rebuilt from fresh repeats of its elites, which chose nothing; nil where there are none.
func (r Run) corrected() (*emas.Archive, emas.Shrinkage) {
	if len(r.Elites) == 0 || r.Elites[0].Fresh == nil { // all have some, or none
		return nil, emas.Shrinkage{}
	}
	var again []emas.Evaluation
	for _, e := range r.Elites {
		again = append(again, e.Fresh.Evaluation)
	}
	return emas.Corrected(r.grid, again)
}

// placed is an evaluation with its cell and trials.
func (r Run) placed(e emas.Evaluation, trials []emas.Trial) Measured {
	m := Measured{Evaluation: e, Trials: trials}
	for i, x := range e.Descriptors {
		m.Cell = append(m.Cell, r.Axes[i].Bin(x))
	}
	return m
}

// Spec is a genome's spec, as `arena run --strategy` takes it.
func (r Run) Spec(g emas.Genome) string { return strategies.Label(pipelineOf(r.Space, g)) }

// richest is the pipeline with the deepest of all settings.
func (r Run) richest() arena.Strategy { return pipelineOf(r.Space, emas.Genome(r.Space.Size()-1)) }

// scenario is a scenario by its id.
func (r Run) scenario(id string) *arena.Scenario {
	i := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == id })
	return r.Scenarios[i]
}
