// Package frames writes the tables of a database as tidy CSV, for pandas, DuckDB and R: a row for each trial,
// verdict, cycle, call and attempt, as the views of the database have them (docs/data-frames.md).
//
// Unlike reports, which people open in spreadsheets, cells are exactly what is stored: a memory that begins
// with "-" or "=" does so here. What isn't known, or doesn't apply, is an empty cell; yes and no are 1 and 0.
package frames

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"contextarena.internal/store"
)

// Table is one file that was written.
type Table struct {
	Name string // of store.Tables
	Rows int
}

// Write writes every table of an experiment, by its number (0: of all). Create makes the file NAME.csv of what
// it is given to write.
func Write(ctx context.Context, db *store.DB, experiment int64, create func(file string, write func(io.Writer) error) error) ([]Table, error) {
	var out []Table
	for _, name := range store.Tables {
		t := Table{Name: name}
		err := create(name+".csv", func(w io.Writer) error { return t.write(ctx, db, experiment, w) })
		if err != nil {
			return out, fmt.Errorf("table %s: %w", name, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// write writes one table and counts its rows.
func (t *Table) write(ctx context.Context, db *store.DB, experiment int64, to io.Writer) error {
	w := csv.NewWriter(to)
	var fields []string
	err := db.Table(ctx, t.Name, experiment, w.Write, func(cells []any) error {
		if t.Rows++; t.Rows%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fields = fields[:0]
		for _, c := range cells {
			fields = append(fields, field(c))
		}
		return w.Write(fields)
	})
	w.Flush()
	return errors.Join(err, w.Error())
}

// field is a cell as text.
func field(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(cell)
}
