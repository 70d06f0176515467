package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

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

// giveSums writes every page anew with a checksum, where they have none. db has one connection and a write-ahead
// log, from which the first page, which says that there are checksums, comes into the file before the others. After a kill
// the file is as it was, or the log has all of it.
func giveSums(ctx context.Context, db *sql.DB) error {
	if on, err := hasSums(ctx, db); err != nil || on {
		return err
	}
	if err := reserve(ctx, db); err != nil {
		return err
	}
	for _, do := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := db.ExecContext(ctx, do); err != nil {
			return err
		}
	}
	on, err := hasSums(ctx, db)
	if err == nil && !on {
		err = errors.New("the file has none after all")
	}
	return err
}

// needsSums is an error if a database of a schema that has checksums has none: its header is damaged, and nothing that is
// read of it would be compared.
func needsSums(ctx context.Context, db *sql.DB, path string, version int) error {
	on, err := hasSums(ctx, db)
	if err == nil && !on && version >= 12 {
		err = sqlite3.Error{Code: sqlite3.ErrCorrupt}
	}
	return explain(path, fmt.Sprintf("read the header of schema %d", version), err)
}
