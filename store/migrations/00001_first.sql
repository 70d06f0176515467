-- +goose Up

-- Every large text, once. Other tables and the packed blobs name it by its id.
CREATE TABLE texts (
    id   INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE, -- first 16 bytes of the SHA-256 of body
    body TEXT NOT NULL
) STRICT;

CREATE TABLE models (
    id       INTEGER PRIMARY KEY,
    provider TEXT NOT NULL,
    name     TEXT NOT NULL,
    base_url TEXT NOT NULL,
    options  TEXT NOT NULL,
    UNIQUE (provider, name, base_url, options)
) STRICT;

-- What a model saw, once for each distinct content.
CREATE TABLE contexts (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE, -- first 16 bytes of the SHA-256 of system and body
    system INTEGER NOT NULL REFERENCES texts,
    body   BLOB NOT NULL         -- packed messages, shown and fetched
) STRICT;

-- The reply cache.
CREATE TABLE replies (
    key          BLOB NOT NULL PRIMARY KEY, -- of the request
    model        INTEGER NOT NULL REFERENCES models,
    text         INTEGER NOT NULL REFERENCES texts,
    stop         TEXT NOT NULL,
    input        INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output       INTEGER NOT NULL,
    reasoning    INTEGER NOT NULL,
    estimated    INTEGER NOT NULL,
    answered_by  TEXT NOT NULL, -- as the provider names what answered
    latency_ns   INTEGER NOT NULL,
    extra        TEXT           -- JSON of tool calls and log-probabilities, if there are any
) STRICT, WITHOUT ROWID;

CREATE TABLE experiments (
    number    INTEGER PRIMARY KEY, -- 1, 2, ... in the order of first runs
    id        TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    plan      TEXT NOT NULL,
    created   TEXT NOT NULL,
    program   TEXT NOT NULL,
    status    TEXT NOT NULL,
    note      TEXT NOT NULL,
    paid_usd  REAL NOT NULL,
    simulated INTEGER NOT NULL,
    last_run  INTEGER NOT NULL UNIQUE -- the greatest is the newest
) STRICT;

CREATE TABLE trials (
    id            INTEGER PRIMARY KEY,
    key           BLOB NOT NULL UNIQUE,
    scenario      TEXT NOT NULL,
    scenario_hash TEXT NOT NULL,
    strategy      TEXT NOT NULL,
    model         TEXT NOT NULL,
    memory_model  TEXT NOT NULL,
    repeat        INTEGER NOT NULL,
    plan_seed     INTEGER NOT NULL,
    dialogue      TEXT NOT NULL,
    outcome       TEXT NOT NULL,
    reason        TEXT NOT NULL,
    cut           INTEGER NOT NULL, -- replies whose context was cut to its token budget
    warnings      TEXT              -- JSON array, if there are any
) STRICT;

CREATE TABLE experiment_trials (
    experiment INTEGER NOT NULL REFERENCES experiments,
    ordinal    INTEGER NOT NULL,
    trial      INTEGER NOT NULL REFERENCES trials,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    trial   INTEGER NOT NULL REFERENCES trials,
    ordinal INTEGER NOT NULL,
    number  INTEGER NOT NULL, -- the message's index in the conversation
    turn    INTEGER NOT NULL,
    at      TEXT NOT NULL,
    role    TEXT NOT NULL,
    text    INTEGER NOT NULL REFERENCES texts,
    tokens  INTEGER NOT NULL,
    saw     INTEGER REFERENCES contexts,
    tools   BLOB, -- packed tool calls and call id
    refs    BLOB, -- packed message indices
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE cycles (
    trial   INTEGER NOT NULL REFERENCES trials,
    ordinal INTEGER NOT NULL,
    after   INTEGER NOT NULL, -- the message whose observation caused it
    gone    BLOB,             -- packed indices of the messages that left
    back    BLOB,             -- packed indices of the messages taken back
    text    INTEGER NOT NULL REFERENCES texts,
    stop    TEXT NOT NULL,
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

-- The replies to the final task (ordinal 0) and to the probes (1, 2, ...).
CREATE TABLE answers (
    trial   INTEGER NOT NULL REFERENCES trials,
    ordinal INTEGER NOT NULL,
    context INTEGER REFERENCES contexts,
    text    INTEGER NOT NULL REFERENCES texts,
    stop    TEXT NOT NULL,
    cut     INTEGER NOT NULL,
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls (
    trial        INTEGER NOT NULL REFERENCES trials,
    ordinal      INTEGER NOT NULL,
    purpose      TEXT NOT NULL,
    turn         INTEGER NOT NULL,
    probe        TEXT NOT NULL,
    model        INTEGER NOT NULL REFERENCES models,
    stop         TEXT NOT NULL,
    input        INTEGER NOT NULL,
    cached_input INTEGER NOT NULL,
    output       INTEGER NOT NULL,
    reasoning    INTEGER NOT NULL,
    estimated    INTEGER NOT NULL,
    nominal      INTEGER NOT NULL,
    reply        INTEGER NOT NULL REFERENCES texts,
    key          BLOB, -- of the request, null where none was made
    prompt       BLOB, -- packed messages
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE scores (
    trial  INTEGER PRIMARY KEY REFERENCES trials,
    scorer TEXT NOT NULL,
    passed INTEGER NOT NULL
) STRICT;

CREATE TABLE findings (
    trial   INTEGER NOT NULL REFERENCES scores,
    ordinal INTEGER NOT NULL,
    probe   TEXT NOT NULL,
    exposed INTEGER NOT NULL,
    lost_at INTEGER NOT NULL,
    place   TEXT NOT NULL,
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdicts (
    trial   INTEGER NOT NULL,
    finding INTEGER NOT NULL,
    level   TEXT NOT NULL,
    result  TEXT NOT NULL,
    legacy  TEXT NOT NULL,
    why     TEXT NOT NULL,
    PRIMARY KEY (trial, finding, level),
    FOREIGN KEY (trial, finding) REFERENCES findings (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE rubric (
    trial   INTEGER NOT NULL REFERENCES scores,
    ordinal INTEGER NOT NULL,
    item    TEXT NOT NULL,
    ok      INTEGER NOT NULL,
    why     TEXT NOT NULL,
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;
