//go:build !linux

package sandbox

import (
	"runtime/debug"
	"syscall"
)

// lonely is for Linux alone.
var lonely *syscall.SysProcAttr

// confine lets the collector keep this process small. Elsewhere than on Linux that is all: what bounds a
// program is the meter.
func confine() (missing []string, err error) {
	debug.SetMemoryLimit(mostHeap)
	return []string{"no new rights, limits of the process and an empty file system (this isn't Linux)"}, nil
}
