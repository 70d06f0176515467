//go:build !linux

package sandbox

import (
	"os"
	"runtime/debug"
	"syscall"
	"time"
)

// lonely is for Linux alone.
var lonely *syscall.SysProcAttr

// confine lets the collector keep this process small. Elsewhere than on Linux that is all: what bounds a
// program is the interpreter, and the time for which its child is waited.
func confine() (missing []string, err error) {
	debug.SetMemoryLimit(mostHeap)
	return []string{"no new rights, limits of the process and an empty file system (this isn't Linux)"}, nil
}

// grant gives time of the processor, which nothing bounds here.
func grant(time.Duration) error { return nil }

// overtime is never heard of.
func overtime() <-chan os.Signal { return nil }
