package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"contextarena.internal/arena"
)

// Backup writes the database as it is at this moment, what is only in its log included, to a new file without what is empty in it, and returns its
// size. A process may write meanwhile. Every page that is used is compared with its checksum on the way.
func (d *DB) Backup(ctx context.Context, out string) (size int64, err error) {
	size, err = newFile(out, func(part string) (err error) {
		conn, err := d.reads.Conn(ctx)
		if err != nil {
			return err
		}
		defer func() { // whatever became of it, others only read by this connection
			_, locked := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = ON`)
			err = errors.Join(err, locked, conn.Close())
		}()
		_, err = conn.ExecContext(ctx, `PRAGMA query_only = OFF; VACUUM INTO ?`, dsn(part, "sums=on")) // the other file is written to
		return err
	})
	return size, d.blame(ctx, "backup", err)
}

// newFile has a database written beside out, and gives it this name when it is whole and on the disk; a file that is there is
// never replaced. What killed processes left of such files in the folder is removed.
func newFile(out string, write func(part string) error) (size int64, err error) {
	if err := errors.Join(vacant(out), checkPlace(out)); err != nil {
		return 0, err
	}
	dir := filepath.Dir(out)
	left, err := filepath.Glob(filepath.Join(dir, partNames+"[0-9]"))
	if err != nil {
		return 0, err
	}
	for _, name := range left {
		if f, err := held(os.Open(name)); err == nil { // nobody writes to it any more
			if err := errors.Join(removeDatabase(name), f.Close()); err != nil {
				return 0, err
			}
		}
	}
	f, err := held(os.CreateTemp(dir, partNames))
	if err != nil {
		return 0, err
	}
	part := f.Name()
	defer func() { err = errors.Join(err, removeDatabase(part), f.Close()) }() // closed last, for that takes SQLite's locks on it away
	if err := errors.Join(f.Chmod(0o644), write(part)); err != nil {
		return 0, err
	}
	if err := errors.Join(f.Sync(), vacant(out)); err != nil {
		return 0, err
	}
	info, err := os.Stat(part)
	if err != nil {
		return 0, err
	}
	if err := os.Rename(part, out); err != nil {
		return 0, err
	}
	return info.Size(), syncFile(dir)
}

// partNames are the names of files that are being written, but for the number in place of the star.
const partNames = ".arena-db.*"

// held locks a file for as long as it is open. If another process holds it, it is an error.
func held(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
	return f, nil
}

// vacant is an error if there is a file of this name.
func vacant(out string) error {
	if _, err := os.Lstat(out); err == nil {
		return arena.Mistake{Err: fmt.Errorf("%s is there already, and isn't replaced: name another file", out)}
	}
	return nil
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
