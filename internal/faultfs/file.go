//go:build faults

package faultfs

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"contextarena.internal/internal/input"
)

// file is what is known of a file's way to the disk.
type file struct {
	synced  []byte
	there   bool // on the disk
	pending []change
	exists  bool // as programs see it, as is its size
	size    int64
}

// change is one that wasn't synced.
type change struct {
	op   int
	data []byte // that was written
	at   int64  // where, or the new size
}

// newFile is a file as it is found.
func newFile(name string) (*file, error) {
	data, err := input.ReadFile(name, 1<<30)
	if errors.Is(err, fs.ErrNotExist) {
		return &file{}, nil
	}
	return &file{synced: data, there: true, exists: true, size: int64(len(data))}, err
}

// add notes a change.
func (f *file) add(c change) {
	f.pending = append(f.pending, c)
	f.exists = c.op != opDelete
	switch c.op {
	case opWrite:
		f.size = max(f.size, c.at+int64(len(c.data)))
	case opTruncate:
		f.size = c.at
	case opDelete:
		f.size = 0
	}
}

// made reports whether the file was made and not synced since.
func (f *file) made() bool {
	return slices.ContainsFunc(f.pending, func(c change) bool { return c.op == opOpen })
}

// sync has all changes reach the disk.
func (f *file) sync() {
	f.synced, f.there = f.after(func(int) bool { return true })
	f.pending = nil
}

// after is what is on the disk with those of the pending changes that reached it. It changes f.synced.
func (f *file) after(reached func(i int) bool) (data []byte, there bool) {
	data, there = f.synced, f.there
	for i, c := range f.pending {
		if !reached(i) {
			continue
		}
		there = c.op != opDelete
		switch c.op {
		case opWrite:
			end := c.at + int64(len(c.data))
			if grown := end - int64(len(data)); grown > 0 {
				data = append(data, make([]byte, grown)...)
			}
			copy(data[c.at:end], c.data)
		case opTruncate:
			if grown := c.at - int64(len(data)); grown > 0 {
				data = append(data, make([]byte, grown)...)
			}
			data = data[:c.at]
		case opDelete:
			data = nil
		}
	}
	return data, there
}

// restore leaves a file as a loss of power does.
func (f *file) restore(name string, fault Fault) error {
	data, there := f.after(func(i int) bool {
		switch fault {
		case Lost:
			return false
		case Mixed:
			return i%2 == 1
		}
		return true
	})
	if there {
		return os.WriteFile(name, data, 0o644)
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
