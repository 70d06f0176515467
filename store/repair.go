package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Repaired is what a repair did.
type Repaired struct {
	Damaged  string   // the file as it was, kept under this name
	Tables   []string // that lost rows
	Trials   []Trial  // that are to be played again
	Attempts bool     // rows of the ledger are lost: what was spent before isn't known exactly
	Faults   []string // that a check found nevertheless
}

// Repair writes what can be read of a damaged database to a new file, leaves out every trial that lost something, and puts
// it in the place of the old one, which is kept. The same commands then play the trials again; replies that can be read aren't
// paid for again. It is checked in the end. It is an error, and nothing is changed, if the list of tables itself is damaged.
func Repair(ctx context.Context, path string) (out Repaired, err error) {
	d, err := Open(ctx, path, Options{ReadOnly: true})
	if err != nil {
		return out, err
	}
	out.Trials = d.DamagedTrials(ctx)
	if err := d.Close(); err != nil {
		return out, err
	}
	lock, err := takeLock(path)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	if out.Damaged, err = unusedName(path + ".damaged"); err != nil {
		return out, err
	}
	part, err := partOf(path)
	if err != nil {
		return out, fmt.Errorf("repair %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, removeDatabase(part)) }()
	if err := emptyLog(ctx, path); err != nil {
		return out, explain(path, "repair", err)
	}
	if err := salvage(ctx, path, part, &out); err != nil {
		return out, explain(path, "repair", err)
	}
	if err := syncFile(part); err != nil {
		return out, err
	}
	if err := os.Link(path, out.Damaged); err != nil { // so that there is a database under the name at every moment
		return out, fmt.Errorf("repair %s: keep the damaged file: %w", path, err)
	}
	if err := os.Rename(part, path); err != nil {
		return out, fmt.Errorf("repair %s: %w", path, err)
	}
	if err := syncFile(filepath.Dir(path)); err != nil {
		return out, err
	}
	if d, err = Open(ctx, path, Options{ReadOnly: true}); err != nil {
		return out, err
	}
	checked, err := d.Check(ctx)
	for _, c := range checked {
		out.Faults = append(out.Faults, c.Faults...)
	}
	return out, errors.Join(err, d.Close())
}

// unusedName is the first of name, name-2, name-3 and so on that isn't there.
func unusedName(name string) (string, error) {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d", name, n)
		}
		if _, err := os.Lstat(try); errors.Is(err, fs.ErrNotExist) {
			return try, nil
		} else if err != nil {
			return "", err
		}
	}
}

// emptyLog copies the log of a database into it, which reads no page.
func emptyLog(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(err, db.Close())
}

// salvage fills the empty file part.
func salvage(ctx context.Context, path, part string, out *Repaired) error {
	db, conn, err := openForWriting(ctx, part)
	if err != nil {
		return err
	}
	s := salvager{ctx: ctx, conn: conn, out: out, lost: map[int64]bool{}, unlinked: map[int64]bool{}}
	for _, t := range out.Trials {
		if t.Scenario == "" {
			s.lost[int64(t.Ordinal)] = true
		}
	}
	s.exec(`PRAGMA foreign_keys = OFF`)
	s.exec(`ATTACH ? AS old`, dsn(path, "mode=ro"))
	// What can't be read is lost by the first column of its table's key: a trial's messages are all there or none is.
	s.each(func(row []string) { s.table(row[0], row[1]) }, `SELECT m.name, c.name FROM main.sqlite_schema m JOIN pragma_table_info(m.name) c ON c.pk = 1 WHERE m.type = 'table' ORDER BY m.rowid`)
	s.leaveOut()
	s.exec(`DETACH old`)
	s.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	return errors.Join(s.err, conn.Close(), db.Close())
}

// salvager copies table by table. After an error its methods do nothing.
type salvager struct {
	ctx            context.Context
	conn           *sql.Conn
	out            *Repaired
	lost, unlinked map[int64]bool // rows of trials; numbers of experiments
	err            error
}

func (s *salvager) exec(query string, args ...any) {
	if s.err == nil {
		_, s.err = s.conn.ExecContext(s.ctx, query, args...)
	}
}

// table copies what can be read of a table, by ranges of its first column that are halved where they can't.
func (s *salvager) table(table, by string) {
	if s.err != nil {
		return
	}
	last, bound := int64(1<<keyBits-1), firstBits
	if by != "key" {
		bound = func(n int64) any { return n }
		if s.conn.QueryRowContext(s.ctx, `SELECT coalesce(max(`+by+`), 0) FROM old.`+table).Scan(&last) != nil {
			last = s.most()
		}
	}
	whole := true
	halve(0, last+1, func(from, to int64) error {
		query, args := `INSERT INTO main.`+table+` SELECT * FROM old.`+table+` WHERE `+by+` >= ?`, []any{bound(from)}
		if to <= last {
			query, args = query+` AND `+by+` < ?`, append(args, bound(to))
		}
		_, err := s.conn.ExecContext(s.ctx, query, args...)
		if err != nil && !damaged(err) {
			s.err = err
		}
		if s.err != nil {
			return nil // and no further
		}
		return err
	}, func(n int64) {
		whole = false
		switch by {
		case "trial":
			s.lost[n] = true
		case "experiment":
			s.unlinked[n] = true
		}
	})
	if !whole {
		s.out.Tables = append(s.out.Tables, table)
		s.out.Attempts = s.out.Attempts || table == "attempts"
	}
}

// keyBits is how finely keys, which are spread evenly, are told apart: among a million, by 61.
const keyBits = 14

// firstBits is the least key that begins with these bits.
func firstBits(n int64) any { return binary.BigEndian.AppendUint16(nil, uint16(n<<(16-keyBits))) }

// most bounds the numbers in a table whose end can't be read.
func (s *salvager) most() int64 {
	const ofPage = 100 // rows
	var pages int64
	s.err = s.conn.QueryRowContext(s.ctx, `PRAGMA old.page_count`).Scan(&pages)
	return min(pages*ofPage, 1<<16)
}

// leaveOut takes out what is there in part, and whatever names what isn't there.
func (s *salvager) leaveOut() {
	s.exec(`CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY)`)
	s.exec(`CREATE TEMP TABLE unlinked (number INTEGER PRIMARY KEY)`)
	for _, t := range s.out.Trials {
		s.exec(`INSERT OR IGNORE INTO gone SELECT id FROM trials WHERE key = ?`, t.Key[:])
	}
	for id := range s.lost {
		s.exec(`INSERT OR IGNORE INTO gone VALUES (?)`, id)
	}
	for number := range s.unlinked {
		s.exec(`INSERT OR IGNORE INTO unlinked VALUES (?)`, number)
	}
	s.exec(`CREATE TEMP TABLE links AS SELECT m.name AS child, m.name || ' WHERE "' || f."from" || '" NOT IN (SELECT ' || coalesce(f."to", p.name) || ' FROM ' || f."table" || ')' AS broken,
		EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'trial') AS of_trial
		FROM main.sqlite_schema m JOIN pragma_foreign_key_list(m.name) f LEFT JOIN pragma_table_info(f."table") p ON p.pk = 1 WHERE m.type = 'table'`)
	s.execAll(`SELECT 'INSERT OR IGNORE INTO gone SELECT trial FROM ' || broken FROM links WHERE of_trial AND child <> 'experiment_trials'`)
	s.exec(`UPDATE experiments SET status = 'interrupted', note = 'repaired: trials have to be played again'
		WHERE number IN (SELECT number FROM unlinked UNION SELECT experiment FROM experiment_trials WHERE trial IN gone OR trial NOT IN (SELECT id FROM trials))`)
	s.execAll(`SELECT DISTINCT 'DELETE FROM ' || child || ' WHERE trial IN gone OR trial NOT IN (SELECT id FROM trials)' FROM links WHERE of_trial`)
	s.exec(`DELETE FROM trials WHERE id IN gone`)
	s.exec(`UPDATE attempts SET experiment = NULL WHERE experiment NOT IN (SELECT number FROM experiments)`)
	for range 3 { // the longest chain: gates, judged, experiments
		s.execAll(`SELECT 'DELETE FROM ' || broken FROM links`)
	}
	if slices.Contains(s.out.Tables, "models") { // named in what is packed
		s.exec(`DELETE FROM measurements`)
	}
}

// execAll runs the statements that a query gives.
func (s *salvager) execAll(query string) {
	s.each(func(row []string) { s.exec(row[0]) }, query)
}

// each calls do with the rows of a query of texts, once all are read.
func (s *salvager) each(do func(row []string), query string) {
	if s.err != nil {
		return
	}
	rows, err := s.conn.QueryContext(s.ctx, query)
	if s.err = err; err != nil {
		return
	}
	var all [][]string
	columns, _ := rows.Columns()
	for rows.Next() && s.err == nil {
		row, dest := make([]string, len(columns)), make([]any, len(columns))
		for i := range row {
			dest[i] = &row[i]
		}
		s.err = rows.Scan(dest...)
		all = append(all, row)
	}
	s.err = errors.Join(s.err, rows.Err(), rows.Close())
	for _, row := range all {
		do(row)
	}
}
