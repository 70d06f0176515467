package pagesum

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

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
