package store

import (
	"context"
	"errors"
	"os"
)

// Compact writes the database anew without what is empty in it, and returns its size in bytes before and after. It needs room
// for two more of the size after, and nobody else may write. The new pages go through the log: after a kill the file is as
// it was, or the log has all of it.
func (d *DB) Compact(ctx context.Context) (before, after int64, err error) {
	if before, err = sizeOf(d.path); err != nil {
		return 0, 0, err
	}
	db, conn, err := openForWriting(ctx, d.path)
	if err != nil {
		return 0, 0, err
	}
	_, err = conn.ExecContext(ctx, `VACUUM; PRAGMA wal_checkpoint(TRUNCATE)`)
	if err = errors.Join(explain(d.path, "compact", err), conn.Close(), db.Close()); err == nil {
		after, err = sizeOf(d.path)
	}
	return before, after, err
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
