package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/mattn/go-sqlite3"

	"contextarena.internal/internal/pagesum"
)

// reserve has the database keep what a checksum takes free at the end of each page. An empty one does so at once,
// any other with its next VACUUM by the same connection.
func reserve(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	err = conn.Raw(func(driver any) error {
		return driver.(*sqlite3.SQLiteConn).SetFileControlInt("main", sqlite3.SQLITE_FCNTL_RESERVE_BYTES, pagesum.Bytes)
	})
	return errors.Join(err, conn.Close())
}

// hasSums reports whether the pages of the file have checksums.
func hasSums(ctx context.Context, db *sql.DB) (on bool, err error) {
	err = db.QueryRowContext(ctx, `PRAGMA page_sums`).Scan(&on)
	return on, err
}

// needsSums is an error if a database has no checksums: its header is damaged, and nothing that is read of it would be
// compared.
func needsSums(ctx context.Context, db *sql.DB, path string) error {
	on, err := hasSums(ctx, db)
	if err == nil && !on {
		err = sqlite3.Error{Code: sqlite3.ErrCorrupt}
	}
	return explain(path, "read the header", err)
}
