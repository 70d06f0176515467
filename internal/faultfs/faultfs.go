//go:build faults

// Package faultfs is a file system under SQLite that fails on purpose, for tests alone (build tag faults). Once
// it is part of a program it is SQLite's default file system. It passes everything on to the real one but in
// folders that are watched:
//
//  1. Watch counts the operations of SQLite in a folder. Those that change something (Changes: a file that is
//     created, a write, a truncation, a sync, a deletion, memory shared with others) are counted apart from those
//     that don't (Looks: a read, a size, a lock, a question whether a file is there).
//  2. Arm has one of them meet a Fault.
//  3. Crash puts the files into the state in which the fault leaves them: after a loss of power that is what was
//     synced, and as much of the rest as the fault says.
//
// Nothing is really synced: a test that simulates the loss of power has no need to wait for a disk.
package faultfs

// #include "vfs.h"
// #cgo noescape faultfs_register
// #cgo nocallback faultfs_register
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "github.com/mattn/go-sqlite3" // the SQLite that is linked
)

// Fault is what an operation meets.
type Fault string

// The faults. The first two fail operations of a program that goes on; with the others nothing is done from that
// operation on, as if the program or its machine had ended.
const (
	Broken Fault = "EIO"          // this operation fails
	Full   Fault = "ENOSPC"       // from here on nothing can grow
	Killed Fault = "killed"       // what was written stays
	Torn   Fault = "torn write"   // the power fails in the middle of a write: its second half is lost
	Lost   Fault = "lost writes"  // the power fails, and nothing that wasn't synced is there
	Mixed  Fault = "mixed writes" // the power fails, and of what wasn't synced every second operation is there
)

// Faults are those that an operation which changes something can meet. One that doesn't is only ever Broken.
var Faults = []Fault{Broken, Full, Killed, Torn, Lost, Mixed}

// power reports whether the power fails.
func (f Fault) power() bool { return f == Torn || f == Lost || f == Mixed }

// FS is a folder that is watched. It is safe for concurrent use.
type FS struct {
	dir string

	mu      sync.Mutex
	files   map[string]*file
	changes int
	looks   int

	fault   Fault // empty for none
	at      int   // the change or look that meets it, from 1; 0 for none
	looking bool
	met     string // the operation that met the fault; empty while none did
	ended   bool   // nothing is done any more

	mark, synced int64 // see Mark
}

// The folders that are watched and the files in them that are open.
var (
	mu      sync.Mutex
	watched []*FS
	open    = map[int]*handle{}
	last    int
)

// handle is an open file.
type handle struct {
	fs   *FS
	file *file
	name string
}

func init() {
	if rc := C.faultfs_register(); rc != 0 {
		panic(fmt.Sprintf("faultfs: SQLite can't be given a file system (%d)", rc))
	}
}

// Watch watches a folder until the returned function is called.
func Watch(dir string) (*FS, func()) {
	f := &FS{dir: filepath.Clean(dir) + string(filepath.Separator), files: map[string]*file{}}
	mu.Lock()
	defer mu.Unlock()
	watched = append(watched, f)
	return f, func() {
		mu.Lock()
		defer mu.Unlock()
		for i, w := range watched {
			if w == f {
				watched = append(watched[:i:i], watched[i+1:]...)
			}
		}
	}
}

// Arm has the n-th change from now on (or look, if looking) meet a fault. Both are counted anew.
func (f *FS) Arm(fault Fault, n int, looking bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault, f.at, f.looking, f.met, f.ended = fault, n, looking, "", false
	f.changes, f.looks = 0, 0
}

// Counted is how many changes and looks there were since Arm.
func (f *FS) Counted() (changes, looks int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changes, f.looks
}

// Met is the operation that met the fault, such as "write a.db-wal"; empty if none did.
func (f *FS) Met() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.met
}

// Mark sets a number that rises, once what belongs to it is committed.
func (f *FS) Mark(n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mark = n
}

// Synced is the mark when SQLite's log was synced last: what belongs to it survives a loss of power.
func (f *FS) Synced() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.synced
}

// Crash leaves the folder as the fault does, once every file in it is closed, and disarms it.
func (f *FS) Crash() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, file := range f.files {
		if f.fault.power() && f.met != "" {
			if err := file.restore(name, f.fault); err != nil {
				return err
			}
		}
		delete(f.files, name) // what is there now is what the next one finds
	}
	if f.fault.power() && f.met != "" {
		shared, err := filepath.Glob(f.dir + "*-shm")
		if err != nil {
			return err
		}
		for _, name := range shared {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	f.fault, f.at, f.ended = "", 0, false
	return nil
}

// of is the folder that a file lies in; nil if it isn't watched.
func of(name string) *FS {
	for _, f := range watched {
		if strings.HasPrefix(name, f.dir) {
			return f
		}
	}
	return nil
}
