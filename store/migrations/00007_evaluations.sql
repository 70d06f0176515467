-- +goose Up

-- What a search keeps of a finished trial: how it ended, the verdicts on its answers and what it used,
-- without the evidence. Judging it by other matchers replaces the row.
CREATE TABLE measurements (
    key     BLOB NOT NULL PRIMARY KEY, -- the trial's
    scorer  TEXT NOT NULL,             -- version of what judged it
    outcome TEXT NOT NULL,
    reason  TEXT NOT NULL,
    passed  INTEGER NOT NULL,          -- the final task
    results TEXT NOT NULL,             -- of the answers, a letter for each probe
    usage   BLOB NOT NULL              -- packed charges
) STRICT, WITHOUT ROWID;

-- What searches asked for, in their order, and what became of it.
CREATE TABLE evaluations (
    experiment INTEGER NOT NULL REFERENCES experiments,
    ordinal    INTEGER NOT NULL,
    batch      INTEGER NOT NULL,
    genome     INTEGER NOT NULL,
    repeat     INTEGER NOT NULL, -- how often it was evaluated before
    emitter    TEXT NOT NULL,
    status     TEXT NOT NULL,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

-- Every genome of a space that was enumerated.
CREATE TABLE enumerated (
    experiment INTEGER NOT NULL REFERENCES experiments,
    draw       INTEGER NOT NULL, -- 0: the truth
    genome     INTEGER NOT NULL,
    infeasible INTEGER NOT NULL,
    figures    BLOB NOT NULL,    -- 64-bit floats, little-endian
    PRIMARY KEY (experiment, draw, genome)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 7;
