package store

import "context"

// State names what experiments and trials the database has. It changes whenever a trial is added or an
// experiment begins or ends, and says nothing else; a reader asks for it to see whether to read again.
func (d *DB) State(ctx context.Context) (string, error) {
	var state string
	err := d.view(ctx, "read state", func(r *reader) error {
		return r.one(`SELECT (SELECT count(*) FROM experiment_trials) || ' ' || (SELECT count(*) FROM scores) || ' ' || (SELECT coalesce(max(last_run), 0) FROM experiments)
			|| ' ' || (SELECT coalesce(group_concat(status), '') FROM experiments)`, nil, &state)
	})
	return state, err
}
