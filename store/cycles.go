package store

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// CycleCount counts the cycles of a trial.
type CycleCount struct {
	Cycles    int
	CutCycles int // those in which a memory reply was cut at its cap
	Tokens    int // of the memory text after the last; 0 where it wasn't counted
	arena.Delivery
}

// Cycles counts the cycles of each trial of an experiment. Trials without cycles are not in the
// map.
func (d *DB) Cycles(ctx context.Context, experimentID string) (map[arena.TrialKey]CycleCount, error) {
	var last int // SQLite takes tokens from the row of the greatest ordinal
	return byTrial(ctx, d, "count cycles", func(c *CycleCount) []any {
		return []any{&c.Cycles, &c.CutCycles, &last, &c.Tokens, &c.Asked, &c.Parsed, &c.Empty, &c.Dropped}
	}, only, `SELECT t.key, count(*), sum(c.stop = ?), max(c.ordinal), coalesce(c.tokens, 0),
			coalesce(sum(c.asked), 0), coalesce(sum(c.parsed), 0), coalesce(sum(c.empty), 0), coalesce(sum(c.dropped), 0)
		FROM cycles c JOIN trials t ON t.id = c.trial
		WHERE c.trial `+inExperiment+` GROUP BY c.trial`, string(llm.StopLength), experimentID)
}

// Marks says how far the conversation of each trial of an experiment was at each of its cycles.
// Trials without cycles are not in the map.
func (d *DB) Marks(ctx context.Context, experimentID string) (map[arena.TrialKey][]probes.Mark, error) {
	// One running sum a trial: a sum for each cycle would be quadratic in the conversation.
	return byTrial(ctx, d, "read cycles", func(m *probes.Mark) []any { return []any{&m.After, &m.Tokens} }, appended,
		`WITH said AS MATERIALIZED (
			SELECT trial, number, sum(tokens) OVER (PARTITION BY trial ORDER BY ordinal ROWS UNBOUNDED PRECEDING) AS tokens
			FROM messages WHERE trial `+inExperiment+`)
		SELECT t.key, c.after, coalesce(said.tokens, 0) FROM cycles c JOIN trials t ON t.id = c.trial
		LEFT JOIN said ON said.trial = c.trial AND said.number = c.after
		WHERE c.trial `+inExperiment+` ORDER BY c.trial, c.ordinal`, experimentID, experimentID)
}

// TranscriptTokens counts the tokens of each trial's whole conversation.
func (d *DB) TranscriptTokens(ctx context.Context, experimentID string) (map[arena.TrialKey]int, error) {
	return byTrial(ctx, d, "count tokens of messages", column[int], only,
		`SELECT t.key, sum(m.tokens) FROM messages m JOIN trials t ON t.id = m.trial
		WHERE m.trial `+inExperiment+` GROUP BY m.trial`, experimentID)
}
