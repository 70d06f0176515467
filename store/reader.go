package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"contextarena.internal/arena"
)

// reader is one consistent view of the database.
type reader struct {
	ctx      context.Context
	tx       queryer
	texts    map[int64]string
	contexts map[int64]*arena.Context
}

// queryer is what reads: a transaction that reads only, or the writer's connection in the middle of one.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// view runs read in one snapshot of the database. Where that is damaged, the error names what has to be played again.
func (d *DB) view(ctx context.Context, operation string, read func(*reader) error) error {
	return d.blame(ctx, operation, d.look(ctx, read))
}

// look is view with the error as it is.
func (d *DB) look(ctx context.Context, read func(*reader) error) error {
	tx, err := d.reads.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it read only; there is nothing to lose
	r := &reader{
		ctx: context.WithoutCancel(ctx), // the transaction ends with ctx; its statements needn't watch too
		tx:  tx, texts: map[int64]string{}, contexts: map[int64]*arena.Context{},
	}
	return read(r)
}

// one scans the only row of a query; sql.ErrNoRows if there is none.
func (r *reader) one(query string, args []any, dest ...any) error {
	return r.tx.QueryRowContext(r.ctx, query, args...).Scan(dest...)
}

// find is one, and reports whether there is a row.
func (r *reader) find(query string, args []any, dest ...any) (bool, error) {
	err := r.one(query, args, dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// each calls scan for every row of a query.
func (r *reader) each(query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := r.tx.QueryContext(r.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// nothingOf is the scan of a query that is run to have its rows read.
func nothingOf(*sql.Rows) error { return nil }

// text returns the text with this id.
func (r *reader) text(id int64) (string, error) {
	if s, ok := r.texts[id]; ok {
		return s, nil
	}
	var s string
	var pruned bool
	ok, err := r.find(`SELECT body, pruned IS NOT NULL FROM texts WHERE id = ?`, []any{id}, &s, &pruned)
	if err == nil && !ok {
		err = fmt.Errorf("%w: no text %d", errPacked, id)
	}
	if err != nil {
		return "", err
	}
	if pruned {
		s = Pruned
	}
	r.texts[id] = s
	return s, nil
}

// context returns the context with this id, nil for null. Equal ids give the same pointer.
func (r *reader) context(id sql.NullInt64) (*arena.Context, error) {
	if !id.Valid {
		return nil, nil
	}
	if c, ok := r.contexts[id.Int64]; ok {
		return c, nil
	}
	var system int64
	var body []byte
	var pruned bool
	if err := r.one(`SELECT system, body, pruned IS NOT NULL FROM contexts WHERE id = ?`, []any{id.Int64}, &system, &body, &pruned); err != nil {
		return nil, err
	}
	if pruned {
		return &arena.Context{System: Pruned}, nil
	}
	s, err := r.text(system)
	if err != nil {
		return nil, err
	}
	u := r.unpack(body)
	c := &arena.Context{System: s, Messages: u.messages(), Shown: u.indices(), Fetched: u.indices()}
	if err := u.finish(); err != nil {
		return nil, fmt.Errorf("context %d: %w", id.Int64, err)
	}
	r.contexts[id.Int64] = c
	return c, nil
}

func (r *reader) unpack(b []byte) *unpacker { return &unpacker{buf: b, text: r.text} }
