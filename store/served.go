package store

import (
	"context"

	"contextarena.internal/llm"
)

// Served is what answered for a model.
type Served struct {
	Model   llm.Model
	By      string // as the provider names it; empty where its reply isn't stored here
	Calls   int
	Counted int // calls whose usage is our own count, as the provider told none that can be true
}

// Served returns what answered the calls of an experiment, by model and then by name. Simulated models
// answer for themselves and are left out.
func (d *DB) Served(ctx context.Context, experimentID string) ([]Served, error) {
	return list(ctx, d, "read what answered", func(s *Served) []any {
		return append(modelColumns(&s.Model), &s.By, &s.Calls, &s.Counted)
	}, `SELECT m.provider, m.name, m.base_url, m.options, coalesce(r.answered_by, '') by, count(*), sum(c.estimated OR NOT (c.input BETWEEN `+leastTokens+` AND `+mostTokens+` AND c.output BETWEEN `+leastTokens+` AND `+mostTokens+`))
		FROM calls c JOIN models m ON m.id = c.model LEFT JOIN replies r ON r.key = c.key
		WHERE c.trial `+inExperiment+` AND c.nominal = 0 AND m.provider <> 'sim'
		GROUP BY c.model, by ORDER BY m.provider, m.name, m.base_url, m.options, by`, experimentID)
}
