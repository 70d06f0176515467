package main

import (
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkRun is `arena run --suite original` as a process: wall time and greatest memory of a first run and of
// one that is answered from the database.
func BenchmarkRun(b *testing.B) {
	self, err := os.Executable()
	require.NoError(b, err)
	for b.Loop() {
		dir := b.TempDir()
		for _, which := range []string{"first", "again"} {
			cmd := exec.Command(self, "run", "--suite", "original")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "ARENA_MAIN=1")
			start := time.Now()
			require.NoError(b, cmd.Run())
			b.ReportMetric(time.Since(start).Seconds(), "s-"+which)
			b.ReportMetric(megabytes(cmd), "MB-"+which)
		}
	}
}

// BenchmarkEndpoint is a live run against an endpoint that answers after 20 ms: processor time
// of the whole process per call asked, everything stored.
func BenchmarkEndpoint(b *testing.B) {
	const latency = 20 * time.Millisecond
	for b.Loop() {
		e := serve(b, func(_ int64, w http.ResponseWriter, _ *http.Request) bool {
			<-time.After(latency)
			_, _ = w.Write([]byte(`{"id":"x","object":"chat.completion","model":"stub","choices":[{"index":0,"message":{"role":"assistant","content":"1. Noted.\n2. The fact is kept in memory."},"finish_reason":"stop"}],"usage":{"prompt_tokens":500,"completion_tokens":60,"total_tokens":560}}`))
			return true
		})
		cmd, out := e.process(b, b.TempDir(), "run", "--suite", "original", "--model", "openai:stub", "--repeats", "1", "--parallel", "8")
		start := time.Now()
		require.NoError(b, cmd.Run(), out.String())
		wall := time.Since(start)
		calls := float64(e.calls.Load())
		cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		b.ReportMetric(1000*cpu.Seconds()/calls, "ms-CPU/call")
		b.ReportMetric(calls, "calls")
		b.ReportMetric(wall.Seconds()/(calls*latency.Seconds()/8), "x-latency")
		b.ReportMetric(megabytes(cmd), "MB")
	}
}

func megabytes(cmd *exec.Cmd) float64 {
	return float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
}
