package store

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// explain says what a failed operation means for whoever has to act on it. A nil err and one
// that isn't SQLite's stay what they are.
func explain(path, operation string, err error) error {
	var se sqlite3.Error
	if err == nil {
		return nil
	}
	if !errors.As(err, &se) {
		return fmt.Errorf("%s: %w", operation, err)
	}
	switch se.Code {
	case sqlite3.ErrFull:
		return fmt.Errorf("%s: no space left for database %s; what was saved before is intact: free some space and run the same command again: %w", operation, path, err)
	case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrCantOpen:
		return fmt.Errorf("%s: database %s can't be opened or written: change the permissions of the file and its directory or use --db OTHER: %w", operation, path, err)
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return fmt.Errorf("%s: database %s is damaged: restore it from a copy or use --db OTHER: %w", operation, path, err)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return fmt.Errorf("%s: database %s is locked by another process: wait for it or use --db OTHER: %w", operation, path, err)
	}
	return fmt.Errorf("%s: database %s: %w", operation, path, err)
}

// Full reports whether an error is that of a disk without room, of a database or of any other file.
func Full(err error) bool {
	var se sqlite3.Error
	return errors.Is(err, syscall.ENOSPC) || errors.As(err, &se) && se.Code == sqlite3.ErrFull
}
