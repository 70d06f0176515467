-- What of a database that is attached as shard is this one's, for store/merge.go. Before it, merging has the number of the experiment here
-- and there, text_of what each text is here, and the functions renumbered_… know text_of.

INSERT OR IGNORE INTO models (provider, name, base_url, options) SELECT provider, name, base_url, options FROM shard.models;

CREATE TEMP TABLE model_of (id INTEGER PRIMARY KEY, ours INTEGER NOT NULL);

INSERT INTO model_of SELECT m.id, o.id FROM shard.models m JOIN main.models o USING (provider, name, base_url, options);

CREATE TEMP TABLE context_of (id INTEGER PRIMARY KEY, system INTEGER NOT NULL, packed BLOB NOT NULL, ours INTEGER); -- packed: the hash, which has 16 bytes, and the body

INSERT INTO context_of (id, system, packed) SELECT c.id, x.ours, renumbered_context(x.ours, c.body) FROM shard.contexts c LEFT JOIN text_of x ON x.id = c.system WHERE c.pruned IS NULL;

INSERT INTO contexts (hash, system, body) SELECT substr(packed, 1, 16), system, substr(packed, 17) FROM context_of WHERE true
ON CONFLICT (hash) DO UPDATE SET body = excluded.body, pruned = NULL WHERE pruned IS NOT NULL;

UPDATE context_of SET ours = (SELECT id FROM contexts WHERE hash = substr(packed, 1, 16));

-- The trials of the experiment there; known are those that are finished here.
CREATE TEMP TABLE taken (theirs INTEGER PRIMARY KEY, key BLOB NOT NULL, ordinal INTEGER NOT NULL, known INTEGER NOT NULL, ours INTEGER);

INSERT INTO taken SELECT t.id, t.key, et.ordinal, coalesce(o.outcome IN (SELECT outcome FROM finished), 0), o.id
FROM merging JOIN shard.experiment_trials et ON et.experiment = merging.theirs JOIN shard.trials t ON t.id = et.trial LEFT JOIN main.trials o ON o.key = t.key;

DELETE FROM messages WHERE trial IN (SELECT ours FROM taken WHERE NOT known);

DELETE FROM cycles WHERE trial IN (SELECT ours FROM taken WHERE NOT known);

DELETE FROM answers WHERE trial IN (SELECT ours FROM taken WHERE NOT known);

DELETE FROM calls WHERE trial IN (SELECT ours FROM taken WHERE NOT known);

DELETE FROM scores WHERE trial IN (SELECT ours FROM taken WHERE NOT known);

INSERT INTO trials (key, scenario, scenario_hash, strategy, model, memory_model, repeat, plan_seed, dialogue, outcome, reason, cut, warnings, budget, code, used)
SELECT t.key, scenario, scenario_hash, strategy, model, memory_model, repeat, plan_seed, dialogue, outcome, reason, cut, warnings, budget, code, used
FROM taken k CROSS JOIN shard.trials t ON t.id = k.theirs WHERE NOT k.known
ON CONFLICT (key) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, cut = excluded.cut, warnings = excluded.warnings, code = excluded.code, used = excluded.used;

UPDATE taken SET ours = (SELECT id FROM main.trials WHERE key = taken.key);

-- The evidence of those trials as it is here, with the columns of its table.
CREATE TEMP VIEW merged_messages AS
SELECT k.ours AS trial, x.ordinal, x.number, x.turn, x.at, x.role, (SELECT ours FROM text_of WHERE id = x.text), x.tokens,
    (SELECT ours FROM context_of WHERE id = x.saw), iif(x.tools IS NULL, NULL, renumbered_tools(x.tools)), x.refs
FROM taken k CROSS JOIN shard.messages x ON x.trial = k.theirs;

CREATE TEMP VIEW merged_cycles AS
SELECT k.ours AS trial, x.ordinal, x.after, x.gone, x.back, (SELECT ours FROM text_of WHERE id = x.text), x.stop, x.tokens, x.asked, x.parsed, x.empty, x.dropped, x.layers
FROM taken k CROSS JOIN shard.cycles x ON x.trial = k.theirs;

CREATE TEMP VIEW merged_answers AS
SELECT k.ours AS trial, x.sample, x.ordinal, (SELECT ours FROM context_of WHERE id = x.context),
    (SELECT ours FROM text_of WHERE id = x.text), x.stop, x.cut, x.key, x.logprobs
FROM taken k CROSS JOIN shard.answers x ON x.trial = k.theirs;

CREATE TEMP VIEW merged_calls AS
SELECT k.ours AS trial, x.ordinal, x.purpose, x.turn, x.probe, (SELECT ours FROM model_of WHERE id = x.model), x.stop, x.input, x.cached_input, x.output,
    x.reasoning, x.estimated, x.nominal, (SELECT ours FROM text_of WHERE id = x.reply), x.key, iif(x.prompt IS NULL, NULL, renumbered_messages(x.prompt))
FROM taken k CROSS JOIN shard.calls x ON x.trial = k.theirs;

CREATE TEMP VIEW merged_experiences AS
SELECT k.ours AS trial, x.taught FROM taken k CROSS JOIN shard.experiences x ON x.trial = k.theirs;

INSERT INTO scores (trial, scorer, passed, again, findings, words, rubric)
SELECT k.ours, s.scorer, s.passed, 0, (SELECT json_group_array(x.ours ORDER BY n.key) FROM json_each(s.findings) n LEFT JOIN text_of x ON x.id = n.value), s.words, s.rubric FROM taken k CROSS JOIN shard.scores s ON s.trial = k.theirs WHERE NOT k.known;

INSERT INTO experiment_trials (experiment, ordinal, trial) SELECT merging.ours, k.ordinal, k.ours FROM taken k JOIN merging WHERE true
ON CONFLICT (experiment, ordinal) DO UPDATE SET trial = excluded.trial;

-- What belongs to no trial. An attempt is known by where it was made: the run that first began the experiment, its shard, and the attempt's number there.
INSERT OR IGNORE INTO questions SELECT * FROM shard.questions;

INSERT OR IGNORE INTO embeddings (model, key, vector) SELECT m.ours, e.key, e.vector FROM shard.embeddings e JOIN model_of m ON m.id = e.model;

INSERT OR IGNORE INTO replies (key, model, text, stop, input, cached_input, output, reasoning, estimated, answered_by, latency_ns, logprobs)
SELECT r.key, m.ours, x.ours, r.stop, r.input, r.cached_input, r.output, r.reasoning, r.estimated, r.answered_by, r.latency_ns, r.logprobs
FROM shard.replies r JOIN shard.texts t ON t.id = r.text AND t.pruned IS NULL JOIN text_of x ON x.id = r.text JOIN model_of m ON m.id = r.model;

INSERT INTO attempts (origin, experiment, key, try, model, reserved_usd, fate, told_input, told_cached, told_output, told_reasoning, counted_input, counted_output,
    paid_usd, served, latency_ns, texts)
SELECT coalesce(a.origin, e.created || ' ' || coalesce(e.given ->> '$.flags.shard', '') || ' ' || a.id), merging.ours, a.key, a.try, m.ours, a.reserved_usd, a.fate,
    a.told_input, a.told_cached, a.told_output, a.told_reasoning, a.counted_input, a.counted_output, a.paid_usd, a.served, a.latency_ns, a.texts
FROM merging JOIN shard.experiments e ON e.number = merging.theirs JOIN shard.attempts a ON a.experiment = e.number JOIN model_of m ON m.id = a.model ORDER BY a.id
ON CONFLICT (origin) DO UPDATE SET fate = excluded.fate, told_input = excluded.told_input, told_cached = excluded.told_cached,
    told_output = excluded.told_output, told_reasoning = excluded.told_reasoning, counted_input = excluded.counted_input,
    counted_output = excluded.counted_output, paid_usd = excluded.paid_usd, served = excluded.served, latency_ns = excluded.latency_ns;
