-- Where a text stands in the trials of an experiment, in whatever case of A to Z: in what was said, in memories, and in replies to probes
-- and to the final task. arena db query search --set text=deadline asks for deadline. What several trials have in common is listed once.
-- title: Where a text stands{simulated}
-- nothing: It stands in no text: name another with --set text=WORDS.
-- with:
WITH found AS MATERIALIZED (
    SELECT id, replace(trim(substr(body, max(1, at - 60), length(:text) + 160)), char(10), ' ') AS excerpt
    FROM (SELECT id, body, instr(lower(body), lower(:text)) AS at FROM texts WHERE length(:text) > 0) WHERE at > 0
), hits AS (
    SELECT p.*, 1 AS part, iif(m.role = 'user', 'conversation', 'conversation, ' || m.role) AS place, m.turn AS number, '' AS probe, m.text
    FROM played p JOIN messages m ON m.trial = p.id WHERE p.experiment = :experiment AND m.text IN (SELECT id FROM found)
    UNION ALL
    SELECT p.*, 2, 'memory', c.ordinal + 1, '', c.text
    FROM played p JOIN cycles c ON c.trial = p.id WHERE p.experiment = :experiment AND c.text IN (SELECT id FROM found)
    UNION ALL
    SELECT p.*, 3, iif(a.ordinal = 0, 'reply to the final task', 'reply'), a.ordinal, coalesce((SELECT x.body ->> 'probe' FROM scores s
        JOIN texts x ON x.id = s.findings ->> (a.ordinal - 1) WHERE s.trial = p.id AND a.ordinal > 0), ''), a.text
    FROM played p JOIN answers a ON a.trial = p.id AND a.sample = 0
    WHERE p.experiment = :experiment AND a.text IN (SELECT id FROM found)
), once AS (
    SELECT min(ordinal) AS first, part, number, place, probe, excerpt, trial, alias AS strategy, model, scenario, repeat, count(DISTINCT trial) AS trials
    FROM hits JOIN found ON found.id = hits.text GROUP BY part, place, number, probe, hits.text
)
-- table:
SELECT strategy, scenario, repeat, trials, place || iif(part < 3, format(' %d', number), ' ' || probe) AS "where", excerpt FROM once ORDER BY first, part, number LIMIT 100
-- note: The first 100. trials: how many have this text here, of which the first is named; where: turn of the conversation, cycle of the memory, or probe.
-- rows:
SELECT trial, strategy, model, scenario, repeat, trials, place, number, probe, excerpt FROM once ORDER BY first, part, number LIMIT 100
