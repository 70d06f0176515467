//go:build faults

package faultfs

// #include "vfs.h"
import "C"

import (
	"path/filepath"
	"strings"
	"unsafe"
)

// The operations, as in C.
const (
	opOpen     = C.OP_OPEN // and make
	opWrite    = C.OP_WRITE
	opTruncate = C.OP_TRUNCATE
	opSync     = C.OP_SYNC
	opDelete   = C.OP_DELETE
	opShmMap   = C.OP_SHM_MAP
	opRead     = C.OP_READ
	opSize     = C.OP_SIZE
	opLock     = C.OP_LOCK
	opShmLock  = C.OP_SHM_LOCK
	opAccess   = C.OP_ACCESS
)

// operations are their names, and the errors of SQLite that they fail with.
var operations = map[int]struct {
	name string
	err  C.int
}{
	opOpen: {"create", 14}, opWrite: {"write", 778}, opTruncate: {"truncate", 1546}, opSync: {"sync", 1034},
	opDelete: {"delete", 2570}, opShmMap: {"share memory of", 5386},
	opRead: {"read", 266}, opSize: {"size of", 1802}, opLock: {"lock", 3850}, opShmLock: {"lock shared memory of", 5130},
	opAccess: {"look for", 3338},
}

const (
	sqliteFull   = 13
	half         = -1 // of a write is done
	lastOfChange = opShmMap
)

// meets judges an operation: 0 lets it happen.
func (f *FS) meets(op int, name string, grows bool) C.int {
	count, looking := &f.changes, op > lastOfChange
	if looking {
		count = &f.looks
	}
	*count++
	err := operations[op].err
	if f.ended {
		return err
	}
	if f.fault == Full && f.met != "" && grows {
		return f.full(op)
	}
	if f.at == 0 || looking != f.looking || *count != f.at {
		return 0
	}
	f.met = operations[op].name + " " + filepath.Base(name)
	switch f.fault {
	case Full:
		if grows {
			return f.full(op)
		}
		return 0
	case Torn:
		f.ended = true
		if op == opWrite {
			return half
		}
	case Killed, Lost, Mixed:
		f.ended = true
	}
	return err
}

// full is the error where no space is left.
func (f *FS) full(op int) C.int {
	if op == opWrite {
		return sqliteFull
	}
	return operations[op].err
}

// known is what is known of a file, which may not be open. The caller holds f.mu.
func (f *FS) known(name string) (*file, error) {
	if at := f.files[name]; at != nil {
		return at, nil
	}
	at, err := newFile(name)
	if err == nil {
		f.files[name] = at
	}
	return at, err
}

// syncFolder has deletions reach the disk: SQLite syncs the folder of a log or journal that it has made, with its first
// sync.
func (f *FS) syncFolder() {
	for _, at := range f.files {
		if !at.exists {
			at.sync()
		}
	}
}

//export faultfs_open
func faultfs_open(path *C.char, creates C.int) C.int {
	name := C.GoString(path)
	mu.Lock()
	defer mu.Unlock()
	f := of(name)
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	at, err := f.known(name)
	if err != nil {
		return -operations[opOpen].err
	}
	if f.ended {
		return -operations[opOpen].err
	}
	if creates != 0 && !at.exists {
		if rc := f.meets(opOpen, name, true); rc != 0 {
			return -operations[opOpen].err
		}
		at.add(change{op: opOpen})
	}
	last++
	open[last] = &handle{f, at, name}
	return C.int(last)
}

//export faultfs_close
func faultfs_close(id C.int) {
	mu.Lock()
	defer mu.Unlock()
	delete(open, int(id))
}

//export faultfs_named
func faultfs_named(path *C.char, op C.int, sync C.int) C.int {
	name := C.GoString(path)
	mu.Lock()
	f := of(name)
	mu.Unlock()
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if rc := f.meets(int(op), name, false); rc != 0 {
		if rc == half {
			rc = operations[int(op)].err
		}
		return rc
	}
	if op != opDelete {
		return 0
	}
	at, err := f.known(name)
	if err != nil {
		return operations[opDelete].err
	}
	at.add(change{op: opDelete})
	if sync != 0 {
		at.sync()
	}
	return 0
}

//export faultfs_before
func faultfs_before(id, op C.int, data unsafe.Pointer, n, at C.longlong) C.int {
	mu.Lock()
	h := open[int(id)]
	mu.Unlock()
	f := h.fs
	f.mu.Lock()
	defer f.mu.Unlock()
	rc := f.meets(int(op), h.name, op == opShmMap || op == opWrite && int64(at+n) > h.file.size)
	if rc == half {
		h.file.add(change{op: opWrite, data: C.GoBytes(data, C.int(n/2)), at: int64(at)})
	}
	if rc != 0 {
		return rc
	}
	switch op {
	case opWrite:
		h.file.add(change{op: opWrite, data: C.GoBytes(data, C.int(n)), at: int64(at)})
	case opTruncate:
		h.file.add(change{op: opTruncate, at: int64(n)})
	case opSync:
		if h.file.made() {
			f.syncFolder()
		}
		h.file.sync()
		if strings.HasSuffix(h.name, "-wal") {
			f.synced = f.mark
		}
	}
	return 0
}
