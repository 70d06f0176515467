package store

import (
	"context"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Charge is what a trial used for one purpose with one model.
type Charge struct {
	Purpose arena.Purpose
	Model   llm.Model
	Calls   int // nominal ones included
	Nominal int // for which no model was asked
	Usage   llm.Usage
}

// Numbers of tokens of one call that can be true. Older programs stored what providers told, whatever it
// was: what lies beyond is read as the nearest that can be, so that no sum overflows and no cost is negative.
const (
	leastTokens = "0"
	mostTokens  = "1000000000"
	credible    = "input BETWEEN " + leastTokens + " AND " + mostTokens + " AND output BETWEEN " + leastTokens + " AND " + mostTokens
)

// sumOf adds up a column of calls.
func sumOf(column string) string {
	return "sum(min(max(" + column + ", " + leastTokens + "), " + mostTokens + ")) " + column
}

// Usage returns what each trial of an experiment used, whether or not a cache answered, in the
// order of arena.Purposes and then by model. Trials without calls are not in the map.
func (d *DB) Usage(ctx context.Context, experimentID string) (map[arena.TrialKey][]Charge, error) {
	used, err := byTrial(ctx, d, "read usage", func(c *Charge) []any {
		return append(append([]any{&c.Purpose}, modelColumns(&c.Model)...), &c.Calls, &c.Nominal,
			&c.Usage.Input, &c.Usage.CachedInput, &c.Usage.Output, &c.Usage.Reasoning, &c.Usage.Estimated)
	}, appended, `SELECT t.key, c.purpose, m.provider, m.name, m.base_url, m.options, c.calls, c.nominal, c.input, c.cached_input, c.output, c.reasoning, c.estimated
		FROM (SELECT trial, purpose, model, count(*) calls, sum(nominal) nominal, `+sumOf("input")+`, `+sumOf("cached_input")+`,
				`+sumOf("output")+`, `+sumOf("reasoning")+`, max(estimated OR NOT (`+credible+`)) estimated
			FROM calls WHERE trial `+inExperiment+` GROUP BY trial, purpose, model) c
		JOIN trials t ON t.id = c.trial JOIN models m ON m.id = c.model
		ORDER BY m.provider, m.name, m.base_url, m.options`, experimentID)
	for _, charges := range used {
		slices.SortStableFunc(charges, func(a, b Charge) int {
			return slices.Index(arena.Purposes, a.Purpose) - slices.Index(arena.Purposes, b.Purpose)
		})
	}
	return used, err
}

// AnswerLatency returns how long the replies to each trial's probes took on average, as first
// recorded: a reply out of the cache counts the time it took when it was asked for. Replies without
// a time, such as the simulated model's, don't count; trials without any other are not in the map.
func (d *DB) AnswerLatency(ctx context.Context, experimentID string) (map[arena.TrialKey]time.Duration, error) {
	return byTrial(ctx, d, "read latencies", column[time.Duration], only,
		`SELECT t.key, CAST(avg(p.latency_ns) AS INTEGER) FROM answers a
		JOIN trials t ON t.id = a.trial JOIN replies p ON p.key = a.key
		WHERE a.trial `+inExperiment+` AND a.ordinal > 0 AND p.latency_ns > 0 GROUP BY t.id`, experimentID)
}

// ContextTokens returns how many tokens a model was given on average to answer a probe of each trial, the
// question included. Calls that a memory made for a probe are none of them. Trials without answers are
// not in the map.
func (d *DB) ContextTokens(ctx context.Context, experimentID string) (map[arena.TrialKey]float64, error) {
	return byTrial(ctx, d, "read the tokens of contexts", column[float64], only,
		`SELECT t.key, avg(c.input) FROM calls c JOIN trials t ON t.id = c.trial
		WHERE c.trial `+inExperiment+` AND `+credible+` AND c.key IN (SELECT a.key FROM answers a WHERE a.trial = c.trial AND a.ordinal > 0)
		GROUP BY t.id`, experimentID)
}
