package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
)

// schema is the one that this program writes and reads. A file of another is left as it is.
//
//go:embed schema.sql
var schema string

// version numbers the schema. From the first release on a greater one comes with what brings older files to it.
const version = 1

// create makes a database in an absent or empty file; of any other it changes nothing. A kill in the middle leaves the
// file empty.
func create(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite3", dsn(path, "mode=rwc&_busy_timeout=5000"))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1) // what is reserved is known to the connection alone until the first page is written
	found, err := schemaVersion(ctx, db)
	if err == nil && found == 0 {
		if err = reserve(ctx, db); err == nil {
			_, err = db.ExecContext(ctx, fmt.Sprintf("BEGIN IMMEDIATE;\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;\n%s\nCOMMIT", applicationID, version, schema))
		}
	}
	return errors.Join(err, db.Close())
}

// checkSchema is an error unless db is of the schema, word for word, with a checksum in every page.
func checkSchema(ctx context.Context, db *sql.DB, path string) error {
	found, err := schemaVersion(ctx, db)
	if err != nil {
		return explain(path, "read the schema version", err)
	}
	switch {
	case found == 0:
		return arena.Mistake{Err: fmt.Errorf("database %s holds nothing: an arena was stopped before it wrote anything: run an experiment or use --db OTHER", path)}
	case found != version:
		return fmt.Errorf("database %s was written by a newer arena (schema %d, this one knows %d): upgrade arena or use --db OTHER", path, found, version)
	}
	if err := needsSums(ctx, db, path); err != nil {
		return err
	}
	var ours int // of what the schema makes; whatever else there is doesn't matter
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE instr(?, sql) > 0`, schema).Scan(&ours); err != nil {
		return explain(path, "read the schema", err)
	}
	if ours < strings.Count(schema, "\nCREATE ") {
		return older(path)
	}
	return nil
}

func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	return version, err
}
