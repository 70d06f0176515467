-- +goose Up

-- The ledger: every attempt of a real model, committed before it was sent.
CREATE TABLE attempts (
    id             INTEGER PRIMARY KEY,
    experiment     INTEGER REFERENCES experiments, -- null: asked without one
    key            BLOB NOT NULL,                  -- of the request
    try            INTEGER NOT NULL,               -- 1, 2, ... of this request in this experiment
    model          INTEGER NOT NULL REFERENCES models,
    reserved_usd   REAL NOT NULL,                  -- the most it could cost
    fate           TEXT,                           -- answered, failed or unknown; null where the process died before it was learned
    told_input     INTEGER,                        -- as the provider told
    told_cached    INTEGER,
    told_output    INTEGER,
    told_reasoning INTEGER,
    counted_input  INTEGER,                        -- as we count
    counted_output INTEGER,
    paid_usd       REAL,
    served         TEXT,                           -- the model that answered
    latency_ns     INTEGER
) STRICT;

CREATE INDEX attempts_of ON attempts (experiment);

PRAGMA user_version = 11;
