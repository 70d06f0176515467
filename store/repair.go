package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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
}

// tables are all, each with the first column of its key. What can't be read is lost by that: a trial's messages are all
// there or none is.
var tables = []struct{ table, by string }{
	{"texts", "id"},
	{"models", "id"},
	{"contexts", "id"},
	{"replies", "key"},
	{"experiments", "number"},
	{"trials", "id"},
	{"experiment_trials", "experiment"},
	{"messages", "trial"},
	{"cycles", "trial"},
	{"answers", "trial"},
	{"calls", "trial"},
	{"rosters", "id"},
	{"scores", "trial"},
	{"findings", "trial"},
	{"verdicts", "trial"},
	{"rubric", "trial"},
	{"experiences", "trial"},
	{"outcomes", "trial"},
	{"files", "experiment"},
	{"embeddings", "id"},
	{"measurements", "key"},
	{"judges", "id"},
	{"judgements", "judge"},
	{"attempts", "id"},
	{"judged", "experiment"},
	{"gates", "experiment"},
}

// ofTrial are the tables whose rows belong to a trial, children first.
var ofTrial = []string{"outcomes", "experiences", "verdicts", "findings", "rubric", "scores", "calls", "answers", "cycles", "messages", "experiment_trials"}

// Repair writes what can be read of a damaged database to a new file, leaves out every trial that lost something, and puts
// it in the place of the old one, which is kept. The same commands then play the trials again; replies that can be read aren't
// paid for again. It is an error, and nothing is changed, if the list of tables itself is damaged.
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
	return out, syncFile(filepath.Dir(path))
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
	for _, p := range tables {
		s.table(p.table, p.by)
	}
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
	for _, id := range slices.Sorted(maps.Keys(s.lost)) {
		s.exec(`INSERT OR IGNORE INTO gone VALUES (?)`, id)
	}
	for _, number := range slices.Sorted(maps.Keys(s.unlinked)) {
		s.exec(`INSERT OR IGNORE INTO unlinked VALUES (?)`, number)
	}
	s.exec(`INSERT OR IGNORE INTO gone SELECT trial FROM calls WHERE model NOT IN (SELECT id FROM models)`)
	s.exec(`INSERT OR IGNORE INTO gone SELECT trial FROM experiences WHERE model NOT IN (SELECT id FROM models)`)
	s.exec(`UPDATE experiments SET status = 'interrupted', note = 'repaired: trials have to be played again'
		WHERE number IN (SELECT number FROM unlinked UNION SELECT experiment FROM experiment_trials WHERE trial IN gone OR trial NOT IN (SELECT id FROM trials))`)
	for _, table := range ofTrial {
		s.exec(`DELETE FROM ` + table + ` WHERE trial IN gone OR trial NOT IN (SELECT id FROM trials)`)
	}
	s.exec(`DELETE FROM trials WHERE id IN gone`)
	for _, table := range []string{"experiment_trials", "files", "gates", "judged"} {
		s.exec(`DELETE FROM ` + table + ` WHERE experiment NOT IN (SELECT number FROM experiments)`)
	}
	s.exec(`UPDATE attempts SET experiment = NULL WHERE experiment NOT IN (SELECT number FROM experiments)`)
	for _, table := range []string{"replies", "embeddings", "judges", "attempts"} {
		s.exec(`DELETE FROM ` + table + ` WHERE model NOT IN (SELECT id FROM models)`)
	}
	s.exec(`DELETE FROM gates WHERE experiment NOT IN (SELECT experiment FROM judged)`)
	s.exec(`DELETE FROM judgements WHERE judge NOT IN (SELECT id FROM judges)`)
	for _, table := range []string{"replies", "files"} {
		s.exec(`DELETE FROM ` + table + ` WHERE text NOT IN (SELECT id FROM texts)`)
	}
	s.exec(`DELETE FROM contexts WHERE system NOT IN (SELECT id FROM texts)`)
	if slices.Contains(s.out.Tables, "models") { // named in what is packed
		s.exec(`DELETE FROM measurements`)
	}
}
