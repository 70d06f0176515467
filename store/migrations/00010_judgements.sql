-- +goose Up

-- Models as judges of replies, each with the version of what it is asked.
CREATE TABLE judges (
    id     INTEGER PRIMARY KEY,
    model  INTEGER NOT NULL REFERENCES models,
    prompt TEXT NOT NULL,
    UNIQUE (model, prompt)
) STRICT;

-- What judges said, beside the verdicts of the matchers and never in their place. The same reply to the
-- same question with the same truth is judged once, in whatever trials it stands.
CREATE TABLE judgements (
    judge   INTEGER NOT NULL REFERENCES judges,
    subject BLOB NOT NULL, -- hash of the question, the true value, old ones and the reply
    first   TEXT NOT NULL, -- verdict; empty where what the judge wrote couldn't be read
    turned  TEXT NOT NULL, -- the same, with the verdicts offered in the other order
    PRIMARY KEY (judge, subject)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 10;
