//go:build faults

package faultfs

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fill inserts rows until one fails, and returns how many were acknowledged.
func fill(t *testing.T, path, synchronous string, most int) (acknowledged int, err error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL&_synchronous="+synchronous)
	require.NoError(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err = db.Exec(`CREATE TABLE IF NOT EXISTS t (x)`); err != nil {
		return 0, err
	}
	for ; acknowledged < most; acknowledged++ {
		if _, err = db.Exec(`INSERT INTO t VALUES (?)`, strings.Repeat("x", 3000)); err != nil {
			return acknowledged, err
		}
	}
	return acknowledged, nil
}

// rows counts what is there.
func rows(t *testing.T, path string) (n int) {
	db, err := sql.Open("sqlite3", "file:"+path)
	require.NoError(t, err)
	defer db.Close()
	var ok string
	require.NoError(t, db.QueryRow(`PRAGMA integrity_check`).Scan(&ok))
	require.Equal(t, "ok", ok)
	if err := db.QueryRow(`SELECT count(*) FROM t`).Scan(&n); err != nil {
		require.ErrorContains(t, err, "no such table")
	}
	return n
}

// Every fault at every operation: SQLite keeps what it promises, so what the file system does is what a real one may.
func TestSQLiteKeepsItsPromises(t *testing.T) {
	type point struct {
		fault   Fault
		n       int
		looking bool
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	f, stop := Watch(dir)
	defer stop()
	fresh := func() {
		for _, name := range []string{"", "-wal", "-shm", "-journal"} {
			_ = os.Remove(path + name)
		}
	}
	f.Arm("", 0, false)
	_, err := fill(t, path, "FULL", 3)
	require.NoError(t, err)
	require.NoError(t, f.Crash())
	require.Equal(t, 3, rows(t, path))
	changes, looks := f.Counted()
	require.Greater(t, changes, 20)
	require.Greater(t, looks, 20)
	var points []point
	for n := range changes {
		for _, fault := range Faults {
			points = append(points, point{fault, n + 1, false})
		}
	}
	for n := range looks {
		points = append(points, point{Broken, n + 1, true})
	}
	lost, failed := 0, 0
	for _, p := range points {
		fresh()
		require.NoError(t, f.Crash())
		f.Arm(p.fault, p.n, p.looking)
		acknowledged, err := fill(t, path, "FULL", 3)
		if err != nil {
			failed++
		}
		require.NoError(t, f.Crash())
		have := rows(t, path)
		require.GreaterOrEqual(t, have, acknowledged, "%+v: %s", p, f.Met())
		require.LessOrEqual(t, have, acknowledged+1)
		if have == acknowledged && err != nil {
			lost++
		}
	}
	require.Greater(t, failed, len(points)/2, "faults are met")
	require.Positive(t, lost)
}

// Without syncs a loss of power takes what was acknowledged, and a kill takes nothing.
func TestWhatIsntSyncedIsLost(t *testing.T) {
	for fault, want := range map[Fault]func(n int) bool{
		Killed: func(n int) bool { return n == 20 },
		Lost:   func(n int) bool { return n == 0 },
		Mixed:  func(n int) bool { return n < 20 },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.db")
		f, stop := Watch(dir)
		_, err := fill(t, path, "FULL", 0)
		require.NoError(t, err)
		f.Arm(fault, 150, false)
		n, err := fill(t, path, "OFF", 100)
		require.Error(t, err)
		require.Greater(t, n, 20, f.Met())
		require.Contains(t, f.Met(), "a.db")
		require.NoError(t, f.Crash())
		have := rows(t, path)
		require.True(t, want(min(have, 20)), "%s: %d of %d", fault, have, n)
		stop()
	}
}

// A torn write leaves its first half.
func TestTorn(t *testing.T) {
	dir := t.TempDir()
	f, stop := Watch(dir)
	defer stop()
	for n := 1; ; n++ {
		path := filepath.Join(dir, fmt.Sprint(n))
		f.Arm(Torn, n, false)
		_, err := fill(t, path, "FULL", 1)
		if err == nil {
			t.Fatal("no page was written to the log")
		}
		require.NoError(t, f.Crash())
		info, err := os.Stat(path + "-wal")
		if err == nil && (info.Size()-32)%(24+4096) == 24+2048 {
			return
		}
	}
}
