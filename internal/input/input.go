// Package input reads files that somebody names, each up to a size that is known before: a device that
// never ends, a pipe that nobody writes to and a file that is larger than any of its kind are errors that
// name it, not memory that is used up.
package input

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// The most bytes that are read of a file, by what it is.
const (
	Text = 16 << 20  // what people write: plans, scenarios, spaces, prices, seeds, notes
	Data = 64 << 20  // what programs write: policies, baselines, labels, result files
	Tape = 256 << 20 // recordings
)

// ReadFile reads a file of at most so many bytes. A pipe is read to its end.
func ReadFile(name string, most int64) ([]byte, error) {
	// Opening a pipe that nobody has opened to write would wait, for ever if nobody does.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file", name)
	}
	data, err := Read(f, name, most)
	if err == nil && len(data) == 0 && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s is a pipe that nobody writes to", name)
	}
	return data, err
}

// Read reads r, which people know by this name, to its end, if that comes within so many bytes.
func Read(r io.Reader, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("%s has more than %d MiB, the most that is read of such a file", name, most>>20)
	}
	return data, err
}

// ReadIn reads a regular file of a folder.
func ReadIn(folder fs.FS, name string, most int64) ([]byte, error) {
	info, err := fs.Stat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: it is no regular file", name)
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return Read(f, name, most)
}
