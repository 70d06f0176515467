-- +goose Up

ALTER TABLE trials ADD COLUMN code TEXT; -- hash of the strategy's code and templates; null where it isn't known

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

-- What arena export writes. docs/data-frames.md says what the columns mean. They are added to, and none is
-- renamed or dropped.
CREATE VIEW export_trials AS
SELECT et.experiment, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.memory_model, t.repeat,
    t.plan_seed AS seed, t.dialogue, e.simulated, t.outcome, nullif(t.reason, '') AS reason, s.passed,
    (SELECT count(*) FROM cycles c WHERE c.trial = t.id) AS cycles, t.cut AS contexts_cut, t.warnings, t.code
FROM experiment_trials et JOIN experiments e ON e.number = et.experiment JOIN trials t ON t.id = et.trial
    LEFT JOIN scores s ON s.trial = t.id AND t.outcome = 'completed'
ORDER BY et.experiment, et.ordinal;

CREATE VIEW export_verdicts AS
SELECT et.experiment, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.repeat, f.probe, q.type, q.kind, q.extended,
    q.turn AS stated_in_turn, v.level, v.result AS verdict, q.question, x.body AS answer, q.expected, nullif(v.why, '') AS reason,
    f.place, nullif(f.exposed, 0) AS exposed_at_cycle, nullif(f.lost_at, 0) AS lost_at_cycle
FROM experiment_trials et JOIN trials t ON t.id = et.trial JOIN scores s ON s.trial = t.id
    JOIN findings f ON f.trial = t.id JOIN verdicts v ON v.trial = t.id AND v.finding = f.ordinal
    LEFT JOIN questions q ON q.scorer = s.scorer AND q.probe = f.probe
    LEFT JOIN answers a ON a.trial = t.id AND a.sample = 0 AND a.ordinal = CASE v.level WHEN 'answer' THEN f.ordinal + 1 WHEN 'final' THEN 0 END
    LEFT JOIN texts x ON x.id = a.text
ORDER BY et.experiment, et.ordinal, f.ordinal, v.level;

CREATE VIEW export_cycles AS
SELECT et.experiment, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.repeat, c.ordinal + 1 AS cycle,
    c.after AS after_message, (SELECT m.turn FROM messages m WHERE m.trial = t.id AND m.number = c.after) AS turn,
    x.body AS memory, nullif(c.tokens, 0) AS tokens, nullif(c.stop, '') AS stop, c.asked, c.parsed, c.empty, c.dropped
FROM experiment_trials et JOIN trials t ON t.id = et.trial JOIN cycles c ON c.trial = t.id LEFT JOIN texts x ON x.id = c.text
ORDER BY et.experiment, et.ordinal, c.ordinal;

CREATE VIEW export_calls AS
SELECT et.experiment, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.repeat, c.ordinal + 1 AS call,
    c.purpose, c.turn, nullif(c.probe, '') AS probe, m.provider || ':' || m.name AS asked, nullif(c.stop, '') AS stop,
    c.input AS input_tokens, c.cached_input AS cached_input_tokens, c.output AS output_tokens, c.reasoning AS reasoning_tokens,
    c.estimated, c.nominal, x.body AS reply
FROM experiment_trials et JOIN trials t ON t.id = et.trial JOIN calls c ON c.trial = t.id JOIN models m ON m.id = c.model
    LEFT JOIN texts x ON x.id = c.reply
ORDER BY et.experiment, et.ordinal, c.ordinal;

PRAGMA user_version = 14;
