-- +goose Up

-- What finished trials taught strategies about their own memories. Rows are only ever added, and
-- none has a word of a conversation.
CREATE TABLE experiences (
    trial   INTEGER PRIMARY KEY REFERENCES trials,
    model   INTEGER NOT NULL REFERENCES models, -- that wrote the memory
    type    INTEGER NOT NULL,                   -- of conversation
    opening BLOB NOT NULL                       -- 32-bit floats, little-endian
) STRICT;

CREATE TABLE outcomes (
    trial    INTEGER NOT NULL REFERENCES experiences,
    ordinal  INTEGER NOT NULL,
    cycle    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    kept     INTEGER NOT NULL,
    question TEXT NOT NULL,
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 6;
