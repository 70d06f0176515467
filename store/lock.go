package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"contextarena.internal/arena"
	"contextarena.internal/internal/lockfile"
)

// lock is the right to write to a database. The operating system takes it back when the
// process ends, however it ends.
type lock struct {
	file *os.File
	path string      // of the database
	of   os.FileInfo // the database; nil until it is opened
}

// ErrInUse says that another process has a database open for writing.
var ErrInUse = errors.New("in use by another arena process")

// takeLock locks the file path.lock, which holds the owner's process id. The file's name is
// that of the database after links, so that two names of one database are one lock.
func takeLock(path string) (*lock, error) {
	if err := oneFile(path); err != nil {
		return nil, err
	}
	name := lockfile.Of(path)
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, fmt.Errorf("database %s can't be written: %w: change the permissions or use --db OTHER", path, err)
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if errors.Is(err, syscall.EWOULDBLOCK) {
			owner, _ := io.ReadAll(io.LimitReader(f, 20))
			f.Close()
			return nil, fmt.Errorf("database %s is %w (pid %s); wait for it or use --db OTHER",
				path, ErrInUse, strings.TrimSpace(string(owner)))
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		// The owner before us may have removed the file between our opening and locking it.
		if current(f, name) {
			l := &lock{file: f, path: path}
			if err := l.sign(); err != nil {
				return nil, errors.Join(fmt.Errorf("lock %s: %w", name, err), l.release())
			}
			return l, nil
		}
		f.Close()
	}
}

// oneFile refuses what can't be written to under one name alone. The log of a database is found by its
// name, so that of two names of one file neither knows what was written by the other.
func oneFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // nothing is there yet
	}
	if !info.Mode().IsRegular() {
		return arena.Mistake{Err: fmt.Errorf("database %s is no regular file: use --db OTHER", path)}
	}
	if unix, ok := info.Sys().(*syscall.Stat_t); ok && unix.Nlink > 1 {
		return arena.Mistake{Err: fmt.Errorf("database %s has %d names (hard links), and each would have a log of its own: remove the others, or use a copy of it", path, unix.Nlink)}
	}
	return nil
}

func (l *lock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// Here is an error if the database, open for writing, was removed or replaced by another file: what is
// written then is lost when it is closed.
func (d *DB) Here() error { return d.lock.here() }

func (l *lock) here() error {
	if l == nil || l.of == nil {
		return nil
	}
	if now, err := os.Stat(l.path); err == nil && os.SameFile(l.of, now) {
		return nil
	}
	return fmt.Errorf("database %s was removed or replaced while it was in use: what was written is lost with it; run the same command again", l.path)
}

// release removes the lock file while it is still locked, then unlocks it. It is an error if the database
// isn't there any more.
func (l *lock) release() error {
	gone := l.here()
	err := os.Remove(l.file.Name())
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(gone, err, l.file.Close())
}

// current reports whether name still names the open file f.
func current(f *os.File, name string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(name)
	return err == nil && os.SameFile(a, b)
}
