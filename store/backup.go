package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/arena"
)

// backupPages is how many pages are copied between two looks at whether to go on.
const backupPages = 1024

// Backup copies the database as it is at this moment, what is only in its log included, to a new file, and returns its
// size. A process may write meanwhile. Every page is compared with its checksum on the way. The file appears under its name
// when it is whole and on the disk; one that is there is never replaced.
func (d *DB) Backup(ctx context.Context, out string) (size int64, err error) {
	if _, err := os.Lstat(out); err == nil {
		return 0, arena.Mistake{Err: fmt.Errorf("backup: %s is there already, and isn't replaced: name another file", out)}
	}
	if err := checkPlace(out); err != nil {
		return 0, err
	}
	part, err := partOf(out)
	if err != nil {
		return 0, fmt.Errorf("backup: %w", err)
	}
	defer func() { err = errors.Join(err, removeDatabase(part)) }()
	if err := d.copyTo(ctx, part); err != nil {
		return 0, d.blame(ctx, "backup", err)
	}
	if err := syncFile(part); err != nil {
		return 0, fmt.Errorf("backup: %w", err)
	}
	info, err := os.Stat(part)
	if err != nil {
		return 0, fmt.Errorf("backup: %w", err)
	}
	if _, err := os.Lstat(out); err == nil {
		return 0, arena.Mistake{Err: fmt.Errorf("backup: %s has come to be there meanwhile, and isn't replaced: name another file", out)}
	}
	if err := os.Rename(part, out); err != nil {
		return 0, fmt.Errorf("backup: %w", err)
	}
	return info.Size(), syncFile(filepath.Dir(out))
}

// partOf makes an empty file beside another, under a name of its own.
func partOf(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", err
	}
	return f.Name(), errors.Join(f.Chmod(0o644), f.Close())
}

// removeDatabase removes a database with the files beside it, if they are there.
func removeDatabase(path string) error {
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// copyTo copies the database into an empty file, in one snapshot.
func (d *DB) copyTo(ctx context.Context, path string) (err error) {
	from, err := d.reads.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	into, err := sql.Open("sqlite3", dsn(path, "mode=rw&_synchronous=FULL&sums=on"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, into.Close()) }()
	to, err := into.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	// A transaction that has read: without one, every write of another process would have the copy begin anew.
	tx, err := from.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	var tables int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	return to.Raw(func(a any) error {
		return from.Raw(func(b any) error { return steps(ctx, a.(*sqlite3.SQLiteConn), b.(*sqlite3.SQLiteConn)) })
	})
}

func steps(ctx context.Context, to, from *sqlite3.SQLiteConn) error {
	b, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	for done := false; !done && err == nil; {
		if err = ctx.Err(); err == nil {
			done, err = b.Step(backupPages)
		}
	}
	return errors.Join(err, b.Close())
}
