//go:build slow

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/reports"
	"contextarena.internal/store"
)

// Embeddings are attempts like any other: killed among them and given again, a command spends no more than one cap, and the ledger
// agrees with the bill. Without a cap the same command completes.
func TestOneCapHoldsOverEmbeddings(t *testing.T) {
	const usd = 0.004
	args := []string{
		"lab", "learn", "--strategy", "retrieval(by=embedding)", "--train", "early-fact-recall", "--held-out", "implicit-corrections", "--sessions", "2", "--chains", "2",
		"--model", "openai:gpt-5-nano", "--embedder", "openai:text-embedding-3-small", "--parallel", "4",
	}
	capped := append(slices.Clip(args), "--budget-usd", fmt.Sprint(usd))
	dir := t.TempDir()
	path := filepath.Join(dir, "arena.db")
	b := openTill(t, nil)
	check := func() store.Balance {
		t.Helper()
		told := balance(t, path)
		require.LessOrEqual(t, b.bill(), usd)
		require.GreaterOrEqual(t, b.bill(), told.PaidUSD-1e-9)
		require.LessOrEqual(t, b.bill(), told.PaidUSD+told.ReservedUSD()+1e-9)
		return told
	}
	b.killed(t, dir, 25, capped...)
	require.NotEmpty(t, check().Unsettled)
	b.killed(t, dir, 15, capped...)
	left := check().Unsettled
	require.NotEmpty(t, left)
	for range 2 {
		out, code := b.arena(t, dir, capped...)
		require.Equal(t, 3, code, out)
		left = check().Unsettled // a refusal by the budget gives up what else the trial asks
		require.Contains(t, out, reports.Plural(len(left), "attempt")+" of unknown fate")
		require.Contains(t, out, left[len(left)-1].Key.String()[:12])
	}
	out, code := b.arena(t, dir, args...)
	require.Zero(t, code, out)
	told := balance(t, path)
	require.Len(t, told.Unsettled, len(left))
	require.LessOrEqual(t, b.calls, told.Attempts, "one that is killed may be written down, and not sent")
	require.LessOrEqual(t, b.bill(), told.PaidUSD+told.ReservedUSD()+1e-9)
	out, code = b.arena(t, dir, "export", "tables")
	require.Zero(t, code, out)
	table, err := os.ReadFile(filepath.Join(dir, "tables", "attempts.csv"))
	require.NoError(t, err)
	require.Equal(t, len(left), strings.Count(string(table), ",unknown,"))
	require.Contains(t, string(table), fmt.Sprintf(",%.12s,%d,openai:text-embedding-3-small,1,unknown,", left[0].Key, left[0].Try))
}
