package store

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Checked is one thing that a check looked at.
type Checked struct {
	What   string   `json:"what"`
	N      int      `json:"checked"`      // how many of them
	Of     int      `json:"of,omitempty"` // how many there are, where not all were looked at
	Faults []string `json:"faults,omitempty"`
}

// CheckOptions say how much is looked at. The zero value is for everything.
type CheckOptions struct {
	Quick    bool                  // of trials, texts and contexts no more than QuickOf each, and no index; the same ones each time
	Progress func(done, total int) // if set, is told of every trial, text and context
}

// QuickOf is how many rows of a table a quick check looks at.
const QuickOf = 500

// check is a check that goes on.
type check struct {
	*DB
	CheckOptions
	samples     map[string]sample
	done, total int
}

// sample is which rows of a table are looked at: each whose number the step divides.
type sample struct{ all, step int64 }

func (s sample) has(id int64) bool { return id%s.step == 0 }

// Check looks at a database: every page that is used, every row that names another, what trials consist of, and every
// text and context by its hash.
func (d *DB) Check(ctx context.Context, o CheckOptions) ([]Checked, error) {
	k := &check{DB: d, CheckOptions: o, samples: map[string]sample{}}
	for _, table := range []string{"trials", "texts", "contexts"} {
		s := sample{step: 1}
		err := d.look(ctx, func(r *reader) error {
			return r.one(`SELECT count(*) FROM `+table+` WHERE pruned IS NULL OR ? = 'trials'`, []any{table}, &s.all)
		})
		if err != nil && !damaged(err) {
			return nil, explain(d.path, "check", err)
		}
		if o.Quick && s.all > QuickOf {
			s.step = (s.all + QuickOf - 1) / QuickOf
		}
		k.samples[table] = s
		k.total += int(s.all / s.step)
	}
	var out []Checked
	for _, look := range []func(context.Context, *Checked) error{k.pages, k.references, k.trials, k.texts, k.contexts, k.ledger} {
		var c Checked
		if err := look(ctx, &c); err != nil && !damaged(err) {
			return nil, explain(d.path, "check "+c.What, err)
		} else if err != nil {
			c.Faults = append(c.Faults, "the rest can't be read: "+err.Error())
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.Of == c.N {
			c.Of = 0
		}
		out = append(out, c)
	}
	return out, nil
}

// looked counts what was looked at.
func (k *check) looked(c *Checked) {
	c.N++
	k.done++
	if k.Progress != nil {
		k.Progress(k.done, max(k.done, k.total))
	}
}

func (c *Checked) fault(format string, args ...any) {
	c.Faults = append(c.Faults, fmt.Sprintf(format, args...))
}

// pages has SQLite walk through every tree, which compares every page's checksum.
func (k *check) pages(ctx context.Context, c *Checked) error {
	c.What = "pages"
	query := `PRAGMA integrity_check(20)`
	if k.Quick {
		query = `PRAGMA quick_check(20)`
	}
	return k.look(ctx, func(r *reader) error {
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
		}, query)
	})
}

// references looks for rows that name a row that isn't there.
func (k *check) references(ctx context.Context, c *Checked) error {
	c.What = "references"
	return k.look(ctx, func(r *reader) error {
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

// trials reads all that each trial consists of, and makes anew what figures are read from, out of its evidence.
func (k *check) trials(ctx context.Context, c *Checked) error {
	c.What = "trials"
	of := k.samples[c.What]
	for _, t := range k.damagedTrials(ctx, func(id int64) bool {
		if of.has(id) {
			k.looked(c)
		}
		return of.has(id)
	}, func(r *reader, id int64, rec arena.Record) error {
		same, err := sameSummary(r, id, rec)
		if err == nil && !same {
			c.fault("the summary of trial number %d isn't what its rows give", id)
		}
		return err
	}) {
		c.fault("%s has to be played again", t.Named())
	}
	c.Of = int(of.all)
	return nil
}

// sameSummary reports whether what the trial in this row used, as figures read it, is what its evidence gives. It is an error if that
// or its findings can't be read.
func sameSummary(r *reader, id int64, rec arena.Record) (bool, error) {
	var stored Used
	var ids string
	err := r.one(`SELECT t.used, coalesce(s.findings, '') FROM trials t LEFT JOIN scores s ON s.trial = t.id WHERE t.id = ?`, []any{id}, packedColumn{&stored}, &ids)
	used := usedOf(rec, func(key llm.Key) (by string) {
		if err == nil {
			_, err = r.find(answeredBy, []any{key[:]}, &by)
		}
		return by
	})
	if err == nil {
		_, err = newSummaries(r).findings(ids)
	}
	return reflect.DeepEqual(stored, used), err
}

// texts compares every text with the hash that names it.
func (k *check) texts(ctx context.Context, c *Checked) error {
	return k.hashes(ctx, c, "texts", func(_ int64, body []byte) digest { return digestOf(body) }, `SELECT id, 0, hash, body FROM texts`)
}

// contexts compares every context with the hash that names it.
func (k *check) contexts(ctx context.Context, c *Checked) error {
	return k.hashes(ctx, c, "contexts", contextDigest, `SELECT id, system, hash, body FROM contexts`)
}

func (k *check) hashes(ctx context.Context, c *Checked, what string, sum func(system int64, body []byte) digest, query string) error {
	type row struct {
		id, system int64
		hash, body sql.RawBytes
	}
	c.What = what
	of := k.samples[what]
	c.Of = int(of.all)
	return k.look(ctx, func(r *reader) error {
		return each(r, func(w *row) []any { return []any{&w.id, &w.system, &w.hash, &w.body} }, func(w row) error {
			k.looked(c)
			if is := sum(w.system, w.body); string(is[:]) != string(w.hash) {
				c.fault("%s %d isn't what its hash says", strings.TrimSuffix(what, "s"), w.id)
			}
			return nil
		}, query+` WHERE pruned IS NULL AND id % ? = 0 ORDER BY id`, of.step)
	})
}

// contextDigest is the hash of a context: of its system text's id and the packed rest.
func contextDigest(system int64, body []byte) digest {
	p := packer{}
	p.number(system)
	return digestOf(append(p.buf, body...))
}

// ledger compares what was paid for with what is kept. Only attempts that were answered are told: others have no
// reply, and replies from a recording or of an older program have no attempt. Embeddings are kept by their texts.
func (k *check) ledger(ctx context.Context, c *Checked) error {
	c.What = "paid replies"
	return k.look(ctx, func(r *reader) error {
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
