-- +goose Up

-- What played it: hashes of its strategy's version and code, as in trials. Empty: it was measured before they were kept.
ALTER TABLE measurements ADD COLUMN code TEXT NOT NULL DEFAULT '';

PRAGMA user_version = 17;
