package sandbox

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// confine bounds the memory of this process to what it has mapped now and the given bytes more. The
// collector isn't told, so that a program that takes too much dies of it soon, and not after minutes
// of collecting.
func confine(bytes uint64) error {
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return fmt.Errorf("sandbox: how much memory is mapped: %w", err)
	}
	var pages uint64
	if _, err := fmt.Fscan(strings.NewReader(string(status)), &pages); err != nil {
		return fmt.Errorf("sandbox: how much memory is mapped: %w", err)
	}
	most := pages*uint64(os.Getpagesize()) + bytes
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("sandbox: limit memory: %w", err)
	}
	return nil
}
