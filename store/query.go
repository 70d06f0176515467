package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/fxamacker/cbor/v2"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// inExperiment restricts a query to the trials of the experiment whose id is its argument.
const inExperiment = `IN (SELECT et.trial FROM experiment_trials et JOIN experiments e ON e.number = et.experiment WHERE e.id = ?)`

// list reads the rows of a query in their order, each into what dest names of a value.
func list[T any](ctx context.Context, d *DB, operation string, dest func(*T) []any, query string, args ...any) ([]T, error) {
	var out []T
	err := d.view(ctx, operation, func(r *reader) error {
		return each(r, dest, func(v T) error { out = append(out, v); return nil }, query, args...)
	})
	return out, err
}

// each calls found with every row of a query, read into what dest names of a value. What the row doesn't
// set is zero.
func each[T any](r *reader, dest func(*T) []any, found func(T) error, query string, args ...any) error {
	var v T
	columns := dest(&v)
	return r.each(query, args, func(rows *sql.Rows) error {
		var zero T
		v = zero
		err := rows.Scan(columns...)
		if err == nil {
			err = found(v)
		}
		return err
	})
}

// byTrial reads the rows of a query whose first column is the key of a trial, and adds each to what its
// trial has. Trials without rows are not in the map.
func byTrial[T, V any](ctx context.Context, d *DB, operation string, dest func(*V) []any, add func(T, V) T, query string, args ...any) (map[arena.TrialKey]T, error) {
	type row struct {
		key   arena.TrialKey
		value V
	}
	out := map[arena.TrialKey]T{}
	err := d.view(ctx, operation, func(r *reader) error {
		return each(r, func(w *row) []any { return append([]any{keyColumn{&w.key}}, dest(&w.value)...) }, func(w row) error {
			out[w.key] = add(out[w.key], w.value)
			return nil
		}, query, args...)
	})
	return out, err
}

// only is the add of a query with one row for each trial.
func only[T any](_, v T) T { return v }

// appended is the add of a query with several rows for a trial.
func appended[T any](all []T, v T) []T { return append(all, v) }

// column is the dest of a query with one column.
func column[T any](v *T) []any { return []any{v} }

// modelColumns are provider, name, base URL and options.
func modelColumns(m *llm.Model) []any { return []any{&m.Provider, &m.Name, &m.BaseURL, &m.Options} }

// keyColumn is a trial's key.
type keyColumn struct{ *arena.TrialKey }

// Scan implements sql.Scanner.
func (c keyColumn) Scan(src any) error {
	b, ok := src.([]byte)
	if !ok || copy(c.TrialKey[:], b) < len(b) {
		return fmt.Errorf("%w: no key", errPacked)
	}
	return nil
}

// jsonColumn is a value as JSON; null leaves it as it is.
type jsonColumn struct{ into any }

// Scan implements sql.Scanner.
func (c jsonColumn) Scan(src any) error {
	text, ok := textOf(src)
	switch {
	case src == nil:
		return nil
	case !ok:
		return fmt.Errorf("%w: no JSON", errPacked)
	}
	if err := json.Unmarshal([]byte(text), c.into); err != nil {
		return fmt.Errorf("%w: %w", errPacked, err)
	}
	return nil
}

// packedColumn is a value as CBOR.
type packedColumn struct{ into any }

// Scan implements sql.Scanner.
func (c packedColumn) Scan(src any) error {
	b, _ := src.([]byte)
	if err := cbor.Unmarshal(b, c.into); err != nil {
		return fmt.Errorf("%w: %w", errPacked, err)
	}
	return nil
}

// json is v as a column of JSON, null where there is nothing.
func (t *tx) json(v any, nothing bool) any {
	if nothing || t.err != nil {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.err = fmt.Errorf("encode %T: %w", v, err)
	}
	return string(b)
}

// textOf is a column of text as drivers give it; false if it is none.
func textOf(src any) (string, bool) {
	if b, ok := src.([]byte); ok {
		return string(b), true
	}
	text, ok := src.(string)
	return text, ok
}

// timeColumn is a time as text, exact to the nanosecond. It comes back in UTC.
type timeColumn struct{ *time.Time }

// Scan implements sql.Scanner.
func (c timeColumn) Scan(src any) (err error) {
	text, ok := textOf(src)
	if !ok {
		return fmt.Errorf("%w: no time", errPacked)
	}
	*c.Time, err = time.Parse(time.RFC3339Nano, text)
	return err
}

func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
