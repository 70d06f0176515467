-- +goose Up

-- The most tokens that the memory might put into a context. 0: no limit, or a trial from before it was kept.
ALTER TABLE trials ADD COLUMN budget INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 13;
