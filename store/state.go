package store

import "context"

// State names what experiments, trials and verdicts the database has. It changes whenever a trial is added or scored
// again, an experiment begins or ends, or a night is judged, and says nothing else; a reader asks for it to see whether to
// read again. Its third word changes when trials are scored again, and not otherwise.
func (d *DB) State(ctx context.Context) (string, error) {
	var state string
	err := d.view(ctx, "read state", func(r *reader) error {
		return r.one(`SELECT (SELECT count(*) FROM experiment_trials) || ' ' || (SELECT count(*) || ' ' || coalesce(sum(again), 0) FROM scores)
			|| ' ' || (SELECT coalesce(max(last_run), 0) FROM experiments) || ' ' || (SELECT coalesce(group_concat(status), '') FROM experiments)
			|| ' ' || (SELECT coalesce(sum(times), 0) FROM judged)`, nil, &state)
	})
	return state, err
}
