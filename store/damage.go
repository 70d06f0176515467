package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/arena"
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
	return fmt.Sprintf("%s: database %s is damaged: %s: restore it from a copy, or write what can be read to another file (arena db repair OTHER --db %s) and run the same command with --db OTHER: %v",
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

// DamagedTrials lists the trials of which something can't be read: rows, texts or contexts. It reads all of each. Their
// ordinals are the numbers of their rows.
func (d *DB) DamagedTrials(ctx context.Context) []Trial {
	return d.damagedTrials(ctx, func(int64) bool { return true }, func(*reader, int64, arena.Record) error { return nil })
}

// damagedTrials are those among the wanted ones. An error of also is damage, too.
func (d *DB) damagedTrials(ctx context.Context, wanted func(id int64) bool, also func(r *reader, id int64, rec arena.Record) error) (lost []Trial) {
	for _, id := range d.trialIDs(ctx, func(id int64) { lost = append(lost, Trial{Ordinal: int(id)}) }) {
		if !wanted(id) {
			continue
		}
		var t Trial
		err := d.look(ctx, func(r *reader) error {
			if err := r.one(`SELECT `+trialColumns+` FROM trials t WHERE t.id = ?`, []any{id}, t.columns()...); err != nil {
				t = Trial{} // its name is lost
				return err
			}
			rec, err := r.whole(id)
			if err == nil {
				err = also(r, id, rec)
			}
			return err
		})
		if t.Ordinal = int(id); err != nil {
			lost = append(lost, t)
		}
	}
	return lost
}

// whole is the record of the trial in this row, after every row that it has was read; of one that was pruned, what is left.
func (r *reader) whole(id int64) (rec arena.Record, err error) {
	if err = r.touch(id); err == nil {
		rec, err = r.record(id)
	}
	if errors.Is(err, ErrPruned) {
		err = nil
	}
	return rec, err
}

// touched reads every page that the rows of some trials lie on, long values included: the number of each is an element of a
// list in JSON. The greatest of its columns is found by reading all of each, and all are named, since behind a long one
// even a number may lie on a page of its own. One statement for all trials, since ten for each took four times as long.
const touched = `WITH of AS (SELECT value FROM json_each(?1))
	SELECT count(max(number, turn, at, role, text, tokens, saw, tools, refs)) FROM messages WHERE trial IN of
	UNION ALL SELECT count(max(after, gone, back, text, stop, tokens, asked, parsed, empty, dropped, layers)) FROM cycles WHERE trial IN of
	UNION ALL SELECT count(max(context, text, stop, cut, key, logprobs)) FROM answers WHERE trial IN of
	UNION ALL SELECT count(max(purpose, turn, probe, model, stop, input, cached_input, output, reasoning, estimated, nominal, reply, key, prompt)) FROM calls WHERE trial IN of
	UNION ALL SELECT count(max(scorer, passed, again, findings, words, rubric)) FROM scores WHERE trial IN of
	UNION ALL SELECT count(x.body) FROM scores s JOIN json_each(s.findings) n JOIN texts x ON x.id = n.value WHERE s.trial IN of
	UNION ALL SELECT count(max(taught, 0)) FROM experiences WHERE trial IN of`

// touch is an error if a row of one of the trials can't be read. Texts and contexts aren't looked at.
func (r *reader) touch(trials ...int64) error {
	list, err := json.Marshal(trials)
	if err != nil {
		return err
	}
	return r.each(touched, []any{string(list)}, nothingOf)
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
