-- +goose Up

-- How often the trial was scored before: raised by arena rescore, so that a reader sees that figures are others.
ALTER TABLE scores ADD COLUMN again INTEGER NOT NULL DEFAULT 0;

-- What came of a night when arena nightly judged it last; times counts how often it did. The night's plan is its experiment's.
CREATE TABLE judged (
    experiment INTEGER PRIMARY KEY REFERENCES experiments,
    at         TEXT NOT NULL,
    program    TEXT NOT NULL,    -- version and commit that judged
    baseline   TEXT NOT NULL,    -- the night that it was compared with; empty: there was none
    passed     INTEGER NOT NULL,
    finding    TEXT NOT NULL,    -- in a sentence or two
    rescored   INTEGER NOT NULL, -- the sum of scores.again of its trials then
    times      INTEGER NOT NULL
) STRICT;

-- Its gates in their order, with the figures of nightly.json (docs/nightly.md); null where there is none.
CREATE TABLE gates (
    experiment INTEGER NOT NULL REFERENCES judged,
    ordinal    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    bound      TEXT NOT NULL, -- in words: may fall by 6 points
    other      REAL,          -- the baseline's figure, or the other strategy's
    tonight    REAL,
    change     REAL,
    low        REAL,          -- of the change; of a failure rate, of tonight's
    high       REAL,
    result     TEXT NOT NULL, -- pass, fail, inconclusive, first night
    says       TEXT NOT NULL, -- what came out and why
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 18;
