-- Every probe with its question, and which strategies kept it how often. Answer level: replies that had the value, of those of current
-- and derived probes in completed trials that could be judged. Counts, so there is no interval.
-- with:
WITH asked AS MATERIALIZED (
    SELECT scenario, probe, type, kind, question, alias, model, trial_number, probe_number, verdict FROM export_verdicts
    WHERE experiment = :experiment AND level = 'answer' AND outcome = 'completed' AND kind IN ('current', 'derived') AND verdict IN ('kept', 'stale', 'lost')
        AND (:scenarios IS NULL OR scenario IN (SELECT value FROM json_each(:scenarios))) AND (:type IS NULL OR type = :type)
), lines AS MATERIALIZED (
    SELECT alias, model, alias || iif((SELECT count(DISTINCT model) FROM asked) > 1, ' ' || model, '') AS strategy,
        row_number() OVER (ORDER BY (SELECT key FROM json_each(:models) WHERE value = model), (SELECT key FROM json_each(:strategies) WHERE value = alias), min(trial_number)) AS line
    FROM asked GROUP BY alias, model
), counts AS MATERIALIZED (
    SELECT scenario, probe, type, kind, question, line, strategy, count(*) AS n, sum(verdict = 'kept') AS kept, min(trial_number) AS first, min(probe_number) AS number
    FROM asked JOIN lines USING (alias, model) GROUP BY scenario, probe, line
)
-- about:
SELECT coalesce(:of, iif(simulated, ', SIMULATED', '')) AS "of" FROM export_experiments WHERE experiment = :experiment
-- table: Who kept each probe{of}
SELECT iif(row_number() OVER (PARTITION BY scenario, counts.probe ORDER BY 1.0 * counts.kept / n DESC, n DESC) = 1, format('%s %s: %s', scenario, probe, question), '') AS question,
    format('%d of %d', kept, n) AS kept, group_concat(strategy, ', ' ORDER BY line) AS "by"
FROM counts GROUP BY scenario, counts.probe, counts.kept, n
ORDER BY (SELECT min(first) FROM counts c WHERE c.scenario = counts.scenario), number, 1.0 * counts.kept / n DESC, n DESC
-- note: Replies that had the value, of those that could be judged.
-- rows:
SELECT scenario, probe, type, kind, strategy, kept, n AS judged FROM counts
ORDER BY (SELECT min(first) FROM counts c WHERE c.scenario = counts.scenario), number, line
