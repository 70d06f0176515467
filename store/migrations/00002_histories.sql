-- +goose Up

-- What became of a fact after each cycle, and what tells of its loss.
ALTER TABLE findings ADD COLUMN history TEXT;       -- a letter for each cycle: k(ept), s(tale), l(ost)
ALTER TABLE findings ADD COLUMN superseded INTEGER; -- null for 0
ALTER TABLE findings ADD COLUMN line_before TEXT;
ALTER TABLE findings ADD COLUMN line_after TEXT;
ALTER TABLE findings ADD COLUMN says TEXT;          -- new, old or both: values that the answer mentions
ALTER TABLE findings ADD COLUMN again TEXT;         -- a letter for each further answer, v(oid) among them
ALTER TABLE findings ADD COLUMN legacy_never TEXT;
ALTER TABLE findings ADD COLUMN legacy_whole TEXT;
ALTER TABLE findings ADD COLUMN confidence REAL;

-- The replies to the final task (sample 0, ordinal 0) and to the probes (1, 2, ...); those of the
-- further samples have the ordinals of their probes.
CREATE TABLE answers_2 (
    trial    INTEGER NOT NULL REFERENCES trials,
    sample   INTEGER NOT NULL,
    ordinal  INTEGER NOT NULL,
    context  INTEGER REFERENCES contexts,
    text     INTEGER NOT NULL REFERENCES texts,
    stop     TEXT NOT NULL,
    cut      INTEGER NOT NULL,
    key      BLOB, -- of the request, null where it isn't known
    logprobs TEXT, -- JSON, if there are any
    PRIMARY KEY (trial, sample, ordinal)
) STRICT, WITHOUT ROWID;

INSERT INTO answers_2 (trial, sample, ordinal, context, text, stop, cut)
SELECT trial, 0, ordinal, context, text, stop, cut FROM answers ORDER BY trial, ordinal;

DROP TABLE answers;
ALTER TABLE answers_2 RENAME TO answers;

PRAGMA user_version = 2;
