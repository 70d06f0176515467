package store

import (
	"context"
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

// AnswerLatency returns how long the replies to each trial's probes took on average, as first
// recorded: a reply out of the cache counts the time it took when it was asked for. Replies without
// a time, such as the simulated model's, don't count; trials without any other are not in the map.
func (d *DB) AnswerLatency(ctx context.Context, experimentID string) (map[arena.TrialKey]time.Duration, error) {
	return byTrial(ctx, d, "read latencies", column[time.Duration], only,
		`SELECT t.key, CAST(avg(p.latency_ns) AS INTEGER) FROM answers a
		JOIN trials t ON t.id = a.trial JOIN replies p ON p.key = a.key
		WHERE a.trial `+inExperiment+` AND a.ordinal > 0 AND p.latency_ns > 0 GROUP BY t.id`, experimentID)
}
