package sandbox

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Used is the most memory that the child of a pool which waits has held at once, in bytes, and the time
// of the processor it has taken.
func Used(p *Pool) (peak int, took time.Duration) {
	pid := Pid(p)
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &peak)
	}
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if _, rest, ok := strings.Cut(string(stat), ") "); ok {
		var user, system int
		f := strings.Fields(rest)
		_, _ = fmt.Sscan(f[11]+" "+f[12], &user, &system)
		took = time.Duration(user+system) * 10 * time.Millisecond
	}
	return peak << 10, took
}

// Pid is the process that waits.
func Pid(p *Pool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.idle[0].cmd.Process.Pid
}

// ServeBriefly is Serve with a second of the processor for a program, rounded up.
func ServeBriefly(in io.Reader, out io.Writer) error { return serve(in, out, time.Second) }

// Limits are the bounds that decide what programs do.
var Limits = fmt.Sprint(mostSource, mostAlive, mostFrames, mostDepth, mostBytes, perPoll)
