package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// confined is the name under which a process begins again without rights.
const confined = "arena-confined"

// lonely lets a process begin in namespaces of its own: it sees no network and no other process.
var lonely = &syscall.SysProcAttr{
	Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS | syscall.CLONE_NEWPID,
	UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
	GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
}

// confine takes from this process what a program could misuse if it broke out of the interpreter: it
// can't gain rights, has no open files but its standard streams and makes none, has no memory without
// end, and sees an empty file system. It returns what the kernel
// doesn't allow of that.
func confine() (missing []string, err error) {
	if os.Args[0] != confined {
		return nil, again()
	}
	debug.SetMemoryLimit(mostHeap)
	mapped, err := mapped()
	if err != nil {
		return nil, err
	}
	time.NewTimer(time.Hour).Stop() // the runtime opens what it needs for timers
	closeOthers()
	if err := emptyRoot(); err != nil {
		missing = append(missing, "an empty file system ("+err.Error()+")")
	}
	for _, l := range []struct {
		of   string
		kind int
		most uint64
	}{
		{"memory", unix.RLIMIT_AS, mapped + mostMapped},
		{"sizes of files", unix.RLIMIT_FSIZE, 0},
		{"dumps", unix.RLIMIT_CORE, 0},
		{"open files", unix.RLIMIT_NOFILE, 0},
	} {
		if err := syscall.Setrlimit(l.kind, &syscall.Rlimit{Cur: l.most, Max: l.most}); err != nil {
			return nil, fmt.Errorf("sandbox: limit %s: %w", l.of, err)
		}
	}
	return missing, nil
}

// grant gives this process so much more time of the processor, rounded up to seconds.
func grant(more time.Duration) error {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return fmt.Errorf("sandbox: time of the processor: %w", err)
	}
	until := time.Duration(used.Utime.Nano()+used.Stime.Nano()) + more
	var limit syscall.Rlimit
	err := syscall.Getrlimit(unix.RLIMIT_CPU, &limit)
	if limit.Cur = min(limit.Max, uint64(until/time.Second)+1); err == nil {
		err = syscall.Setrlimit(unix.RLIMIT_CPU, &limit)
	}
	if err != nil {
		return fmt.Errorf("sandbox: limit time of the processor: %w", err)
	}
	return nil
}

// overtime hears of it when this process takes more time of the processor than it was given.
func overtime() <-chan os.Signal {
	over := make(chan os.Signal, 1)
	signal.Notify(over, syscall.SIGXCPU)
	return over
}

// again begins this program anew, since what a thread gives up is given up by all threads only of a
// program that begins behind it: gaining rights, and every capability but the one to change the root.
func again() error {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("sandbox: give up gaining rights: %w", err)
	}
	for c := range uintptr(64) {
		if c != unix.CAP_SYS_CHROOT {
			_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0) // who may not has none to give up
		}
	}
	err := syscall.Exec("/proc/self/exe", append([]string{confined}, os.Args[1:]...), environment)
	return fmt.Errorf("sandbox: begin again without rights: %w", err)
}

// mapped is how much memory this process has mapped.
func mapped() (uint64, error) {
	status, err := os.ReadFile("/proc/self/statm") //nolint:forbidigo // the kernel says one line
	if err != nil {
		return 0, fmt.Errorf("sandbox: how much memory is mapped: %w", err)
	}
	var pages uint64
	if _, err := fmt.Fscan(strings.NewReader(string(status)), &pages); err != nil {
		return 0, fmt.Errorf("sandbox: how much memory is mapped: %w", err)
	}
	return pages * uint64(os.Getpagesize()), nil
}

// closeOthers leaves no file open but the standard streams and what the Go runtime waits for them with.
func closeOthers() {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return // Go opens all files so that they are closed when a program begins again
	}
	for _, f := range open {
		to, err := os.Readlink(filepath.Join("/proc/self/fd", f.Name()))
		if fd, bad := strconv.Atoi(f.Name()); bad == nil && err == nil && fd > 2 && !strings.HasPrefix(to, "anon_inode:") {
			_ = syscall.Close(fd)
		}
	}
}

// emptyRoot makes a directory that is deleted the root of this process, so that nothing can be made in
// it either.
func emptyRoot() error {
	dir, err := os.MkdirTemp("", "arena-sandbox-")
	if err != nil {
		return errors.New("no directory can be made in " + os.TempDir())
	}
	err = os.Chdir(dir)
	if removed := os.Remove(dir); err == nil {
		err = removed
	}
	if err != nil {
		return err
	}
	if err := syscall.Chroot("."); err != nil {
		return fmt.Errorf("chroot: %w", err)
	}
	return nil
}
