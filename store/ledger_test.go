package store

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/llm"
)

func ledger(t *testing.T, d *DB, experiment string) *Ledger {
	t.Helper()
	l, err := d.Ledger(t.Context(), experiment)
	require.NoError(t, err)
	return l
}

func TestLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d := open(t, path)
	begin(t, d, "e")
	begin(t, d, "f")
	l := ledger(t, d, "e")
	a, b, c := llm.Attempt{Key: llm.Key{1}, Model: model, ReservedUSD: 1}, llm.Attempt{Key: llm.Key{2}, Model: model, ReservedUSD: 2}, llm.Attempt{Key: llm.Key{3}, Model: model, ReservedUSD: 4}
	attempt := func(l *Ledger, a llm.Attempt, end *llm.AttemptEnd) {
		n, err := l.Begin(a)
		require.NoError(t, err)
		if end != nil {
			l.End(n, *end)
		}
	}
	attempt(l, a, &llm.AttemptEnd{Fate: llm.Failed, PaidUSD: 0.25})
	attempt(l, a, &llm.AttemptEnd{Fate: llm.Answered, PaidUSD: 0.5, Told: llm.Usage{Input: -1, Output: 2}, Counted: llm.Usage{Input: 3, Output: 4}, Served: "reader-2", Latency: 5})
	attempt(l, b, &llm.AttemptEnd{Fate: llm.Unknown})
	attempt(l, c, nil)
	attempt(ledger(t, d, "f"), a, &llm.AttemptEnd{Fate: llm.Answered, PaidUSD: 8})
	attempt(d.LedgerOfNone(), a, &llm.AttemptEnd{Fate: llm.Answered, PaidUSD: 16})
	require.NoError(t, d.Finish(t.Context(), "e", Interrupted, ""))

	got, err := d.Balance(t.Context(), "e")
	require.NoError(t, err)
	require.Equal(t, Balance{PaidUSD: 0.75, Attempts: 4, Unsettled: []Unsettled{
		{Key: b.Key, Try: 1, Model: model, ReservedUSD: 2},
		{Key: c.Key, Try: 1, Model: model, ReservedUSD: 4},
	}}, got)
	require.InDelta(t, 6, got.ReservedUSD(), 0)
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM attempts WHERE try = 2 AND told_input = -1 AND counted_output = 4 AND served = 'reader-2' AND latency_ns = 5`))
	_, err = d.Balance(t.Context(), "g")
	require.ErrorIs(t, err, ErrNone)
	_, err = d.Ledger(t.Context(), "g")
	require.ErrorIs(t, err, ErrNone)

	// Tries are counted over runs, those of requests with a reply aside.
	require.NoError(t, d.Close())
	d = open(t, path)
	again := ledger(t, d, "e")
	attempt(again, c, nil)
	require.Equal(t, 2, count(t, d, `SELECT max(try) FROM attempts WHERE key = x'03`+zeros(31)+`'`))
}

// Of an attempt that was answered the end and the reply are one write: neither is there without the other.
func TestAnEndAndItsReplyAreOneWrite(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"), Options{})
	require.NoError(t, err)
	begin(t, d, "e")
	l := ledger(t, d, "e")
	answered := func(n int) {
		key, req, resp := sampleReply(n)
		number, err := l.Begin(llm.Attempt{Key: key, Model: model, ReservedUSD: 1})
		require.NoError(t, err)
		_ = l.End(number, llm.AttemptEnd{Fate: llm.Answered, PaidUSD: 0.5, Reply: &llm.Reply{Key: key, Request: req, Response: resp}})
		require.NoError(t, d.write(t.Context(), "wait", func(*tx) error { return nil }))
	}
	answered(1)
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM attempts a JOIN replies r ON r.key = a.key WHERE a.fate = 'answered'`))
	require.NoError(t, d.write(t.Context(), "test", func(t *tx) error {
		t.exec(`CREATE TRIGGER none BEFORE INSERT ON replies BEGIN SELECT RAISE(ABORT, 'no'); END`)
		return nil
	}))
	answered(2)
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM replies`))
	require.Equal(t, 1, count(t, d, `SELECT count(*) FROM attempts WHERE fate IS NULL`), "it may be asked again, and its reservation is kept")
	require.Error(t, d.Close(), "a reply is lost")
}

// zeros is n bytes of zero in hexadecimal.
func zeros(n int) (s string) {
	for range n {
		s += "00"
	}
	return s
}

// What Begin returned survives kill -9, and counts with all that was reserved unless its end was committed too.
func TestKilledAmongAttempts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	cmd, lines, _ := process(t, nil, executable(t), "attempt", path)
	begun := 0
	for lines.Scan() {
		n, err := strconv.Atoi(lines.Text())
		require.NoError(t, err, lines.Text())
		begun = n + 1
		if n == 100 {
			require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
		}
	}
	_ = cmd.Wait()
	require.Greater(t, begun, 100)
	b, err := open(t, path).Balance(t.Context(), "e")
	require.NoError(t, err)
	require.GreaterOrEqual(t, b.Attempts, begun)
	require.LessOrEqual(t, b.Attempts, begun+1, "one may be committed and not told")
	require.GreaterOrEqual(t, len(b.Unsettled), begun/2)
	require.InDelta(t, float64(b.Attempts-len(b.Unsettled))/2, b.PaidUSD, 0)
}

// While real models are asked the main file alone has, a second later, all that was written: neither a lost log nor a
// lost -shm takes it away.
func TestTheMainFileIsNoShell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arena.db")
	d, err := Open(t.Context(), path, Options{SyncEvery: 20 * time.Millisecond})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	alone := func() ([]Experiment, error) {
		b, err1 := os.ReadFile(path)
		copied := filepath.Join(t.TempDir(), "alone.db")
		err2 := os.WriteFile(copied, b, 0o600)
		r, err := Open(t.Context(), copied, Options{ReadOnly: true})
		if err = errors.Join(err1, err2, err); err != nil {
			return nil, err
		}
		es, err := r.Experiments(t.Context())
		return es, errors.Join(err, r.Close())
	}
	es, err := alone()
	require.NoError(t, err, "from the first moment")
	require.Empty(t, es)
	begin(t, d, "e")
	pay(t, d, "e", 0.5)
	require.Eventually(t, func() bool {
		es, err := alone() // an error in the middle of a copy
		return err == nil && len(es) == 1 && es[0].PaidUSD == 0.5
	}, 10*time.Second, 20*time.Millisecond)
}

func TestSyncingBeginsWithTheLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSyncing("arena.db", 0)
		s.wrote([]write{{}})
		require.False(t, s.armed, "nothing was paid for")
		start := time.Now()
		s.wrote([]write{{}, {paid: true}})
		s.wrote([]write{{}})
		<-s.due()
		require.Equal(t, DefaultSyncEvery, time.Since(start), "however much is written meanwhile")
		s.armed = false
		s.wrote([]write{{}})
		require.True(t, s.armed, "trials that were paid for, too")
	})
}
