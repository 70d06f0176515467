package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/mattn/go-sqlite3"
)

// Damaged is the error of reading what isn't what was written: a page whose checksum is wrong, or packed data that can't be
// what was packed. Nothing of it enters a figure.
type Damaged struct {
	Path      string
	Operation string
	Trials    []Trial // that have to be played again, by their rows; one whose own row is lost has its number alone
	Err       error

	said bool // by another error of the same database
}

// Error names the first trials that have to be played again, and what to do; once for a database.
func (e *Damaged) Error() string {
	if e.said {
		return fmt.Sprintf("%s: database %s is damaged: %v", e.Operation, e.Path, e.Err)
	}
	const most = 5
	said := "no trial has lost anything"
	if n := len(e.Trials); n > 0 {
		names := make([]string, 0, most+1)
		for _, t := range e.Trials[:min(n, most)] {
			names = append(names, t.Named())
		}
		if n > most {
			names = append(names, fmt.Sprintf("and %d more", n-most))
		}
		said = "to be played again: " + strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s: database %s is damaged: %s: restore it from a copy, or take out what is damaged (arena db repair --db %s) and run the same command again: %v",
		e.Operation, e.Path, said, e.Path, e.Err)
}

// Unwrap implements errors.
func (e *Damaged) Unwrap() error { return e.Err }

// Named is the trial for people: its key, what was played, and the repeat.
func (t Trial) Named() string {
	if t.Scenario == "" && t.Ordinal == 0 {
		return "all trials: their list is lost"
	}
	if t.Scenario == "" {
		return fmt.Sprintf("trial number %d, whose name is lost", t.Ordinal)
	}
	return fmt.Sprintf("trial %s (%s, %s, %s, repeat %d)", t.Key.Short(), t.Strategy, t.Scenario, t.Model, t.Repeat)
}

// damaged reports whether err means that what was read isn't what was written.
func damaged(err error) bool {
	var se sqlite3.Error
	return errors.Is(err, errPacked) || errors.As(err, &se) && (se.Code == sqlite3.ErrCorrupt || se.Code == sqlite3.ErrNotADB)
}

// blame is explain, and names what has to be played again where the database is damaged.
func (d *DB) blame(ctx context.Context, operation string, err error) error {
	if err == nil || !damaged(err) {
		return explain(d.path, operation, err)
	}
	first := false
	d.lost.Do(func() { first, d.lostTrials = true, d.DamagedTrials(context.WithoutCancel(ctx)) })
	return &Damaged{Path: d.path, Operation: operation, Trials: d.lostTrials, Err: err, said: !first}
}

// DamagedTrials lists the trials of which something can't be read: rows, texts or contexts. It reads all of each.
func (d *DB) DamagedTrials(ctx context.Context) []Trial {
	var lost []Trial
	ids := d.trialIDs(ctx, func(id int64) { lost = append(lost, Trial{Ordinal: int(id)}) })
	for _, id := range ids {
		if t, ok := d.damagedTrial(ctx, id); ok {
			lost = append(lost, t)
		}
	}
	return lost
}

// damagedTrial reports whether something of the trial in this row can't be read.
func (d *DB) damagedTrial(ctx context.Context, id int64) (Trial, bool) {
	var t Trial
	err := d.look(ctx, func(r *reader) error {
		return r.one(`SELECT `+trialColumns+` FROM trials t WHERE t.id = ?`, []any{id}, t.columns()...)
	})
	if err != nil {
		return Trial{Ordinal: int(id)}, true
	}
	err = d.look(ctx, func(r *reader) error {
		if err := r.touch(id); err != nil {
			return err
		}
		_, err := r.record(id)
		if errors.Is(err, ErrPruned) {
			return nil
		}
		return err
	})
	return t, err != nil
}

// touched reads every page that the rows of some trials lie on, long values included: the number of each is an element of a
// list in JSON. The greatest of its columns is found by reading all of each, and all are named, since behind a long one
// even a number may lie on a page of its own. One statement for all trials, since ten for each took four times as long.
var touched = sync.OnceValue(func() (query string) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err == nil {
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err = db.Exec(schema); err == nil {
			err = db.QueryRow(`WITH t AS (SELECT m.name, group_concat(c.name, ', ' ORDER BY c.cid) AS columns FROM sqlite_schema m JOIN pragma_table_info(m.name) c
				WHERE m.type = 'table' AND c.pk = 0 AND (SELECT name FROM pragma_table_info(m.name) WHERE pk = 1) = 'trial' GROUP BY m.name)
			SELECT group_concat('SELECT count(max(' || columns || ')) FROM ' || name || ' WHERE trial IN (SELECT value FROM json_each(?1))', ' UNION ALL ') FROM t`).Scan(&query)
		}
	}
	if err != nil {
		panic("store: the schema: " + err.Error()) // a mistake of the program
	}
	return query
})

// touch is an error if a row of one of the trials can't be read. Texts and contexts aren't looked at.
func (r *reader) touch(trials ...int64) error {
	list, err := json.Marshal(trials)
	if err != nil {
		return err
	}
	return r.each(touched(), []any{string(list)}, nothingOf)
}

// trialIDs lists the rows of trials, and tells lost of each that can't be read; of 0 where not even their number can.
func (d *DB) trialIDs(ctx context.Context, lost func(id int64)) []int64 {
	var ids []int64
	var last int64
	for _, query := range []string{`SELECT coalesce(max(id), 0) FROM trials`, `SELECT coalesce(max(trial), 0) FROM experiment_trials`} {
		if d.look(ctx, func(r *reader) error { return r.one(query, nil, &last) }) == nil {
			break
		}
		last = -1
	}
	if last < 0 {
		lost(0)
		return nil
	}
	halve(1, last+1, func(from, to int64) error {
		var found []int64
		err := d.look(ctx, func(r *reader) error {
			return each(r, column[int64], func(id int64) error { found = append(found, id); return nil },
				`SELECT id FROM trials WHERE id >= ? AND id < ? ORDER BY id`, from, to)
		})
		if err == nil {
			ids = append(ids, found...)
		}
		return err
	}, lost)
	return ids
}

// halve has do work on all numbers from (inclusive) to to. Where it fails, it is tried with each half, and lost is told a single
// number that is left.
func halve(from, to int64, do func(from, to int64) error, lost func(int64)) {
	if from >= to || do(from, to) == nil {
		return
	}
	if to == from+1 {
		lost(from)
		return
	}
	middle := from + (to-from)/2
	halve(from, middle, do, lost)
	halve(middle, to, do, lost)
}
