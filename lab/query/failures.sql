-- Facts by how often they were lost, over all strategies but the controls or of one. Answer level: of the probes with a verdict, in
-- completed trials. Counts, so there is no interval.
-- title: Lost facts{simulated}: {facts} of {probes}, {who}{where}, {trials} of experiment {experiment}
-- nothing: Nothing was lost.
-- with:
WITH asked AS MATERIALIZED (
    SELECT scenario, probe, type, kind, strategy, alias, model, repeat, trial_number, probe_number, verdict, place, history, exposed_at_cycle, lost_at_cycle
    FROM export_verdicts
    WHERE experiment = :experiment AND level = 'answer' AND outcome = 'completed'
        AND iif(:strategy IS NULL, strategy NOT IN ('none', 'full_context', 'oracle'), alias = :strategy)
        AND (:scenario IS NULL OR scenario = :scenario) AND (:model IS NULL OR model = :model)
), judged AS MATERIALIZED (
    SELECT *, verdict <> 'kept' AS gone,
        CASE place WHEN 'not_written' THEN 'not written' WHEN 'lost_later' THEN 'lost later' WHEN 'not_shown' THEN 'not shown' WHEN 'stale' THEN 'old value used' ELSE place END AS went,
        CASE WHEN place IN ('not_written', 'lost_later') THEN lost_at_cycle WHEN place = 'stale' AND instr(history, 's') > 0 THEN exposed_at_cycle + instr(history, 's') - 1 END AS cycle
    FROM asked WHERE verdict IN ('kept', 'stale', 'lost') AND kind IS NOT 'absent'
), facts AS MATERIALIZED (
    SELECT scenario, probe, sum(gone) AS lost, count(*) AS judged, min(trial_number) AS first, min(probe_number) AS number FROM judged GROUP BY scenario, probe
), losers AS MATERIALIZED (
    SELECT scenario, probe, alias, model, sum(gone) AS lost, count(*) AS judged, min(iif(gone, repeat, NULL)) AS repeat,
        row_number() OVER (PARTITION BY scenario, probe ORDER BY sum(gone) DESC, min(trial_number)) AS rank
    FROM judged GROUP BY scenario, probe, alias, model
), ways AS MATERIALIZED (
    SELECT scenario, probe, went, cycle, row_number() OVER (PARTITION BY scenario, probe ORDER BY count(*) DESC, min(l.rank), min(trial_number)) AS rank
    FROM judged JOIN losers l USING (scenario, probe, alias, model) WHERE gone GROUP BY scenario, probe, went, cycle
), ranked AS MATERIALIZED (
    SELECT *, row_number() OVER (ORDER BY 1.0 * lost / judged DESC, lost DESC, first, number) AS place FROM facts WHERE lost > 0
)
-- about:
SELECT count(DISTINCT trial_number) || iif(count(DISTINCT trial_number) = 1, ' trial', ' trials') AS trials,
    (SELECT count(*) FROM ranked) AS facts, (SELECT count(*) || iif(count(*) = 1, ' probe', ' probes') FROM facts) AS probes,
    coalesce(:strategy, count(DISTINCT alias) || iif(count(DISTINCT alias) = 1, ' strategy', ' strategies')) AS who,
    coalesce(' on ' || :scenario, '') AS "where", iif(:strategy IS NULL, ' Controls aren''t counted.', '') AS controls,
    (SELECT iif(count(*) > 20, format('%d more: --format csv has them all; arena failures STRATEGY SCENARIO narrows them down.', count(*) - 20), '') FROM ranked) AS more,
    (SELECT format('%s %s %d %s', iif(alias GLOB '*[^a-zA-Z0-9_./-]*', quote(alias), alias), scenario, l.repeat, probe)
        FROM ranked r JOIN losers l USING (scenario, probe) WHERE r.place = 1 AND l.rank = 1) || coalesce(' --in ' || :named, '') AS look
FROM asked
-- table:
SELECT scenario, probe, format('%d of %d', lost, judged) AS lost, went AS "where", cycle
FROM ranked JOIN ways USING (scenario, probe) WHERE rank = 1 ORDER BY place LIMIT 20
-- note: lost: answers without the value, or with an old one, of those with a verdict. where, cycle: what happened most often.{controls}
-- note: {more}
-- note: Look at the first: arena show {look}
-- rows:
SELECT scenario, probe, j.type, j.kind, alias AS strategy, model, j.place, coalesce(j.cycle, 0) AS cycle, count(*) AS times, l.lost, l.judged
FROM ranked r JOIN losers l USING (scenario, probe) JOIN judged j USING (scenario, probe, alias, model) WHERE gone
GROUP BY scenario, probe, alias, model, j.place, j.cycle ORDER BY r.place, l.rank, times DESC, min(j.trial_number)
