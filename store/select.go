package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// alpha is one less the confidence of the intervals that queries compute.
const alpha = 0.05

// Rows are what a query found. Cells are int64, float64, string, nil, stats.Estimate as share and paired give it, or []byte.
type Rows struct {
	Head []string
	Rows [][]any
}

// Select answers queries in SQL, all of them in one snapshot. They may be anyone's: a statement that does more than read
// is refused, as is one that isn't SQL, with an arena.Mistake. Args are what they name as :name; a name that isn't given
// is null. Besides what SQLite has there are two aggregates of clusters, with intervals over scenarios as a sample:
//
//	share(scenario, value [, weight])   the mean of shares; the weight is 1 unless it is given
//	paired(scenario, a, b)              the mean of a - b, of the rows that have both
//
// A row whose value is null counts nowhere.
func (d *DB) Select(ctx context.Context, args map[string]any, queries ...string) ([]Rows, error) {
	out := make([]Rows, len(queries))
	err := d.restricted(ctx, func(tx *sql.Tx) error {
		for i, query := range queries {
			if err := out[i].read(ctx, tx, query, args); err != nil {
				return err
			}
		}
		return nil
	})
	var se sqlite3.Error
	switch {
	case errors.As(err, &se) && se.Code == sqlite3.ErrAuth:
		return nil, arena.Mistake{Err: fmt.Errorf("a query reads the database, and does nothing else: %w", err)}
	case errors.As(err, &se) && se.Code == sqlite3.ErrError:
		return nil, arena.Mistake{Err: err}
	}
	return out, d.blame(ctx, "query", err)
}

// restricted runs read in a transaction on a connection that allows nothing but reading, and has the aggregates.
func (d *DB) restricted(ctx context.Context, read func(*sql.Tx) error) (err error) {
	conn, err := d.reads.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), nil) // its end isn't the query's, which may not end one
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // it read only; there is nothing to lose
	with := func(set func(*sqlite3.SQLiteConn) error) error {
		return conn.Raw(func(driver any) error { return set(driver.(*sqlite3.SQLiteConn)) })
	}
	err = with(func(c *sqlite3.SQLiteConn) error {
		c.RegisterAuthorizer(readsOnly)
		return errors.Join(c.RegisterAggregator("share", newShare, true), c.RegisterAggregator("paired", newPaired, true))
	})
	if err == nil {
		err = read(tx)
	}
	return errors.Join(err, with(func(c *sqlite3.SQLiteConn) error { c.RegisterAuthorizer(nil); return nil }))
}

// recursive is SQLITE_RECURSIVE, which the driver doesn't name.
const recursive = 33

// readsOnly allows what a SELECT needs.
func readsOnly(action int, _, _, _ string) int {
	switch action {
	case sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, recursive:
		return sqlite3.SQLITE_OK
	}
	return sqlite3.SQLITE_DENY
}

// parameter is a name of an argument in a query.
var parameter = regexp.MustCompile(`:([a-z_]+)`)

// read reads the rows of a query.
func (r *Rows) read(ctx context.Context, tx *sql.Tx, query string, args map[string]any) error {
	var named []any
	for _, found := range parameter.FindAllStringSubmatch(query, -1) {
		named = append(named, sql.Named(found[1], args[found[1]]))
	}
	rows, err := tx.QueryContext(ctx, query, named...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if r.Head, err = rows.Columns(); err != nil {
		return err
	}
	for rows.Next() {
		row, err := cellsOf(rows, len(r.Head))
		if err != nil {
			return err
		}
		for i, cell := range row {
			var e stats.Estimate
			if b, ok := cell.([]byte); ok && json.Unmarshal(b, &e) == nil {
				row[i] = e
			}
		}
		r.Rows = append(r.Rows, row)
	}
	return rows.Err()
}

// clusters are the values of an aggregate by scenario, in the order in which those come.
type clusters struct {
	at  map[string]int
	all []stats.Cluster
}

// add adds a value, unless it is null.
func (c *clusters) add(scenario string, value, weight any) {
	v, ok := amount(value)
	w, weighs := amount(weight)
	if !ok || !weighs {
		return
	}
	if c.at == nil {
		c.at = map[string]int{}
	}
	i, known := c.at[scenario]
	if !known {
		i = len(c.all)
		c.at[scenario], c.all = i, append(c.all, stats.Cluster{})
	}
	c.all[i].Sum, c.all[i].N = c.all[i].Sum+v*w, c.all[i].N+w
}

func amount(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// share is the aggregate of that name.
type share struct{ clusters }

func newShare() *share { return &share{} }

// Step takes a value.
func (s *share) Step(scenario string, value any, weight ...any) {
	s.add(scenario, value, append(weight, int64(1))[0])
}

// Done is the estimate, as JSON.
func (s *share) Done() ([]byte, error) { return json.Marshal(stats.ClusterMean(s.all, alpha)) }

// paired is the aggregate of that name.
type paired struct{ clusters }

func newPaired() *paired { return &paired{} }

// Step takes a pair.
func (p *paired) Step(scenario string, a, b any) {
	x, ok := amount(a)
	y, both := amount(b)
	if ok && both {
		p.add(scenario, x-y, int64(1))
	}
}

// Done is the estimate, as JSON.
func (p *paired) Done() ([]byte, error) { return json.Marshal(stats.PairedMean(p.all, true, alpha)) }
