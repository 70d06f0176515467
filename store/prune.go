package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"contextarena.internal/llm"
)

// Pruning is what a prune took, or would take.
type Pruning struct {
	Trials   int   `json:"trials"` // that lose texts
	Texts    int   `json:"texts"`
	Contexts int   `json:"contexts"`
	Bytes    int64 `json:"bytes"` // of both
}

// errDry undoes a prune that was only to be counted.
var errDry = errors.New("nothing is to be done")

// Prune takes the texts that only trials use which were played before a time: of conversations, memories, requests, their
// replies, and contexts. A trial is as old as the last run of the youngest experiment that it is part of; one of none
// is old. What figures are made of stays: every row, verdict and number, replies to probes and final tasks, and imported
// files; so does a reply in the cache that no old trial used. Pruning again finds nothing. With dry nothing is changed.
func (d *DB) Prune(ctx context.Context, before time.Time, dry bool) (Pruning, error) {
	var p Pruning
	err := d.write(ctx, "prune", func(t *tx) error {
		p = Pruning{}
		if err := t.prune(&p, before); err != nil {
			return err
		}
		if dry {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return p, err
}

func (t *tx) prune(p *Pruning, before time.Time) error {
	young := map[int64]bool{}
	t.each(func(rows *sql.Rows) error {
		var trial int64
		var ran string
		err := rows.Scan(&trial, &ran)
		if err == nil && ran != "" {
			var at time.Time
			if at, err = time.Parse(time.RFC3339Nano, ran); err == nil && !at.Before(before) {
				young[trial] = true
			}
		}
		return err
	}, `SELECT et.trial, e.ran FROM experiment_trials et JOIN experiments e ON e.number = et.experiment`)
	kept := used{texts: map[int64]bool{}, contexts: map[int64]bool{}}
	var old []int64
	t.each(func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		if err == nil && !young[id] {
			old = append(old, id)
		}
		return err
	}, `SELECT id FROM trials WHERE pruned IS NULL ORDER BY id`)
	for id := range young {
		t.usedBy(&kept, id)
	}
	t.usedByContexts(&kept)
	// Whatever trials use them: answers and files are what reports are made of, and other replies may be asked for again.
	oldReplies := map[llm.Key]bool{}
	for _, id := range old {
		t.each(func(rows *sql.Rows) error {
			var key sql.RawBytes
			err := rows.Scan(&key)
			oldReplies[keyOf(key)] = true
			return err
		}, `SELECT key FROM calls WHERE trial = ? AND key IS NOT NULL`, id)
	}
	t.each(func(rows *sql.Rows) error {
		var key sql.RawBytes
		var text int64
		err := rows.Scan(&key, &text)
		if err == nil && !oldReplies[keyOf(key)] {
			kept.texts[text] = true
		}
		return err
	}, `SELECT key, text FROM replies`)
	t.ids(kept.texts, `SELECT text FROM answers UNION SELECT text FROM files`)
	if t.err != nil {
		return t.err
	}
	p.Trials = len(old)
	for _, id := range old {
		t.exec(`UPDATE trials SET pruned = 1 WHERE id = ?`, id)
		t.exec(`UPDATE calls SET prompt = NULL WHERE trial = ?`, id)
	}
	p.Texts = t.pruneRows(p, kept.texts, `SELECT id, octet_length(body) FROM texts WHERE pruned IS NULL`, `UPDATE texts SET body = '', pruned = 1 WHERE id = ?`)
	p.Contexts = t.pruneRows(p, kept.contexts, `SELECT id, octet_length(body) FROM contexts WHERE pruned IS NULL`, `UPDATE contexts SET body = x'', pruned = 1 WHERE id = ?`)
	clear(t.texts) // one that is written again has to be filled
	return t.err
}

func keyOf(b []byte) (k llm.Key) {
	copy(k[:], b)
	return k
}

// pruneRows empties the rows that aren't kept, and counts them and their bytes.
func (t *tx) pruneRows(p *Pruning, kept map[int64]bool, list, empty string) (n int) {
	var gone []int64
	t.each(func(rows *sql.Rows) error {
		var id, size int64
		err := rows.Scan(&id, &size)
		if err == nil && !kept[id] {
			gone = append(gone, id)
			p.Bytes += size
		}
		return err
	}, list)
	for _, id := range gone {
		t.exec(empty, id)
	}
	return len(gone)
}

// used are the texts and contexts that something needs.
type used struct{ texts, contexts map[int64]bool }

// packed adds the texts that packed data names.
func (u used) packed(b []byte, unpack func(*unpacker)) error {
	p := unpacker{buf: b, text: func(id int64) (string, error) { u.texts[id] = true; return "", nil }}
	unpack(&p)
	return p.finish()
}

// usedBy adds what the evidence of a trial needs, but for what its contexts do.
func (t *tx) usedBy(u *used, trial int64) {
	t.ids(u.texts, `SELECT text FROM messages WHERE trial = ?1 UNION SELECT text FROM cycles WHERE trial = ?1 UNION SELECT text FROM answers WHERE trial = ?1
		UNION SELECT reply FROM calls WHERE trial = ?1`, trial)
	t.ids(u.contexts, `SELECT saw FROM messages WHERE trial = ?1 AND saw IS NOT NULL UNION SELECT context FROM answers WHERE trial = ?1 AND context IS NOT NULL`, trial)
	t.blobs(u, func(p *unpacker) {
		var m llm.Message
		p.tools(&m)
	}, `SELECT tools FROM messages WHERE trial = ? AND tools IS NOT NULL`, trial)
	t.blobs(u, func(p *unpacker) { p.messages() }, `SELECT prompt FROM calls WHERE trial = ? AND prompt IS NOT NULL`, trial)
}

// usedByContexts adds the texts of the contexts that are needed.
func (t *tx) usedByContexts(u *used) {
	ids := make([]int64, 0, len(u.contexts))
	for id := range u.contexts {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		t.ids(u.texts, `SELECT system FROM contexts WHERE id = ? AND pruned IS NULL`, id)
		t.blobs(u, func(p *unpacker) {
			p.messages()
			p.indices()
			p.indices()
		}, `SELECT body FROM contexts WHERE id = ? AND pruned IS NULL`, id)
	}
}

func (t *tx) blobs(u *used, unpack func(*unpacker), query string, args ...any) {
	t.each(func(rows *sql.Rows) error {
		var b []byte
		err := rows.Scan(&b)
		if err == nil {
			err = u.packed(b, unpack)
		}
		return err
	}, query, args...)
}

// ids adds the numbers of a query's only column to a set.
func (t *tx) ids(set map[int64]bool, query string, args ...any) {
	t.each(func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		set[id] = true
		return err
	}, query, args...)
}

// each calls scan for every row of a query.
func (t *tx) each(scan func(*sql.Rows) error, query string, args ...any) {
	if t.err != nil {
		return
	}
	rows, err := t.conn.QueryContext(background, query, args...)
	if err != nil {
		t.err = err
		return
	}
	defer rows.Close()
	for rows.Next() && t.err == nil {
		t.err = scan(rows)
	}
	if t.err == nil {
		t.err = rows.Err()
	}
}
