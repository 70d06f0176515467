package store

import (
	"context"
	"database/sql"
)

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
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.write(func(t *tx) error {
		experiment, err := t.experiment(experimentID)
		if err != nil {
			return err
		}
		for i, e := range batch {
			t.exec(`INSERT INTO evaluations (experiment, ordinal, batch, genome, repeat, emitter, status) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				experiment, first+i, e.Batch, e.Genome, e.Repeat, e.Emitter, e.Status)
		}
		return nil
	}, "save evaluations")
}

// Evaluations lists what an experiment's search asked for, in order.
func (d *DB) Evaluations(ctx context.Context, experimentID string) ([]Evaluation, error) {
	var out []Evaluation
	err := d.view(ctx, "read evaluations", func(r *reader) error {
		return r.each(`SELECT v.batch, v.genome, v.repeat, v.emitter, v.status FROM evaluations v JOIN experiments e ON e.number = v.experiment
			WHERE e.id = ? ORDER BY v.ordinal`, []any{experimentID}, func(rows *sql.Rows) error {
			var e Evaluation
			err := rows.Scan(&e.Batch, &e.Genome, &e.Repeat, &e.Emitter, &e.Status)
			out = append(out, e)
			return err
		})
	})
	return out, err
}
