//go:build slow

package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// summed is a sum over the ledgers of databases.
func summed(t *testing.T, what string, files ...string) (sum float64) {
	t.Helper()
	for _, f := range files {
		db, err := sql.Open("sqlite3", f)
		require.NoError(t, err)
		var one sql.NullFloat64
		require.NoError(t, db.QueryRow("SELECT sum("+what+") FROM attempts").Scan(&one))
		require.NoError(t, db.Close())
		sum += one.Float64
	}
	return sum
}

// Workers behind one endpoint are charged what it paid: together its bill, and nothing for what it has. Killed in the middle it goes on from
// its database, and they wait for it.
func TestWorkersBehindOneEndpoint(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	provider := serve(t, nil)
	require.NoError(t, os.WriteFile(at("prices.yaml"), []byte("prices:\n- {provider: openai, model: stub, from: 2025-01-01, input: 1000, output: 2000}\n"), 0o600))
	gateway := func(address, db string) *servedModel {
		return serveModel(t, provider, nil, "stub=openai:stub", "--addr", address, "--budget-usd", "1000", "--prices", at("prices.yaml"), "--db", at(db))
	}
	played := func(url string, args ...string) {
		t.Helper()
		cmd, out := provider.process(t, dir, append([]string{
			"run", "--model", "openai:stub?base_url=" + url, "--scenario", "early-fact-recall", "--scenario", "rapid-fire-corrections",
			"--strategy", "rlm", "--strategy", "window", "--repeats", "2", "--dialogue", "scripted", "--prices", at("prices.yaml"), "--max-wait", "60s",
		}, args...)...)
		require.NoError(t, cmd.Run(), out.String())
		require.NotContains(t, out.String(), " failed: ")
	}
	both := func(url, first, second string, more ...string) {
		var workers sync.WaitGroup
		for n, db := range []string{first, second} {
			workers.Go(func() { played(url, append([]string{"--shard", fmt.Sprintf("%d/2", n+1), "--db", at(db)}, more...)...) })
		}
		workers.Wait()
	}
	g := gateway("127.0.0.1:0", "g.db")
	both(g.url, "a1.db", "a2.db")
	once := provider.calls.Load()
	played(g.url, "--db", at("alone.db"))
	require.Equal(t, once, provider.calls.Load(), "what the endpoint has isn't asked again")
	g.stop(t)
	bill := summed(t, "paid_usd", at("g.db"))
	require.Positive(t, bill)
	require.InEpsilon(t, bill, summed(t, "paid_usd", at("a1.db"), at("a2.db")), 1e-9)
	require.Zero(t, summed(t, "paid_usd", at("alone.db")))

	g = gateway("127.0.0.1:0", "h.db")
	url := g.url
	killed := make(chan *servedModel, 1)
	go func() {
		defer close(killed) // also where the second doesn't start
		for provider.calls.Load() < once+once/3 {
			time.Sleep(time.Millisecond)
		}
		_ = g.cmd.Process.Kill()
		_ = g.cmd.Wait()
		killed <- gateway(strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/v1"), "h.db")
	}()
	both(url, "b1.db", "b2.db", "--parallel", "2")
	g = <-killed
	require.NotNil(t, g)
	const inFlight = 20 // replies that were sent, or on their way, and not committed when it was killed
	asked := provider.calls.Load()
	require.LessOrEqual(t, asked, 2*once+inFlight)
	played(url, "--db", at("again.db"))
	require.LessOrEqual(t, provider.calls.Load(), asked+inFlight)
	g.stop(t)
	verdicts := func(db string) string {
		cmd, said := provider.process(t, dir, "export", at(db+".d"), "--db", at(db))
		require.NoError(t, cmd.Run(), said.String())
		data, err := os.ReadFile(filepath.Join(at(db+".d"), "verdicts.csv"))
		require.NoError(t, err)
		return string(data)
	}
	cmd, said := provider.process(t, dir, "merge", at("merged.db"), at("b1.db"), at("b2.db"))
	require.NoError(t, cmd.Run(), said.String())
	require.Equal(t, verdicts("again.db"), verdicts("merged.db"))
}
