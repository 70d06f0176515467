// Package lockfile says where the lock of a file is, and whether somebody holds it. The operating system takes a lock back when the
// process ends that holds it, however it ends.
package lockfile

import (
	"os"
	"path/filepath"
	"syscall"
)

// Of is the lock of the file at path, one for all names of it that are links.
func Of(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + ".lock"
}

// Held reports whether a process holds the lock of the file at path. One that takes it at this very moment may be refused.
func Held(path string) bool {
	f, err := os.Open(Of(path))
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil
}
