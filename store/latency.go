package store

import (
	"context"
	"database/sql"
	"time"

	"contextarena.internal/arena"
)

// AnswerLatency returns how long the replies to each trial's probes took on average, as first
// recorded: a reply out of the cache counts the time it took when it was asked for. Replies without
// a time, such as the simulated model's, don't count; trials without any other are not in the map.
func (d *DB) AnswerLatency(ctx context.Context, experimentID string) (map[arena.TrialKey]time.Duration, error) {
	took := map[arena.TrialKey]time.Duration{}
	err := d.view(ctx, "read latencies", func(r *reader) error {
		return r.each(`SELECT t.key, CAST(avg(p.latency_ns) AS INTEGER) FROM answers a
			JOIN trials t ON t.id = a.trial JOIN replies p ON p.key = a.key
			WHERE a.trial `+inExperiment+` AND a.ordinal > 0 AND p.latency_ns > 0 GROUP BY t.id`, []any{experimentID}, func(rows *sql.Rows) error {
			var blob sql.RawBytes
			var mean int64
			err := rows.Scan(&blob, &mean)
			took[trialKey(blob)] = time.Duration(mean)
			return err
		})
	})
	return took, err
}
