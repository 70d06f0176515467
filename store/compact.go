package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

// Compact writes the database anew without what is empty in it, and returns its size in bytes before and after. It needs room
// for two more of the size after, and nobody else may write. The new pages go through the log: after a kill the file is as
// it was, or the log has all of it.
func Compact(ctx context.Context, path string) (before, after int64, err error) {
	err = alone(ctx, path, func(db *sql.DB) error {
		if before, err = sizeOf(path); err != nil {
			return err
		}
		for _, do := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
			if _, err := db.ExecContext(ctx, do); err != nil {
				return explain(path, "compact", err)
			}
		}
		after, err = sizeOf(path)
		return err
	})
	return before, after, err
}

// alone opens an existing database for writing, without a writer's goroutine, and closes it after do.
func alone(ctx context.Context, path string, do func(*sql.DB) error) error {
	d, err := Open(ctx, path, Options{ReadOnly: true}) // that it is there, ours, and of this schema
	if err == nil {
		err = d.Close()
	}
	if err != nil {
		return err
	}
	lock, err := takeLock(path)
	if err != nil {
		return err
	}
	db, conn, err := openForWriting(ctx, path)
	if err != nil {
		return errors.Join(err, lock.release())
	}
	lock.of, err = os.Stat(path)
	if err = errors.Join(err, conn.Close()); err == nil { // the pool keeps the connection
		err = do(db)
	}
	return errors.Join(err, db.Close(), lock.release())
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
