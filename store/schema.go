package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// latest is the schema this program writes: the number of the last migration, each of which
// sets user_version to its own. Migrations are only ever added.
const latest = 18

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema of db to latest. A newer one is an error and left alone.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return explain(path, "read the schema version", err)
	}
	if err := checkVersion(path, version); err != nil {
		return err
	}
	if err := needsSums(ctx, db, path, version); err != nil || version == latest {
		return err
	}
	// Again, because a kill in the middle of create may have been undone on opening.
	if err := sign(ctx, db); err != nil {
		return explain(path, "sign the database", err)
	}
	if err := giveSums(ctx, db); err != nil { // before the version that says that it has them
		return explain(path, "give each page a checksum", err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("migrate %s: %w", path, err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("migrate %s: %w", path, err)
	}
	if _, err := p.Up(ctx); err != nil {
		return explain(path, "migrate the schema", err)
	}
	conn, err := db.Conn(ctx)
	if err == nil {
		err = errors.Join(summarizeAll(conn), conn.Close())
	}
	return explain(path, "summarize trials", err)
}

func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	return version, err
}

func checkVersion(path string, version int) error {
	if version > latest {
		return fmt.Errorf("database %s was written by a newer arena (schema %d, this one knows %d): upgrade arena", path, version, latest)
	}
	return nil
}
