package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// fixtureAddress is where the fixture's stub listened: it is part of every request's key.
const fixtureAddress = "127.0.0.1:48765"

// TestFixture replays recorded exchanges at two degrees of parallelism. Both give the golden
// report to the byte.
func TestFixture(t *testing.T) {
	tape, err := filepath.Abs("../../fixtures/loopback.jsonl")
	require.NoError(t, err)
	golden, err := filepath.Abs("../../fixtures/loopback.json")
	require.NoError(t, err)
	dir := t.TempDir()
	play := func(args ...string) {
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.Command(self, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "ARENA_MAIN=1", "OPENAI_API_KEY="+secret, "OPENAI_BASE_URL=http://"+fixtureAddress+"/v1")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	run := func(db string, more ...string) {
		play(append([]string{
			"run", "--db", db, "--model", "openai:stub", "--repeats", "1", "--scenario", "cascading-corrections",
			"--strategy", "none", "--strategy", "window(size=2)",
		}, more...)...)
	}
	if *update {
		listener, err := net.Listen("tcp", fixtureAddress)
		require.NoError(t, err)
		server := &http.Server{Handler: http.HandlerFunc(plainReply)}
		go func() { _ = server.Serve(listener) }()
		defer server.Close()
		require.NoError(t, os.RemoveAll(tape))
		run("recorded.db", "--record", tape, "--parallel", "1")
		play("report", "--db", "recorded.db", "--format", "json", "--out", golden)
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	for _, parallel := range []string{"1", "8"} {
		db := fmt.Sprintf("%s.db", parallel)
		run(db, "--replay", tape, "--parallel", parallel)
		play("report", "--db", db, "--format", "json", "--out", parallel+".json")
		have, err := os.ReadFile(filepath.Join(dir, parallel+".json"))
		require.NoError(t, err)
		require.Equal(t, string(want), string(have), "at parallel %s", parallel)
	}
	recorded, err := os.ReadFile(tape)
	require.NoError(t, err)
	require.NotContains(t, string(recorded), secret)
}
