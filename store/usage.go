package store

import (
	"context"
	"database/sql"
	"slices"

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

// Usage returns what each trial of an experiment used, whether or not a cache answered, in the
// order of arena.Purposes and then by model. Trials without calls are not in the map.
func (d *DB) Usage(ctx context.Context, experimentID string) (map[arena.TrialKey][]Charge, error) {
	used := map[arena.TrialKey][]Charge{}
	err := d.view(ctx, "read usage", func(r *reader) error {
		return r.each(`SELECT t.key, c.purpose, m.provider, m.name, m.base_url, m.options, c.calls, c.nominal, c.input, c.cached_input, c.output, c.reasoning, c.estimated
			FROM (SELECT trial, purpose, model, count(*) calls, sum(nominal) nominal, sum(input) input, sum(cached_input) cached_input,
					sum(output) output, sum(reasoning) reasoning, max(estimated) estimated
				FROM calls WHERE trial `+inExperiment+` GROUP BY trial, purpose, model) c
			JOIN trials t ON t.id = c.trial JOIN models m ON m.id = c.model
			ORDER BY m.provider, m.name, m.base_url, m.options`, []any{experimentID}, func(rows *sql.Rows) error {
			var blob sql.RawBytes
			var c Charge
			err := rows.Scan(&blob, &c.Purpose, &c.Model.Provider, &c.Model.Name, &c.Model.BaseURL, &c.Model.Options, &c.Calls, &c.Nominal,
				&c.Usage.Input, &c.Usage.CachedInput, &c.Usage.Output, &c.Usage.Reasoning, &c.Usage.Estimated)
			key := trialKey(blob)
			used[key] = append(used[key], c)
			return err
		})
	})
	for _, charges := range used {
		slices.SortStableFunc(charges, func(a, b Charge) int {
			return slices.Index(arena.Purposes, a.Purpose) - slices.Index(arena.Purposes, b.Purpose)
		})
	}
	return used, err
}
