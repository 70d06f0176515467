-- How long the answers of each strategy took, in seconds, as they were first recorded: one out of a cache counts what it took when it
-- was asked for. A simulated model that answers in the program itself takes no time that is kept.
-- title: Time of an answer{simulated}
-- nothing: No reply to a probe has a time: simulated models answer in the program itself.
-- with:
WITH timed AS MATERIALIZED (
    SELECT alias, p.model, r.latency_ns / 1e9 AS s, row_number() OVER (PARTITION BY alias, p.model ORDER BY r.latency_ns) AS i,
        count(*) OVER (PARTITION BY alias, p.model) AS n, min(p.ordinal) OVER (PARTITION BY alias, p.model) AS first
    FROM played p JOIN answers a ON a.trial = p.id AND a.ordinal > 0 JOIN replies r ON r.key = a.key
    WHERE EXISTS (SELECT 1 FROM replies WHERE latency_ns > 0) AND p.experiment = :experiment AND p.outcome = 'completed' AND r.latency_ns > 0
        AND (:scenarios IS NULL OR p.scenario IN (SELECT value FROM json_each(:scenarios)))
)
-- table:
SELECT alias AS strategy, model, format('%.2f', min(iif(2 * i >= n, s, NULL))) AS "p50 s", format('%.2f', min(iif(20 * i >= 19 * n, s, NULL))) AS "p95 s", n AS answers
FROM timed GROUP BY alias, model ORDER BY first
-- note: Half of the answers took p50 or less, 95 % p95 or less: from the request to the end of the reply.
-- rows:
SELECT alias AS strategy, model, min(iif(2 * i >= n, s, NULL)) AS p50_s, min(iif(20 * i >= 19 * n, s, NULL)) AS p95_s, n AS answers
FROM timed GROUP BY alias, model ORDER BY first
