package store

import "context"

// Evaluation is one genome that a search asked for.
type Evaluation struct {
	Batch   int // from 0
	Genome  int
	Repeat  int // how often it was evaluated before
	Emitter string
	Status  string
}

// SaveEvaluations adds a batch of evaluations to those of an experiment's search, all or nothing.
// first is how many there are already.
func (d *DB) SaveEvaluations(ctx context.Context, experimentID string, first int, batch []Evaluation) error {
	return d.writeIn(ctx, experimentID, "save evaluations", func(t *tx, experiment int64) error {
		for i, e := range batch {
			t.exec(`INSERT INTO evaluations (experiment, ordinal, batch, genome, repeat, emitter, status) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				experiment, first+i, e.Batch, e.Genome, e.Repeat, e.Emitter, e.Status)
		}
		return nil
	})
}

// Evaluations lists what an experiment's search asked for, in order.
func (d *DB) Evaluations(ctx context.Context, experimentID string) ([]Evaluation, error) {
	return list(ctx, d, "read evaluations", func(e *Evaluation) []any {
		return []any{&e.Batch, &e.Genome, &e.Repeat, &e.Emitter, &e.Status}
	}, `SELECT v.batch, v.genome, v.repeat, v.emitter, v.status FROM evaluations v JOIN experiments e ON e.number = v.experiment
		WHERE e.id = ? ORDER BY v.ordinal`, experimentID)
}

// Enumerated is one genome of a space that was measured completely.
type Enumerated struct {
	Draw       int // from 1; 0 is the truth
	Genome     int
	Infeasible bool
	Figures    []float64 // what they are is up to who saves them
}

// SaveEnumerated stores a space that was measured completely, in the place of what the experiment had
// of it.
func (d *DB) SaveEnumerated(ctx context.Context, experimentID string, all []Enumerated) error {
	return d.writeIn(ctx, experimentID, "save the enumerated space", func(t *tx, experiment int64) error {
		t.exec(`DELETE FROM enumerated WHERE experiment = ?`, experiment)
		for _, e := range all {
			t.exec(`INSERT INTO enumerated (experiment, draw, genome, infeasible, figures) VALUES (?, ?, ?, ?, ?)`,
				experiment, e.Draw, e.Genome, e.Infeasible, packFloats(e.Figures))
		}
		return nil
	})
}

// Enumerated returns the space that an experiment measured completely, by draw and genome. It is empty
// if it didn't.
func (d *DB) Enumerated(ctx context.Context, experimentID string) ([]Enumerated, error) {
	return list(ctx, d, "read the enumerated space", func(e *Enumerated) []any {
		return []any{&e.Draw, &e.Genome, &e.Infeasible, floatsColumn[float64]{&e.Figures}}
	}, `SELECT n.draw, n.genome, n.infeasible, n.figures FROM enumerated n JOIN experiments e ON e.number = n.experiment
		WHERE e.id = ? ORDER BY n.draw, n.genome`, experimentID)
}
