package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"contextarena.internal/llm"
)

// Checked is one thing that a check looked at.
type Checked struct {
	What   string   `json:"what"`
	N      int      `json:"checked"` // how many of them
	Faults []string `json:"faults,omitempty"`
}

// Check looks at a whole database: every page that is used, every row that names another, what trials consist of, and every
// text and context by its hash.
func (d *DB) Check(ctx context.Context) ([]Checked, error) {
	var out []Checked
	for _, look := range []func(context.Context, *Checked) error{d.checkPages, d.checkReferences, d.checkTrials, d.checkTexts, d.checkContexts, d.checkSummaries, d.checkLedger} {
		var c Checked
		if err := look(ctx, &c); err != nil && !damaged(err) {
			return nil, explain(d.path, "check "+c.What, err)
		} else if err != nil {
			c.Faults = append(c.Faults, "the rest can't be read: "+err.Error())
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func (c *Checked) fault(format string, args ...any) {
	c.Faults = append(c.Faults, fmt.Sprintf(format, args...))
}

// checkPages has SQLite walk through every tree, which compares every page's checksum.
func (d *DB) checkPages(ctx context.Context, c *Checked) error {
	c.What = "pages"
	return d.look(ctx, func(r *reader) error {
		if err := r.one(`PRAGMA page_count`, nil, &c.N); err != nil {
			return err
		}
		return each(r, column[string], func(said string) error {
			for _, line := range strings.Split(said, "\n") {
				if line != "ok" && !strings.HasPrefix(line, "***") {
					c.fault("%s", line)
				}
			}
			return nil
		}, `PRAGMA integrity_check(20)`)
	})
}

// checkReferences looks for rows that name a row that isn't there.
func (d *DB) checkReferences(ctx context.Context, c *Checked) error {
	c.What = "references"
	return d.look(ctx, func(r *reader) error {
		if err := r.one(`SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%REFERENCES%'`, nil, &c.N); err != nil {
			return err
		}
		type row struct {
			table, parent string
			n             int
		}
		return each(r, func(w *row) []any { return []any{&w.table, &w.parent, &w.n} }, func(w row) error {
			c.fault("%d rows of %s name a row of %s that isn't there", w.n, w.table, w.parent)
			return nil
		}, `SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2`)
	})
}

func (d *DB) checkTrials(ctx context.Context, c *Checked) error {
	c.What = "trials"
	for _, t := range d.DamagedTrials(ctx) {
		c.fault("%s has to be played again", t.Named())
	}
	return d.look(ctx, func(r *reader) error { return r.one(`SELECT count(*) FROM trials`, nil, &c.N) })
}

// checkTexts compares every text with the hash that names it.
func (d *DB) checkTexts(ctx context.Context, c *Checked) error {
	c.What = "texts"
	return d.checkHashes(ctx, c, "text", func(_ int64, body []byte) digest { return digestOf(body) }, `SELECT id, 0, hash, body FROM texts WHERE pruned IS NULL ORDER BY id`)
}

// checkContexts compares every context with the hash that names it.
func (d *DB) checkContexts(ctx context.Context, c *Checked) error {
	c.What = "contexts"
	return d.checkHashes(ctx, c, "context", contextDigest, `SELECT id, system, hash, body FROM contexts WHERE pruned IS NULL ORDER BY id`)
}

func (d *DB) checkHashes(ctx context.Context, c *Checked, what string, sum func(system int64, body []byte) digest, query string) error {
	type row struct {
		id, system int64
		hash, body sql.RawBytes
	}
	return d.look(ctx, func(r *reader) error {
		return each(r, func(w *row) []any { return []any{&w.id, &w.system, &w.hash, &w.body} }, func(w row) error {
			c.N++
			if is := sum(w.system, w.body); string(is[:]) != string(w.hash) {
				c.fault("%s %d isn't what its hash says", what, w.id)
			}
			return nil
		}, query)
	})
}

// contextDigest is the hash of a context: of its system text's id and the packed rest.
func contextDigest(system int64, body []byte) digest {
	p := packer{}
	p.number(system)
	return digestOf(append(p.buf, body...))
}

// checkSummaries makes what figures are read from anew, out of the evidence of every trial, and compares. Trials
// of which something is damaged are told by another check.
func (d *DB) checkSummaries(ctx context.Context, c *Checked) error {
	c.What = "summaries"
	return d.look(ctx, func(r *reader) error {
		s := newSummaries(r)
		var ids []int64
		err := each(r, column[int64], func(id int64) error { ids = append(ids, id); return nil }, `SELECT id FROM trials ORDER BY id`)
		for _, id := range ids {
			if err != nil {
				return err
			}
			c.N++
			var same bool
			if same, err = s.same(id); err == nil && !same {
				c.fault("the summary of trial number %d isn't what its rows give", id)
			}
			if damaged(err) {
				err = nil
			}
		}
		return err
	})
}

// same reports whether what the trial in this row used is what its evidence gives.
func (s *summaries) same(trial int64) (bool, error) {
	var stored Summary
	err := s.r.each(`SELECT 0, `+summaryColumns+` WHERE t.id = ?`, []any{trial}, func(rows *sql.Rows) (err error) {
		stored, err = s.read(rows)
		return err
	})
	if err != nil {
		return false, err
	}
	rec, err := s.r.record(trial)
	if errors.Is(err, ErrPruned) {
		err = nil
	}
	if err != nil {
		return false, err
	}
	used := usedOf(rec, func(key llm.Key) (by string) {
		_, err = s.r.find(answeredBy, []any{key[:]}, &by)
		return by
	})
	return reflect.DeepEqual(stored.Used, used), err
}

// checkLedger compares what was paid for with what is kept. Only attempts that were answered are told: others have no
// reply, and replies from a recording or of an older program have no attempt. Embeddings are kept by their texts.
func (d *DB) checkLedger(ctx context.Context, c *Checked) error {
	c.What = "paid replies"
	return d.look(ctx, func(r *reader) error {
		if err := r.one(`SELECT count(DISTINCT key) FROM attempts WHERE fate = 'answered' AND texts IS NULL`, nil, &c.N); err != nil {
			return err
		}
		type row struct {
			key    []byte
			trials int
		}
		return each(r, func(w *row) []any { return []any{&w.key, &w.trials} }, func(w row) error {
			c.fault("the reply %x was paid for and used by %d trials, and isn't kept", w.key[:min(6, len(w.key))], w.trials)
			return nil
		}, `WITH gone AS MATERIALIZED (SELECT DISTINCT a.key FROM attempts a LEFT JOIN replies p ON p.key = a.key WHERE a.fate = 'answered' AND p.key IS NULL)
		SELECT c.key, count(DISTINCT c.trial) FROM calls c JOIN gone ON gone.key = c.key GROUP BY c.key ORDER BY c.key`)
	})
}
