package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// DefaultSyncEvery is how long a paid reply may take to reach the disk unless Options say otherwise.
const DefaultSyncEvery = time.Second

// syncing has what was written reach the disk, from the first write of the ledger on. It belongs to the
// writer's goroutine but for failure.
type syncing struct {
	every time.Duration
	log   string // SQLite's write-ahead log
	timer *time.Timer
	paid  bool // something of the ledger was written
	armed bool // something was written since the last sync, and timer runs

	mu  sync.Mutex
	err error
}

func newSyncing(path string, every time.Duration) *syncing {
	if every <= 0 {
		every = DefaultSyncEvery
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	s := &syncing{every: every, log: path + "-wal", timer: time.NewTimer(every)}
	s.timer.Stop()
	return s
}

// due fires when it is time to sync.
func (s *syncing) due() <-chan time.Time { return s.timer.C }

// wrote notes that a batch was committed, or tried to be.
func (s *syncing) wrote(batch []write) {
	s.paid = s.paid || slices.ContainsFunc(batch, func(w write) bool { return w.paid })
	if s.paid && !s.armed {
		s.armed = true
		s.timer.Reset(s.every)
	}
}

// sync copies the log into the main file, so that this is never far behind, and both to the disk.
func (s *syncing) sync(conn *sql.Conn) {
	s.armed = false
	var busy, frames, copied int
	err := conn.QueryRowContext(background, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &frames, &copied)
	if err == nil && copied < frames { // a reader is in the way, and the log may not have been synced either
		err = syncFile(s.log)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// last syncs what is left.
func (s *syncing) last(conn *sql.Conn) {
	s.timer.Stop()
	if s.armed {
		s.sync(conn)
	}
}

// failure is why the last sync failed; nil if it didn't.
func (s *syncing) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		return nil
	}
	return fmt.Errorf("what was written may not be on the disk: %w", s.err)
}

// syncFile has what was written to a file reach the disk. Closing another handle of the log drops no lock: SQLite's are
// on other files.
func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
