-- The schema. Until the first release there is this one, and a file of another is refused (schema.go); from then on
-- files that change it are only ever added.

-- Every large text, once. Other tables and the packed blobs name it by its id.
CREATE TABLE texts (
    id     INTEGER PRIMARY KEY,
    hash   BLOB NOT NULL UNIQUE, -- first 16 bytes of the SHA-256 of body
    body   TEXT NOT NULL,
    pruned INTEGER -- 1: a prune took the body, which is empty until it is stored again; or null
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
    body   BLOB NOT NULL,        -- packed messages, shown and fetched
    pruned INTEGER               -- as of texts
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
    logprobs     TEXT           -- JSON, if there are any
) STRICT, WITHOUT ROWID;

CREATE TABLE experiments (
    number    INTEGER PRIMARY KEY, -- 1, 2, ... in the order of first runs
    id        TEXT NOT NULL UNIQUE CHECK (id <> ''),
    kind      TEXT NOT NULL CHECK (kind <> ''), -- run, sweep, evolution, learning or import
    name      TEXT NOT NULL,
    plan      TEXT NOT NULL,
    given     TEXT,                -- JSON of the command line of its last run; null where it isn't known
    created   TEXT NOT NULL,       -- when its first run began
    ran       TEXT NOT NULL,       -- when its last run began
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
    warnings      TEXT,             -- JSON array, if there are any
    budget        INTEGER NOT NULL, -- the most tokens that the memory might put into a context; 0: no limit
    code          TEXT,             -- hash of the strategy's code and templates; null where it isn't known
    used          BLOB NOT NULL DEFAULT x'a0', -- CBOR: what it used by purpose and model, how its memory went, what the probes' contexts held, and what answered (usage.go)
    pruned        INTEGER           -- 1: a prune took some of its texts; or null
) STRICT;

CREATE TABLE experiment_trials (
    experiment INTEGER NOT NULL REFERENCES experiments,
    ordinal    INTEGER NOT NULL,
    trial      INTEGER NOT NULL REFERENCES trials ON DELETE CASCADE,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    trial   INTEGER NOT NULL REFERENCES trials ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    number  INTEGER NOT NULL, -- the message's index in the conversation
    turn    INTEGER NOT NULL,
    at      TEXT NOT NULL,
    role    TEXT NOT NULL,
    text    INTEGER NOT NULL REFERENCES texts,
    tokens  INTEGER NOT NULL,
    saw     INTEGER REFERENCES contexts,
    tools   BLOB, -- packed tool calls and call id
    refs    TEXT, -- JSON: message indices
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE cycles (
    trial   INTEGER NOT NULL REFERENCES trials ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    after   INTEGER NOT NULL, -- the message whose observation caused it
    gone    TEXT,             -- JSON: indices of the messages that left
    back    TEXT,             -- JSON: of the messages taken back
    text    INTEGER NOT NULL REFERENCES texts,
    stop    TEXT NOT NULL,
    tokens  INTEGER NOT NULL, -- of the memory text
    asked   INTEGER NOT NULL, -- what it asked of a model, and what came back
    parsed  INTEGER NOT NULL,
    empty   INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    layers  TEXT,             -- JSON: what of the text and the replies is the layers' over a base, if there are any
    PRIMARY KEY (trial, ordinal)
) STRICT, WITHOUT ROWID;

-- The replies to the final task (sample 0, ordinal 0) and to the probes (1, 2, ...); those of the
-- further samples have the ordinals of their probes.
CREATE TABLE answers (
    trial    INTEGER NOT NULL REFERENCES trials ON DELETE CASCADE,
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

CREATE TABLE calls (
    trial        INTEGER NOT NULL REFERENCES trials ON DELETE CASCADE,
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

-- Verdicts. A finding is a probe's, a text in JSON: what figures are made of, so that equal ones are stored and read once. Its verdicts are level,
-- result and legacy result.
CREATE TABLE scores (
    trial    INTEGER PRIMARY KEY REFERENCES trials ON DELETE CASCADE,
    scorer   TEXT NOT NULL,
    passed   INTEGER NOT NULL,
    again    INTEGER NOT NULL, -- how often the trial was scored before: raised by arena rescore, so that a reader sees that figures are others
    findings TEXT NOT NULL,    -- JSON: the ids of their texts
    words    TEXT,             -- JSON: for each finding the line before and after a loss, and what decided at each of its levels
    rubric   TEXT              -- JSON
) STRICT;

-- What is asked and what is expected, by the version of the scorer that judged the answers: scores.scorer.
CREATE TABLE questions (
    scorer   TEXT NOT NULL,
    probe    TEXT NOT NULL,
    type     TEXT NOT NULL,
    kind     TEXT NOT NULL,
    extended INTEGER NOT NULL,
    turn     INTEGER, -- that states it; null where none does
    question TEXT NOT NULL,
    expected TEXT, -- the fact in words; null where nothing was said that answers
    PRIMARY KEY (scorer, probe)
) STRICT, WITHOUT ROWID;

-- What finished trials taught strategies about their own memories. A row is replaced if its trial is played anew, and
-- none has a word of a conversation.
CREATE TABLE experiences (
    trial  INTEGER PRIMARY KEY REFERENCES trials ON DELETE CASCADE,
    taught TEXT NOT NULL -- JSON: how the conversation began, as a vector, and what became of which kinds of facts
) STRICT;

-- The files of an experiment, byte for byte: of one that was imported from elsewhere, of which what is reported is
-- computed anew each time; the archive that an evolution found; the scenarios of a plan that aren't builtin.
CREATE TABLE files (
    experiment INTEGER NOT NULL REFERENCES experiments,
    ordinal    INTEGER NOT NULL,
    name       TEXT NOT NULL,
    text       INTEGER NOT NULL REFERENCES texts,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;

-- The cache of embeddings.
CREATE TABLE embeddings (
    id     INTEGER PRIMARY KEY,
    key    BLOB NOT NULL UNIQUE, -- of the model's identity and the text
    model  INTEGER NOT NULL REFERENCES models,
    vector BLOB NOT NULL         -- 32-bit floats, little-endian
) STRICT;

-- What a search keeps of a finished trial: how it ended, the verdicts on its answers and what it used,
-- without the evidence. Judging it by other matchers replaces the row.
CREATE TABLE measurements (
    key     BLOB NOT NULL PRIMARY KEY, -- the trial's
    scorer  TEXT NOT NULL,             -- version of what judged it
    outcome TEXT NOT NULL CHECK (outcome IN ('completed', 'truncated', 'refused')),
    reason  TEXT NOT NULL,
    passed  INTEGER NOT NULL,          -- the final task
    results TEXT NOT NULL,             -- JSON: of the answer to each probe
    usage   TEXT NOT NULL,             -- JSON: charges
    code    TEXT NOT NULL              -- what played it, as in trials; empty where it isn't known
) STRICT, WITHOUT ROWID;

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
    latency_ns     INTEGER,
    texts          INTEGER,                        -- that were to be embedded; null where a reply was asked for
    origin         TEXT UNIQUE                     -- where it was made, of one that was merged in; null of those made here
) STRICT;

CREATE INDEX attempts_of ON attempts (experiment);

-- What came of a night when arena nightly judged it last; times counts how often it did. The night's plan is its experiment's.
CREATE TABLE judged (
    experiment INTEGER PRIMARY KEY REFERENCES experiments,
    said       TEXT NOT NULL,    -- JSON: when, by which program, against which night, and each gate with the figures of nightly.json (docs/nightly.md)
    rescored   INTEGER NOT NULL, -- the sum of scores.again of its trials then
    times      INTEGER NOT NULL
) STRICT;

-- What arena export writes, and arena db query reads. docs/data-frames.md says what the columns mean. They are added to, and none
-- is renamed or dropped.

-- The trials of experiments, as their plans call them.
CREATE VIEW played AS
SELECT et.experiment, et.ordinal, t.id, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.repeat, t.outcome,
    nullif(t.budget, 0) AS budget, e.simulated,
    CASE WHEN e.kind = 'run' AND json_valid(e.plan) THEN coalesce((SELECT s.key FROM json_each(e.plan -> '$.specs') s WHERE s.value = t.strategy), t.strategy)
        || iif(json_array_length(e.plan, '$.budgets') > 1, '/' || t.budget, '') ELSE t.strategy END AS alias
FROM experiment_trials et JOIN experiments e ON e.number = et.experiment JOIN trials t ON t.id = et.trial;

-- The experiments, with what figures are about; null where a plan doesn't say it.
CREATE VIEW export_experiments AS
SELECT e.number AS experiment, e.id, e.kind, nullif(e.name, '') AS name, e.status, e.simulated, e.created,
    iif(json_valid(e.plan), e.plan ->> '$.suite', NULL) AS suite, iif(json_valid(e.plan), e.plan ->> '$.dialogue', NULL) AS dialogue,
    iif(json_valid(e.plan), e.plan ->> '$.repeats', NULL) AS repeats
FROM experiments e;

CREATE VIEW export_trials AS
SELECT p.experiment, p.trial, p.scenario, p.strategy, p.model, t.memory_model, p.repeat,
    t.plan_seed AS seed, t.dialogue, p.simulated, p.outcome, nullif(t.reason, '') AS reason, s.passed,
    (SELECT count(*) FROM cycles c WHERE c.trial = p.id) AS cycles, t.cut AS contexts_cut, t.warnings, t.code, p.ordinal + 1 AS trial_number, p.budget, p.alias
FROM played p JOIN trials t ON t.id = p.id LEFT JOIN scores s ON s.trial = p.id AND p.outcome = 'completed'
ORDER BY p.experiment, p.ordinal;

CREATE VIEW export_verdicts AS
SELECT p.experiment, p.trial, p.scenario, p.strategy, p.model, p.repeat, finding.body ->> 'probe' AS probe, q.type, q.kind, q.extended,
    q.turn AS stated_in_turn, verdict.value ->> 0 AS level, verdict.value ->> 1 AS verdict, q.question, x.body AS answer, q.expected,
    nullif(s.words ->> ('$[' || nth.key || '][' || (verdict.key + 2) || ']'), '') AS reason,
    finding.body ->> 'place' AS place, finding.body ->> 'exposed' AS exposed_at_cycle, finding.body ->> 'lost_at' AS lost_at_cycle,
    nullif(s.words ->> ('$[' || nth.key || '][0]'), '') AS line_before, nullif(s.words ->> ('$[' || nth.key || '][1]'), '') AS line_after,
    (SELECT group_concat(iif(value = 'unscored', 'x', substr(value, 1, 1)), '') FROM json_each(finding.body, '$.history')) AS history,
    (SELECT group_concat(iif(value = 'unscored', 'x', substr(value, 1, 1)), '') FROM json_each(finding.body, '$.again')) AS again,
    nth.key + 1 AS probe_number, p.outcome, p.ordinal + 1 AS trial_number,
    finding.body ->> 'layers' AS layers_verdict, p.budget, p.alias
FROM played p JOIN scores s ON s.trial = p.id
    JOIN json_each(s.findings) nth JOIN texts finding ON finding.id = nth.value JOIN json_each(finding.body, '$.verdicts') verdict
    LEFT JOIN questions q ON q.scorer = s.scorer AND q.probe = finding.body ->> 'probe'
    LEFT JOIN answers a ON a.trial = p.id AND a.sample = 0 AND a.ordinal = CASE verdict.value ->> 0 WHEN 'answer' THEN nth.key + 1 WHEN 'final' THEN 0 END
    LEFT JOIN texts x ON x.id = a.text
ORDER BY p.experiment, p.ordinal, nth.key, verdict.value ->> 0;

CREATE VIEW export_cycles AS
SELECT p.experiment, p.trial, p.scenario, p.strategy, p.model, p.repeat, c.ordinal + 1 AS cycle,
    c.after AS after_message, (SELECT m.turn FROM messages m WHERE m.trial = p.id AND m.number = c.after) AS turn,
    x.body AS memory, nullif(c.tokens, 0) AS tokens, nullif(c.stop, '') AS stop, c.asked, c.parsed, c.empty, c.dropped,
    c.layers ->> 'bytes' AS layers_bytes, c.layers ->> 'asked' AS layers_asked, c.layers ->> 'parsed' AS layers_parsed, p.budget, p.alias
FROM played p JOIN cycles c ON c.trial = p.id LEFT JOIN texts x ON x.id = c.text
ORDER BY p.experiment, p.ordinal, c.ordinal;

CREATE VIEW export_calls AS
SELECT p.experiment, p.trial, p.scenario, p.strategy, p.model, p.repeat, c.ordinal + 1 AS call,
    c.purpose, c.turn, nullif(c.probe, '') AS probe, m.provider || ':' || m.name AS asked, nullif(c.stop, '') AS stop,
    c.input AS input_tokens, c.cached_input AS cached_input_tokens, c.output AS output_tokens, c.reasoning AS reasoning_tokens,
    c.estimated, c.nominal, x.body AS reply, p.budget, p.alias
FROM played p JOIN calls c ON c.trial = p.id JOIN models m ON m.id = c.model
    LEFT JOIN texts x ON x.id = c.reply
ORDER BY p.experiment, p.ordinal, c.ordinal;

-- An attempt that is in flight, or whose process died before its end was learned, is of unknown fate, too.
CREATE VIEW export_attempts AS
SELECT l.experiment, l.id AS attempt, lower(substr(hex(l.key), 1, 12)) AS request, l.try, m.provider || ':' || m.name AS asked,
    l.texts, coalesce(l.fate, 'unknown') AS fate, l.reserved_usd,
    CASE coalesce(l.fate, 'unknown') WHEN 'unknown' THEN NULL ELSE l.paid_usd END AS paid_usd,
    l.told_input AS told_input_tokens, l.told_cached AS told_cached_input_tokens, l.told_output AS told_output_tokens,
    l.told_reasoning AS told_reasoning_tokens, l.counted_input AS counted_input_tokens, l.counted_output AS counted_output_tokens,
    nullif(l.served, '') AS served, l.latency_ns / 1e9 AS latency_s
FROM attempts l JOIN models m ON m.id = l.model
ORDER BY l.experiment, l.id;
