package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKilledSweep kills a sweep twice in the middle of its race: it drops the same points and reports the
// same, to the byte, as a sweep nobody disturbed, but for how long the endpoint took.
func TestKilledSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "space.yaml"), []byte(`name: small
dimensions:
  - {name: method, categorical: [window, structured]}
  - {name: recent, ordinal: [2, 4, 6]}
strategies:
  - {when: {method: window}, spec: window(size=$recent)}
  - {when: {method: structured}, spec: structured(recent_window=$recent)}
`), 0o644))
	reached := make(chan struct{}, 1)
	var stopAt atomic.Int64
	e := serve(t, func(n int64, _ http.ResponseWriter, r *http.Request) bool {
		stop := stopAt.Load()
		if n == stop {
			reached <- struct{}{}
		}
		if stop > 0 && n >= stop { // the process will die waiting
			<-r.Context().Done()
			return true
		}
		return false
	})
	sweep := func(db string) []string {
		return []string{
			"sweep", "space.yaml", "--db", db, "--model", "openai:stub", "--parallel", "4", "--repeats", "2", "--stretch", "0",
			"--scenario", "early-fact-recall", "--scenario", "rapid-fire-corrections", "--scenario", "implicit-corrections",
		}
	}
	out, code := e.arena(t, dir, sweep("whole.db")...)
	require.Zero(t, code, out)
	require.Regexp(t, `11 distinct points, [1-6] of them dropped by halving`, out)
	all := e.calls.Load()

	for _, share := range []int64{23, 41} {
		stopAt.Store(e.calls.Load() + share*all/100)
		cmd, _ := e.process(t, dir, sweep("killed.db")...)
		require.NoError(t, cmd.Start())
		<-reached
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
	}
	stopAt.Store(0)
	out, code = e.arena(t, dir, sweep("killed.db")...)
	require.Zero(t, code, out)

	var reports []string
	for _, db := range []string{"whole", "killed"} {
		out, code := e.arena(t, dir, "report", "frontier", "--db", db+".db", "--format", "json", "--out", db+".json")
		require.Zero(t, code, out)
		text, err := os.ReadFile(filepath.Join(dir, db+".json"))
		require.NoError(t, err)
		reports = append(reports, regexp.MustCompile(`"latency_seconds": [0-9.e-]+`).ReplaceAllString(string(text), ""))
	}
	require.Equal(t, reports[0], reports[1])
}
