-- +goose Up

-- What an experiment is: run, sweep, evolution, learning or import. Before, its plan told.
ALTER TABLE experiments ADD COLUMN kind TEXT NOT NULL DEFAULT 'run';
ALTER TABLE experiments ADD COLUMN given TEXT; -- JSON of the command line of its last run; null where it isn't known

UPDATE experiments SET kind = CASE
    WHEN json_type(plan, '$.imported') = 'object' THEN 'import'
    WHEN json_type(plan, '$.learn') = 'object' THEN 'learning'
    WHEN json_type(plan, '$.evolve') = 'object' THEN 'evolution'
    WHEN json_extract(plan, '$.space') <> '' THEN 'sweep'
    ELSE 'run' END
WHERE json_valid(plan);

PRAGMA user_version = 9;
