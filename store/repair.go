package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// Repair writes what can be read of a damaged database to a new file, without the trials that lost something, and names the
// tables that lost rows. With that file the commands of the experiments play what isn't in it; no reply that could be read is
// paid for again. It is an error, and no file is made, if the list of tables itself is damaged.
func (d *DB) Repair(ctx context.Context, out string) (tables []string, trials []Trial, err error) {
	trials = d.DamagedTrials(ctx)
	_, err = newFile(out, func(part string) error {
		db, conn, err := openForWriting(ctx, part)
		if err != nil {
			return err
		}
		t := newTx(conn)
		t.exec(`ATTACH ? AS old`, dsn(d.path, "mode=ro"))
		tables = t.salvage() // each statement by itself: in a transaction SQLite lets nothing be written after a page that is damaged
		for _, lost := range trials {
			t.exec(`DELETE FROM trials WHERE id = ?`, lost.Ordinal)
		}
		t.exec(`UPDATE experiments SET status = 'interrupted', note = 'repaired: what was lost has to be played again' WHERE kind <> ?`, KindImport)
		t.exec(`DETACH old`)
		t.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
		return errors.Join(t.err, conn.Close(), db.Close())
	})
	return tables, trials, explain(d.path, "repair", err)
}

// How many numbers are tried behind the first one that can't be read, and how finely keys, which are spread evenly, are told apart.
const (
	rowsBehind = 1 << 14
	keyBits    = 14
)

// salvage copies the tables of old, those before that others name, by ranges of the first column of their keys that are halved
// where they can't be read or name what isn't there. It returns those that lost rows. A trial that lost one goes with all it has.
func (t *tx) salvage() (lost []string) {
	type table struct {
		name, by string
		ofTrials bool
	}
	r := reader{ctx: background, tx: t.conn}
	var tables []table
	t.err = errors.Join(t.err, each(&r, func(w *table) []any { return []any{&w.name, &w.by, &w.ofTrials} }, func(w table) error { tables = append(tables, w); return nil },
		`SELECT m.name, c.name, EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'trial')
		FROM main.sqlite_schema m JOIN pragma_table_info(m.name) c ON c.pk = 1 WHERE m.type = 'table' ORDER BY m.rowid`))
	for _, w := range tables {
		var end int64
		bound := func(n int64) any { return n }
		if w.by == "key" {
			end, bound = 1<<keyBits-1, func(n int64) any { return binary.BigEndian.AppendUint16(nil, uint16(n<<(16-keyBits))) }
		} else if r.each(`SELECT `+w.by+` FROM old.`+w.name+` ORDER BY 1`, nil, func(rows *sql.Rows) error { return rows.Scan(&end) }) != nil {
			end += rowsBehind
		}
		end++
		query := `INSERT INTO main.` + w.name + ` SELECT * FROM old.` + w.name + ` WHERE ` + w.by + ` >= ?1`
		if w.ofTrials {
			query += ` AND trial IN (SELECT id FROM main.trials)`
		}
		whole := true
		halve(0, end, func(from, to int64) error {
			part, args := query, []any{bound(from)}
			if to < end {
				part, args = part+` AND `+w.by+` < ?2`, append(args, bound(to))
			}
			_, err := t.conn.ExecContext(background, part, args...)
			var se sqlite3.Error
			if err == nil || damaged(err) || errors.As(err, &se) && se.Code == sqlite3.ErrConstraint {
				return err
			}
			t.err = errors.Join(t.err, err)
			return nil // and no further
		}, func(n int64) {
			whole = false
			if w.by == "trial" {
				t.exec(`DELETE FROM trials WHERE id = ?`, n)
			}
		})
		if !whole {
			lost = append(lost, w.name)
		}
	}
	return lost
}
