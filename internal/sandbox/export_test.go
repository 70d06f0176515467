package sandbox

import (
	"fmt"
	"os"
	"strings"
)

// PeakMemory is the most that a child of a pool has held at once, in bytes; 0 if none waits.
func PeakMemory(p *Pool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	peak := 0
	for _, c := range p.idle {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
		if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
			kb := 0
			fmt.Sscan(rest, &kb)
			peak = max(peak, kb<<10)
		}
	}
	return peak
}

// Pid is the process that waits.
func Pid(p *Pool) int { return p.idle[0].cmd.Process.Pid }
