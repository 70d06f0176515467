package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
)

// commitEvery bounds how long a write waits for its commit.
const commitEvery = 10 * time.Millisecond

// gatherFor bounds how long an attempt waits for its commit: those of calls in flight together come in
// bunches, and one commit of eight costs little more than one of one.
const gatherFor = 2 * time.Millisecond

// enough is how many writes are worth waking up for before that.
const enough = 16

// queueLength is how many writes may wait before those who send them do.
const queueLength = 512

// write is a change of the database. settle is called by the writer's goroutine, after
// the change is committed or has failed. A write to be kept that fails because nothing can be
// written is tried again before every later one, and settled a second time when it succeeds.
type write struct {
	apply  func(*tx) error
	settle func(error)
	keep   bool
	awaits bool // somebody waits for settle
	soon   bool // somebody waits for settle, and may be joined by others
	paid   bool // of the ledger: from here on what is written is synced
}

// writer owns the only connection that writes, and the goroutine that uses it.
type writer struct {
	db      *sql.DB // closed with the writer
	tx      *tx
	queue   chan write
	hurry   chan struct{} // somebody waits for what is queued, or there is enough of it
	soon    chan struct{} // somebody waits who may be joined by others
	closing chan struct{}
	done    chan struct{}
	kept    []write // failed, to be tried again
	syncing *syncing

	gate   sync.RWMutex // held for reading while sending
	closed bool
}

func newWriter(db *sql.DB, conn *sql.Conn, s *syncing) *writer {
	w := &writer{db: db, tx: newTx(conn), queue: make(chan write, queueLength), hurry: make(chan struct{}, 1), soon: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}), syncing: s}
	go w.run()
	return w
}

// send queues op, waiting while the queue is full. It reports false after close.
func (w *writer) send(op write) bool {
	w.gate.RLock()
	defer w.gate.RUnlock()
	if w.closed {
		return false
	}
	w.queue <- op
	if op.awaits || len(w.queue) >= enough {
		select {
		case w.hurry <- struct{}{}:
		default: // it knows already
		}
	}
	if op.soon {
		select {
		case w.soon <- struct{}{}:
		default:
		}
	}
	return true
}

// close writes what is queued and closes the connection.
func (w *writer) close() error {
	w.gate.Lock()
	w.closed = true
	close(w.closing)
	close(w.queue)
	w.gate.Unlock()
	<-w.done
	return errors.Join(w.tx.conn.Close(), w.db.Close())
}

func (w *writer) run() {
	defer close(w.done)
	timer := time.NewTimer(commitEvery)
	for {
		select {
		case op, open := <-w.queue:
			w.retry()
			if !open {
				w.syncing.last(w.tx.conn)
				return
			}
			timer.Reset(commitEvery)
			w.group(op, timer)
		case <-w.syncing.due():
			w.syncing.sync(w.tx.conn)
		}
	}
}

// group writes first, and what else has come, in one transaction. Unless somebody waits, it lets
// writes gather until the deadline, rather than wake up for each.
func (w *writer) group(first write, timer *time.Timer) {
	if !first.awaits {
		select {
		case <-w.soon:
			timer.Reset(gatherFor)
			select {
			case <-timer.C:
			case <-w.hurry:
			case <-w.closing:
			}
		case <-timer.C:
		case <-w.hurry:
		case <-w.closing:
		}
	}
	batch := []write{first}
	err := w.transact(func(yield func(write) bool) {
		for yield(batch[len(batch)-1]) && len(batch) < queueLength { // so that it ends if more keeps coming
			next, ok := w.next()
			if !ok {
				return
			}
			batch = append(batch, next)
		}
	})
	w.settle(batch, err)
}

// retry writes what was kept, a few at a time so that a disk that is still full costs little.
func (w *writer) retry() {
	for len(w.kept) > 0 {
		n := min(len(w.kept), 16)
		err := w.transact(slices.Values(w.kept[:n]))
		if err != nil && everyone(err) {
			return
		}
		batch := w.kept[:n]
		w.kept = w.kept[n:]
		w.settle(batch, err)
	}
}

// settle ends the writes of a transaction that was committed, or undone because of err. If err
// is the fault of one of them, the others are written after all.
func (w *writer) settle(batch []write, err error) {
	w.syncing.wrote(batch)
	alone := err != nil && len(batch) > 1 && !everyone(err)
	for _, op := range batch {
		own := err
		if alone {
			own = w.transact(slices.Values([]write{op}))
		}
		if own != nil && op.keep && everyone(own) {
			w.kept = append(w.kept, op)
		}
		op.settle(own)
	}
}

// transact writes a batch in one transaction or not at all.
func (w *writer) transact(batch iter.Seq[write]) error {
	err := w.tx.begin()
	if err == nil {
		for op := range batch {
			if err = w.tx.apply(op); err != nil {
				break
			}
		}
	}
	if err == nil {
		err = w.tx.commit()
	}
	if err != nil {
		w.tx.rollback()
	}
	return err
}

// everyone reports whether err would meet any write, whatever it is: the disk is full or
// broken. Anything else is the fault of one write.
func everyone(err error) bool {
	var se sqlite3.Error
	if !errors.As(err, &se) {
		return false
	}
	switch se.Code {
	case sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrBusy, sqlite3.ErrNomem,
		sqlite3.ErrCorrupt, sqlite3.ErrNotADB:
		return true
	}
	return false
}

// next takes a write from the queue, if there is one.
func (w *writer) next() (write, bool) {
	select {
	case op, ok := <-w.queue:
		return op, ok
	default:
		return write{}, false
	}
}

// background is the context of the writer's statements. They take microseconds, and one that
// can't be cancelled costs the driver no goroutine.
var background = context.Background()
