package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
)

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
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.write(func(t *tx) error {
		experiment, err := t.experiment(experimentID)
		if err != nil {
			return err
		}
		t.exec(`DELETE FROM enumerated WHERE experiment = ?`, experiment)
		for _, e := range all {
			t.exec(`INSERT INTO enumerated (experiment, draw, genome, infeasible, figures) VALUES (?, ?, ?, ?, ?)`,
				experiment, e.Draw, e.Genome, e.Infeasible, packFigures(e.Figures))
		}
		return nil
	}, "save the enumerated space")
}

// Enumerated returns the space that an experiment measured completely, by draw and genome. It is empty
// if it didn't.
func (d *DB) Enumerated(ctx context.Context, experimentID string) ([]Enumerated, error) {
	var out []Enumerated
	err := d.view(ctx, "read the enumerated space", func(r *reader) error {
		return r.each(`SELECT n.draw, n.genome, n.infeasible, n.figures FROM enumerated n JOIN experiments e ON e.number = n.experiment
			WHERE e.id = ? ORDER BY n.draw, n.genome`, []any{experimentID}, func(rows *sql.Rows) error {
			var e Enumerated
			var figures sql.RawBytes
			err := rows.Scan(&e.Draw, &e.Genome, &e.Infeasible, &figures)
			if err == nil {
				e.Figures, err = unpackFigures(figures)
			}
			out = append(out, e)
			return err
		})
	})
	return out, err
}

func packFigures(figures []float64) []byte {
	b := make([]byte, 0, 8*len(figures))
	for _, x := range figures {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func unpackFigures(b []byte) ([]float64, error) {
	if len(b)%8 != 0 {
		return nil, fmt.Errorf("%w: figures of %d bytes", errPacked, len(b))
	}
	figures := make([]float64, len(b)/8)
	for i := range figures {
		figures[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return figures, nil
}
