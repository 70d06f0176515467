package pagesum

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"
)

// A file that is made with checksums has them in every page, says so, and is refused where one bit of it changes; without
// the layer it is an ordinary database.
func TestPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	do := func(name, statement string) error {
		db, err := sql.Open("sqlite3", name)
		require.NoError(t, err)
		defer db.Close()
		var got string
		return db.QueryRow(statement).Scan(&got)
	}
	plain, layered := "file:"+path, "file:"+path+"?vfs="+VFS()
	require.ErrorIs(t, do(layered, `CREATE TABLE t (a TEXT)`), sql.ErrNoRows)
	require.ErrorIs(t, do(layered, `INSERT INTO t VALUES (printf('%.9000c', 'x'))`), sql.ErrNoRows)
	require.NoError(t, do(layered, `SELECT a FROM t`), "a file without checksums is read as it is")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Zero(t, b[20], "bytes that are kept free")

	b[20] = Bytes // pages say that they have a checksum, and have none
	require.NoError(t, os.WriteFile(path, b, 0o600))
	require.ErrorContains(t, do(layered, `SELECT a FROM t`), "malformed")
	b[20] = 0
	require.NoError(t, os.WriteFile(path, b, 0o600))
	require.NoError(t, do(plain, `SELECT a FROM t`))
	require.NoError(t, do(layered, `PRAGMA page_sums`))
}

// A long value is read by whole pages, so that each is compared.
func TestLongValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite3", "file:"+path+"?sums=on&vfs="+VFS())
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(t.Context())
	require.NoError(t, err)
	require.NoError(t, conn.Raw(func(driver any) error {
		return driver.(*sqlite3.SQLiteConn).SetFileControlInt("main", sqlite3.SQLITE_FCNTL_RESERVE_BYTES, Bytes)
	}))
	_, err = conn.ExecContext(t.Context(), `CREATE TABLE t (a TEXT); INSERT INTO t VALUES (printf('%.9000c', 'x'))`)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.NoError(t, db.Close())
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	long := 0
	for page := 2; page < len(b)/4096; page++ {
		if bytes.Count(b[page*4096:][:4096], []byte("x")) < 100 {
			continue
		}
		long++
		b[page*4096+200] ^= 1
		require.NoError(t, os.WriteFile(path, b, 0o600))
		b[page*4096+200] ^= 1
		db, err := sql.Open("sqlite3", "file:"+path+"?vfs="+VFS())
		require.NoError(t, err)
		var got string
		require.ErrorContains(t, db.QueryRow(`SELECT a FROM t`).Scan(&got), "malformed", "page %d", page+1)
		require.NoError(t, db.Close())
	}
	require.GreaterOrEqual(t, long, 2)
}
