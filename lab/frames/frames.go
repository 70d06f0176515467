// Package frames writes the tables of a database as tidy CSV, for pandas, DuckDB and R: a row for each trial,
// verdict, cycle, call and attempt, as the views of the database have them (docs/data-frames.md).
//
// Unlike reports, which people open in spreadsheets, cells are exactly what is stored: a memory that begins
// with "-" or "=" does so here. What isn't known, or doesn't apply, is an empty cell; yes and no are 1 and 0. Calls have a
// column that the view hasn't: usd, the price of their tokens on the day that the experiment counts by, without prefix caching.
package frames

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/llm"
	"contextarena.internal/store"
)

// Table is one file that was written.
type Table struct {
	Name string // of store.Tables
	Rows int
}

// Write writes every table of an experiment, by its number (0: of all). Create makes the file NAME.csv of what
// it is given to write.
func Write(ctx context.Context, l *lab.Lab, experiment int64, create func(file string, write func(io.Writer) error) error) ([]Table, error) {
	days := map[int64]time.Time{} // of prices, by experiment
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		if p, err := lab.PlannedOf(e); err == nil {
			days[e.Number], _ = time.Parse(time.DateOnly, p.PricesAsOf) // empty: the newest
		}
	}
	var out []Table
	for _, name := range store.Tables {
		t := Table{Name: name}
		var usd func(cell func(column string) any) any
		if name == "calls" {
			usd = func(cell func(string) any) any {
				provider, model, _ := strings.Cut(cell("asked").(string), ":")
				price, known := l.Prices.Of(llm.Model{Provider: provider, Name: model}, days[cell("experiment").(int64)])
				if !known {
					return nil
				}
				return price.USD(llm.Usage{Input: int(cell("input_tokens").(int64)), Output: int(cell("output_tokens").(int64))})
			}
		}
		err := create(name+".csv", func(w io.Writer) error { return t.write(ctx, l.DB, experiment, w, usd) })
		if err != nil {
			return out, fmt.Errorf("table %s: %w", name, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// write writes one table and counts its rows. Usd, if there is one, is a last column.
func (t *Table) write(ctx context.Context, db *store.DB, experiment int64, to io.Writer, usd func(cell func(column string) any) any) error {
	w := csv.NewWriter(to)
	var head, fields []string
	columns := func(names []string) error {
		if head = names; usd != nil {
			names = append(slices.Clone(names), "usd")
		}
		return w.Write(names)
	}
	err := db.Table(ctx, t.Name, experiment, columns, func(cells []any) error {
		if t.Rows++; t.Rows%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fields = fields[:0]
		for _, c := range cells {
			fields = append(fields, field(c))
		}
		if usd != nil {
			fields = append(fields, field(usd(func(column string) any { return cells[slices.Index(head, column)] })))
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
