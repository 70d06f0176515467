package store

import (
	"context"
	"database/sql"
	"errors"

	"contextarena.internal/arena"
)

// Tables are what can be exported, each the view export_NAME of the database (docs/data-frames.md).
var Tables = []string{"trials", "verdicts", "cycles", "calls", "attempts"}

// Table reads one of Tables, of one experiment or, for 0, of all, in the order of experiments, of their
// trials, and of what happened in them; attempts, which belong to no trial, as they were sent. The columns are told first. Cells are int64, float64, string, or nil
// for what isn't known or doesn't apply; a row is valid until the next.
func (d *DB) Table(ctx context.Context, name string, experiment int64, columns func([]string) error, row func([]any) error) error {
	return d.view(ctx, "export "+name, func(r *reader) error {
		query, args := `SELECT * FROM export_`+name, []any(nil)
		if experiment != 0 {
			query, args = query+` WHERE experiment = ?`, []any{experiment}
		}
		rows, err := r.tx.QueryContext(r.ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		head, err := rows.Columns()
		if err == nil {
			err = columns(head)
		}
		for err == nil && rows.Next() {
			var cells []any
			if cells, err = cellsOf(rows, len(head)); err != nil {
				break
			}
			for i, c := range cells {
				if text, ok := textOf(c); ok {
					cells[i] = text
				}
			}
			err = row(cells)
		}
		return errors.Join(err, rows.Err())
	})
}

// Question is what a probe asks and what is expected.
type Question struct {
	Probe    arena.Probe
	Turn     arena.Turn // that states the fact; 0 for none
	Expected string     // the fact in words; empty where nothing answers
}

// SaveQuestions keeps what the probes ask that a version of the scorer judges. Those that are kept already
// stay.
func (d *DB) SaveQuestions(ctx context.Context, scorer string, qs []Question) error {
	return d.write(ctx, "keep questions", func(t *tx) error {
		for _, q := range qs {
			t.exec(`INSERT INTO questions (scorer, probe, type, kind, extended, turn, question, expected) VALUES (?, ?, ?, ?, ?, nullif(?, 0), ?, nullif(?, ''))
				ON CONFLICT (scorer, probe) DO NOTHING`,
				scorer, q.Probe.ID, string(q.Probe.Type), string(q.Probe.Kind), q.Probe.Extended, int64(q.Turn), q.Probe.Question, q.Expected)
		}
		return nil
	})
}

// cellsOf are the cells of a row.
func cellsOf(rows *sql.Rows, columns int) ([]any, error) {
	cells, dest := make([]any, columns), make([]any, columns)
	for i := range cells {
		dest[i] = &cells[i]
	}
	return cells, rows.Scan(dest...)
}
