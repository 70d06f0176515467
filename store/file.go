package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/arena"
	"contextarena.internal/internal/pagesum"
)

// applicationID marks our files in SQLite's header: "ARN1". Files from before the first schema have "ARNA".
const (
	applicationID = 0x41524e31
	olderID       = 0x41524e41
)

// readers is how many connections read at once.
const readers = 4

// dsn names path for the driver. Whatever stands in the path, the parameters begin at the "?".
func dsn(path string, params string) string { return uri(path) + params + "&vfs=" + pagesum.VFS() }

// uri is how SQLite names path, up to the parameters.
func uri(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(abs)}).EscapedPath() + "?"
}

// checkPlace reports what is wrong with path before anything is created there or read.
func checkPlace(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return arena.Mistake{Err: fmt.Errorf("database %s is a directory: name a file with --db", path)}
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return arena.Mistake{Err: fmt.Errorf("directory %s of database %s does not exist: create it or use --db OTHER", dir, path)}
	case err != nil:
		return fmt.Errorf("database %s: %w", path, err)
	case !info.IsDir():
		return arena.Mistake{Err: fmt.Errorf("database %s: %s is not a directory", path, dir)}
	}
	return nil
}

// inspect reports whether a database of ours stands at path, rather than nothing or an empty file, without changing it, leaving files beside it, or touching
// the locks that this process may hold on it (as closing a plain file handle would).
func inspect(ctx context.Context, path string) (ours bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("database %s: %w", path, err)
	}
	// Without checksums: the writer may be in the middle of the first page.
	db, err := sql.Open("sqlite3", uri(path)+"mode=ro&immutable=1")
	if err != nil {
		return false, fmt.Errorf("database %s: %w", path, err)
	}
	defer db.Close()
	var id int64 // any foreign number, negative ones too
	err = db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	var se sqlite3.Error
	errors.As(err, &se)
	switch {
	case se.Code == sqlite3.ErrCorrupt:
		// A file shorter than its header says. After a kill in the middle of a checkpoint that
		// is no damage, for the log has the rest, so the header must tell whose it is.
		if id, err = headerID(path); err != nil {
			return false, fmt.Errorf("database %s: %w", path, err)
		}
	case err != nil && se.Code != sqlite3.ErrNotADB:
		return false, explain(path, "read the header", err)
	}
	switch id {
	case applicationID:
		return true, nil
	case olderID:
		return false, older(path)
	default:
		return false, arena.Mistake{Err: fmt.Errorf("%s is not a Context Arena database: it is left as it is; use --db OTHER", path)}
	}
}

// older refuses a file of a schema before this one.
func older(path string) error {
	return arena.Mistake{Err: fmt.Errorf("database %s was written by an older arena, whose files this one doesn't read: use --db OTHER, and play its experiments again there", path)}
}

// headerID reads the application id from the bytes of a SQLite file.
func headerID(path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var id [4]byte
	if _, err := f.ReadAt(id[:], 68); err != nil {
		return 0, err
	}
	return int64(binary.BigEndian.Uint32(id[:])), nil
}

// openForWriting opens the one connection that writes, to a database that is made if there is none.
func openForWriting(ctx context.Context, path string) (*sql.DB, *sql.Conn, error) {
	if err := create(ctx, path); err != nil {
		return nil, nil, explain(path, "open", err)
	}
	db, err := sql.Open("sqlite3", dsn(path, "mode=rw&_journal_mode=WAL&_synchronous=NORMAL&_foreign_keys=1"+
		"&_busy_timeout=5000&_txlock=immediate&_cache_size=-16000&_stmt_cache_size=64"))
	if err != nil {
		return nil, nil, fmt.Errorf("database %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	if err := checkSchema(ctx, db, path); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, nil, errors.Join(explain(path, "open", err), db.Close())
	}
	// What was just created must not be in the log alone, or losing that would leave an empty shell. A checkpoint waits for the disk: from then on
	// every 16 MB of log instead of every 4.
	if _, err := conn.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 4000`); err != nil {
		return nil, nil, errors.Join(explain(path, "open", err), conn.Close(), db.Close())
	}
	return db, conn, nil
}

// ErrNoFile is the end of what is said where there is nothing yet to be read.
var ErrNoFile = errors.New("run an experiment first or use --db OTHER")

// openForReading opens a database whose writer, if there is one, is another process. It returns by what name, too.
func openForReading(ctx context.Context, path string) (db *sql.DB, name string, err error) {
	if err := checkPlace(path); err != nil {
		return nil, "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, "", arena.Mistake{Err: fmt.Errorf("database %s does not exist: %w", path, ErrNoFile)}
	}
	ours, err := inspect(ctx, path)
	if err != nil {
		return nil, "", err
	}
	if !ours {
		return nil, "", arena.Mistake{Err: fmt.Errorf("database %s is empty: %w", path, ErrNoFile)}
	}
	// Not mode=ro: such a connection leaves -wal and -shm files behind when it is the last.
	name = dsn(path, "mode=rw&_query_only=1&_busy_timeout=5000&_stmt_cache_size=32")
	db = pool(name)
	if _, err := schemaVersion(ctx, db); err != nil && unlogged(path) {
		// In a directory where we may not write, SQLite can't make the files it shares with a
		// writer; without a log there is nothing to share.
		db.Close()
		name = dsn(path, "mode=ro&immutable=1&_stmt_cache_size=32")
		db = pool(name)
	}
	if err := checkSchema(ctx, db, path); err != nil {
		return nil, "", errors.Join(err, db.Close())
	}
	return db, name, nil
}

// unlogged reports whether path has no write-ahead log.
func unlogged(path string) bool {
	_, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist)
}

func pool(name string) *sql.DB {
	db, err := sql.Open("sqlite3", name)
	if err != nil {
		panic("store: the sqlite3 driver is not registered: " + err.Error())
	}
	db.SetMaxOpenConns(readers)
	db.SetMaxIdleConns(readers)
	return db
}
