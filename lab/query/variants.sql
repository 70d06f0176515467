-- What moves the answer figure though it shouldn't: variants, which arena scenarios vary names after their original, the change and a seed,
-- beside their originals, by the probes that both have. Answer level: current and derived probes, repeats averaged, over scenarios as a sample.
-- title: Variants: what moves the answer figure though it shouldn't{of}
-- level: answer
-- nothing: No scenario of this experiment was played beside a variant of it. arena scenarios vary makes variants; arena run --suite variants plays them with their originals.
-- with:
WITH kept AS MATERIALIZED (
    SELECT alias, model, scenario, probe, avg(verdict = 'kept') AS share, min(trial_number) AS first FROM export_verdicts
    WHERE experiment = :experiment AND level = 'answer' AND outcome = 'completed' AND kind IN ('current', 'derived') AND verdict IN ('kept', 'stale', 'lost')
        AND (:scenarios IS NULL OR scenario IN (SELECT value FROM json_each(:scenarios)))
    GROUP BY alias, model, scenario, probe
), changes(change) AS (VALUES ('rename'), ('numbers'), ('reorder'), ('noise'), ('units'), ('paraphrase')
), pairs AS MATERIALIZED (
    SELECT alias, model, change, o.scenario, v.scenario AS variant, min(o.first) OVER (PARTITION BY alias, model) AS first, o.share AS original, v.share AS varied
    FROM kept o JOIN kept v USING (alias, model, probe) JOIN changes ON v.scenario GLOB o.scenario || '-' || change || '-[0-9]*'
), sizes AS MATERIALIZED (
    SELECT alias, model, change, scenario, abs(avg(varied) - avg(original)) AS size, count(*) AS probes FROM pairs GROUP BY alias, model, change, scenario, variant
)
-- about:
SELECT coalesce(:of, iif(simulated, ', SIMULATED', '')) AS "of" FROM export_experiments WHERE experiment = :experiment
-- table:
SELECT alias || iif((SELECT count(DISTINCT model) FROM kept) > 1, ' ' || model, '') AS strategy, change,
    share(scenario, original) AS original, share(scenario, varied) AS variant, paired(scenario, varied, original) AS moved,
    (SELECT share(s.scenario, s.size, s.probes) FROM sizes s WHERE s.alias = p.alias AND s.model = p.model AND s.change = p.change) AS size
FROM pairs p GROUP BY alias, model, change
ORDER BY (SELECT key FROM json_each(:models) WHERE value = model), (SELECT key FROM json_each(:strategies) WHERE value = alias), first, change
-- note: %, ± reach of 95 % interval; moved: variant − original in points, probes paired, repeats averaged; size: how far a variant's figure moves, either way.
