package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// openOlder opens a database for reading that old found to be of an older schema. It is upgraded as
// opening it for writing does, under the same lock. One that can't be written, or is being written to by
// another process, stays as it is: a copy of it is upgraded and read.
func (d *DB) openOlder(ctx context.Context, old *sql.DB, version int, tell func(string)) (*sql.DB, error) {
	defer old.Close()
	if tell == nil {
		tell = func(string) {}
	}
	found := fmt.Sprintf("database %s was written by an older arena (schema %d, this one knows %d): ", d.path, version, latest)
	w, err := Open(ctx, d.path, Options{})
	if err == nil {
		err = w.Close()
	}
	switch {
	case err == nil:
		tell(found + "it is upgraded")
		db, _, err := openReaders(ctx, d.path)
		return db, err
	case errors.Is(err, ErrInUse):
		tell(found + "a copy of it is read, since another process writes to it")
	case unwritable(err):
		tell(found + "a copy of it is read, since it can't be written")
	default:
		return nil, err
	}
	if d.copied, err = os.MkdirTemp("", "arena-copy-*"); err != nil {
		return nil, fmt.Errorf("copy database %s: %w", d.path, err)
	}
	path := filepath.Join(d.copied, "copy.db")
	old.SetMaxOpenConns(1) // a connection that only reads refuses to write a copy, too
	for _, do := range []string{`PRAGMA query_only = 0`, `VACUUM INTO '` + strings.ReplaceAll(path, "'", "''") + `'`} {
		if _, err := old.ExecContext(ctx, do); err != nil {
			return nil, explain(d.path, "copy to "+d.copied, err)
		}
	}
	db, conn, err := openForWriting(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(conn.Close(), db.Close()); err != nil {
		return nil, explain(path, "upgrade the copy", err)
	}
	return openPool(path), nil
}

// unwritable reports whether an error is that of a file or folder that may not be written.
func unwritable(err error) bool {
	var se sqlite3.Error
	if errors.As(err, &se) && (se.Code == sqlite3.ErrReadonly || se.Code == sqlite3.ErrPerm || se.Code == sqlite3.ErrCantOpen) {
		return true
	}
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
