-- +goose Up

-- What figures are made of, of each trial in one packed row: a report reads these alone, and so much less than all
-- verdicts, calls and messages. They are made of the other rows with every trial that is saved or scored (summary.go),
-- and made anew where one is missing.
CREATE TABLE summaries (
    trial  INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
    roster INTEGER NOT NULL REFERENCES rosters (id),
    score  BLOB NOT NULL,
    used   BLOB NOT NULL
) STRICT;

-- Lists of probes' ids, a line each, of which a trial's findings are.
CREATE TABLE rosters (
    id    INTEGER PRIMARY KEY,
    names TEXT NOT NULL UNIQUE
) STRICT;

-- With the lines that tell of a loss.
DROP VIEW export_verdicts;
CREATE VIEW export_verdicts AS
SELECT et.experiment, lower(substr(hex(t.key), 1, 12)) AS trial, t.scenario, t.strategy, t.model, t.repeat, f.probe, q.type, q.kind, q.extended,
    q.turn AS stated_in_turn, v.level, v.result AS verdict, q.question, x.body AS answer, q.expected, nullif(v.why, '') AS reason,
    f.place, nullif(f.exposed, 0) AS exposed_at_cycle, nullif(f.lost_at, 0) AS lost_at_cycle,
    f.line_before, f.line_after
FROM experiment_trials et JOIN trials t ON t.id = et.trial JOIN scores s ON s.trial = t.id
    JOIN findings f ON f.trial = t.id JOIN verdicts v ON v.trial = t.id AND v.finding = f.ordinal
    LEFT JOIN questions q ON q.scorer = s.scorer AND q.probe = f.probe
    LEFT JOIN answers a ON a.trial = t.id AND a.sample = 0 AND a.ordinal = CASE v.level WHEN 'answer' THEN f.ordinal + 1 WHEN 'final' THEN 0 END
    LEFT JOIN texts x ON x.id = a.text
ORDER BY et.experiment, et.ordinal, f.ordinal, v.level;

PRAGMA user_version = 16;
