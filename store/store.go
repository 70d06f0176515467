// Package store keeps experiments, trials with their evidence and what they taught, verdicts and the
// reply cache in one SQLite file.
//
//  1. Open checks that the file is ours before it writes anything, takes a lock that dies with
//     the process, and makes what isn't there.
//  2. Every write goes through one goroutine, which commits what waits as one transaction and
//     no later than 10 ms after the first write of it.
//  3. Reads use a small pool of read-only connections, each read in one snapshot.
//  4. Large texts are stored once, by content; contexts, prompts and index sets are packed
//     blobs that name texts by id.
//
// What a call acknowledged survives the death of the process (kill -9). A power cut may take
// the last commits, never the file's consistency: while real models are asked those of the last second
// (Options.SyncEvery), and none once the database is closed.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	// The driver registers itself as "sqlite3".
	_ "github.com/mattn/go-sqlite3"

	"contextarena.internal/llm"
)

// ErrNone is returned, wrapped, by lookups that find nothing.
var ErrNone = errors.New("nothing found")

// Options says how a database is opened. Its zero value is for reading and writing.
type Options struct {
	// ReadOnly opens an existing database without the lock, beside a process that writes to it.
	// Every method that writes returns an error.
	ReadOnly bool
	// SyncEvery is how long what is written while real models are asked may take to reach the disk itself, so that it
	// survives a loss of power; 0 for DefaultSyncEvery. Without such calls, SQLite syncs when it copies its log.
	SyncEvery time.Duration
}

// DB is an open database. It is safe for concurrent use and implements llm.CacheStore; Bank, of its
// trials' experience, implements arena.Bank.
type DB struct {
	path   string // as given by the caller, for messages
	dsn    string // by which it is read
	lock   *lock
	reads  *sql.DB
	writer *writer // nil if opened read-only

	mu      sync.Mutex
	pending map[llm.Key]llm.Response // stored, and not yet committed
	failed  map[llm.Key]bool         // those of pending that could not be written
	unsaved error                    // why; nil when failed is empty

	lost       sync.Once
	lostTrials []Trial // of a damaged database

	closing  sync.Once
	closeErr error
}

// Open opens the database at path, which is created if it doesn't exist. It returns an error,
// and leaves the file as it is, if that isn't a Context Arena database, is of another
// schema, or is in use by another process. Experiments that a killed process left running
// become interrupted.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	d := &DB{path: path, pending: map[llm.Key]llm.Response{}, failed: map[llm.Key]bool{}}
	if err := d.open(ctx, o); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *DB) open(ctx context.Context, o Options) (err error) {
	if o.ReadOnly {
		d.reads, d.dsn, err = openForReading(ctx, d.path)
		return err
	}
	if err := checkPlace(d.path); err != nil {
		return err
	}
	if _, err := inspect(ctx, d.path); err != nil { // before a lock is put beside it
		return err
	}
	if d.lock, err = takeLock(d.path); err != nil {
		return err
	}
	if _, err := inspect(ctx, d.path); err != nil { // another process may just have created it
		return err
	}
	db, conn, err := openForWriting(ctx, d.path)
	if err != nil {
		return err
	}
	d.writer = newWriter(db, conn, newSyncing(d.path, o.SyncEvery))
	if d.lock.of, err = os.Stat(d.path); err != nil {
		return fmt.Errorf("database %s: %w", d.path, err)
	}
	d.dsn = dsn(d.path, "mode=ro&_busy_timeout=5000&_stmt_cache_size=32") // beside the writer
	d.reads = pool(d.dsn)
	return d.write(ctx, "open", func(t *tx) error {
		t.exec(`UPDATE experiments SET status = 'interrupted' WHERE status = 'running'`)
		return nil
	})
}

// Close writes what is queued, waits for it and closes the file. It returns an error if a
// stored reply could not be written. Closing again returns the same.
func (d *DB) Close() error {
	d.closing.Do(func() { d.closeErr = d.close() })
	return d.closeErr
}

func (d *DB) close() error {
	var errs []error
	if d.reads != nil {
		errs = append(errs, d.reads.Close())
	}
	if d.writer != nil {
		errs = append(errs, d.writer.close(), d.writer.syncing.failure())
		d.mu.Lock()
		errs = append(errs, d.unsaved)
		d.mu.Unlock()
	}
	if d.lock != nil {
		errs = append(errs, d.lock.release())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("close database %s: %w", d.path, err)
	}
	return nil
}

// write runs apply in the writer's next transaction and returns when that is committed. It doesn't
// begin if ctx has ended, and once begun isn't given up. apply may run twice: after a failure of the
// transaction it shared with other writes, once more by itself.
func (d *DB) write(ctx context.Context, operation string, apply func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	done := make(chan error, 1)
	if err := d.send(write{apply: apply, settle: func(err error) { done <- err }, awaits: true}); err != nil {
		return err
	}
	return explain(d.path, operation, <-done)
}

// writeIn is write for the experiment with this id, whose number apply is given; ErrNone if there is none.
func (d *DB) writeIn(ctx context.Context, experimentID, operation string, apply func(t *tx, experiment int64) error) error {
	return d.write(ctx, operation, func(t *tx) error {
		experiment, err := t.experiment(experimentID)
		if err != nil {
			return err
		}
		return apply(t, experiment)
	})
}

func (d *DB) send(w write) error {
	if d.writer == nil {
		return fmt.Errorf("database %s is open for reading only", d.path)
	}
	if !d.writer.send(w) {
		return fmt.Errorf("database %s is closed", d.path)
	}
	return nil
}
