-- +goose Up

ALTER TABLE attempts ADD COLUMN texts INTEGER; -- that were to be embedded; null where a reply was asked for

-- What arena export writes of the ledger (docs/data-frames.md). An attempt that is in flight, or whose process died before its end was
-- learned, is of unknown fate, too.
CREATE VIEW export_attempts AS
SELECT l.experiment, l.id AS attempt, lower(substr(hex(l.key), 1, 12)) AS request, l.try, m.provider || ':' || m.name AS asked,
    l.texts, coalesce(l.fate, 'unknown') AS fate, l.reserved_usd,
    CASE coalesce(l.fate, 'unknown') WHEN 'unknown' THEN NULL ELSE l.paid_usd END AS paid_usd,
    l.told_input AS told_input_tokens, l.told_cached AS told_cached_input_tokens, l.told_output AS told_output_tokens,
    l.told_reasoning AS told_reasoning_tokens, l.counted_input AS counted_input_tokens, l.counted_output AS counted_output_tokens,
    nullif(l.served, '') AS served, l.latency_ns / 1e9 AS latency_s
FROM attempts l JOIN models m ON m.id = l.model
ORDER BY l.experiment, l.id;

PRAGMA user_version = 15;
