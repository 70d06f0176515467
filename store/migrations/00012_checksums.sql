-- +goose Up

-- From here on every page has a checksum (internal/pagesum), which an older database got before this.

-- What a prune took: bodies of texts and contexts, which are empty then, and come back when they are stored again; and
-- of which trials it took some.
ALTER TABLE texts ADD COLUMN pruned INTEGER;    -- 1, or null
ALTER TABLE contexts ADD COLUMN pruned INTEGER; -- 1, or null
ALTER TABLE trials ADD COLUMN pruned INTEGER;   -- 1, or null

ALTER TABLE experiments ADD COLUMN ran TEXT; -- when its last run began; null where only that of the first is known

PRAGMA user_version = 12;
