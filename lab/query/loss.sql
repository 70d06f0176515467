-- Where the facts of each strategy went missing on their way to the answer. Answer level: current and derived probes of completed
-- trials, but for questions that only a judge can judge; shares of those whose reply could be judged, repeats averaged, with intervals over scenarios as a sample.
-- title: Where answers were lost{of}
-- level: answer
-- with:
WITH asked AS MATERIALIZED (
    SELECT scenario, alias, model, trial_number, place, exposed_at_cycle IS NOT NULL AS exposed FROM export_verdicts
    WHERE experiment = :experiment AND level = 'answer' AND outcome = 'completed' AND kind IN ('current', 'derived')
        AND (place <> 'void' OR reason IS NOT 'for a judge')
        AND (:scenarios IS NULL OR scenario IN (SELECT value FROM json_each(:scenarios)))
), lines AS MATERIALIZED (
    SELECT alias, model, alias || iif((SELECT count(DISTINCT model) FROM asked) > 1, ' ' || model, '') AS strategy,
        row_number() OVER (ORDER BY (SELECT key FROM json_each(:models) WHERE value = model), (SELECT key FROM json_each(:strategies) WHERE value = alias), min(trial_number)) AS line,
        count(DISTINCT trial_number) AS completed
    FROM asked GROUP BY alias, model
), weights AS MATERIALIZED (
    SELECT scenario, alias, model, 1.0 / count(DISTINCT trial_number) AS weight FROM asked GROUP BY scenario, alias, model
), weighed AS (
    SELECT * FROM asked JOIN weights USING (scenario, alias, model) WHERE place <> 'void'
)
-- about:
SELECT coalesce(:of, iif(simulated, ', SIMULATED', '')) AS "of",
    (SELECT max(coalesce(:planned, (SELECT count(*) FROM export_trials t WHERE t.experiment = :experiment AND t.alias = l.alias AND t.model = l.model)) - completed) FROM lines l) AS left_out
FROM export_experiments WHERE experiment = :experiment
-- table: Where answers were lost, facts that had left the window{of}
SELECT strategy, count(place) AS "of", count(*) FILTER (WHERE place = 'kept') AS kept, count(*) FILTER (WHERE place = 'stale') AS stale,
    count(*) FILTER (WHERE place = 'not_written') AS "not written", count(*) FILTER (WHERE place = 'lost_later') AS "lost later",
    count(*) FILTER (WHERE place = 'not_shown') AS "not shown", count(*) FILTER (WHERE place = 'misread') AS misread, count(*) FILTER (WHERE place = 'void') AS void
FROM lines LEFT JOIN asked ON asked.alias = lines.alias AND asked.model = lines.model AND exposed GROUP BY line
-- note: Answer level, counts of current and derived probes × completed trials. not written: the cycle that took the message away left nothing of it; lost later: by a further cycle; not shown: in the memory, or never compacted, but not in the context; misread: in the context, answered wrong; void: the reply was cut, refused, or in another language where the value is words.
-- table: Where answers were lost, facts never out of the window{of}
SELECT strategy, count(place) AS "of", count(*) FILTER (WHERE place = 'kept') AS kept, count(*) FILTER (WHERE place = 'stale') AS stale,
    count(*) FILTER (WHERE place = 'not_shown') AS "not shown", count(*) FILTER (WHERE place = 'misread') AS misread, count(*) FILTER (WHERE place = 'void') AS void
FROM lines LEFT JOIN asked ON asked.alias = lines.alias AND asked.model = lines.model AND NOT exposed GROUP BY line
-- table: Where answers were lost, % of all facts ± reach of 95 % interval{of}
SELECT strategy, share(scenario, place = 'kept', weight) AS kept, share(scenario, place = 'stale', weight) AS stale,
    share(scenario, place = 'not_written', weight) AS "not written", share(scenario, place = 'lost_later', weight) AS "lost later",
    share(scenario, place = 'not_shown', weight) AS "not shown", share(scenario, place = 'misread', weight) AS misread
FROM lines JOIN weighed USING (alias, model) GROUP BY line
-- note: Current and derived probes, exposed or not, void replies left out.
-- rows:
SELECT alias AS strategy, model, scenario, exposed, place, count(*) AS times FROM lines JOIN asked USING (alias, model)
GROUP BY line, scenario, exposed, place ORDER BY line, min(trial_number), exposed, place
