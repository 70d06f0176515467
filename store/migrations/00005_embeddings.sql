-- +goose Up

-- The cache of embeddings.
CREATE TABLE embeddings (
    id     INTEGER PRIMARY KEY,
    key    BLOB NOT NULL UNIQUE, -- of the model's identity and the text
    model  INTEGER NOT NULL REFERENCES models,
    vector BLOB NOT NULL         -- 32-bit floats, little-endian
) STRICT;

PRAGMA user_version = 5;
