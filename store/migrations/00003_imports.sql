-- +goose Up

-- The files of an experiment that was imported from elsewhere, byte for byte: what is reported of
-- them is computed anew each time.
CREATE TABLE imported_files (
    experiment INTEGER NOT NULL REFERENCES experiments,
    ordinal    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    text       INTEGER NOT NULL REFERENCES texts,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 3;
