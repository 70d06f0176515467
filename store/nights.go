package store

import (
	"context"
	"time"
)

// Judged is what came of a night when it was judged last.
type Judged struct {
	At       time.Time  `json:"at"`
	Program  string     `json:"program"`  // version and commit that judged
	Baseline string     `json:"baseline"` // the night that it was compared with; empty: there was none
	Passed   bool       `json:"passed"`
	Finding  string     `json:"finding"`
	Gates    []GateSaid `json:"gates"`
	Rescored bool       `json:"rescored"` // trials were scored again since, so that the same gates may say something else; not read by SaveJudged
}

// GateSaid is what a gate said. Figures are nil where there is none.
type GateSaid struct {
	Name    string   `json:"name"`  // rlm answer
	Bound   string   `json:"bound"` // may fall by 6 points
	Other   *float64 `json:"other"`
	Tonight *float64 `json:"tonight"`
	Change  *float64 `json:"change"`
	Low     *float64 `json:"low"` // of the change; of a failure rate, of tonight's
	High    *float64 `json:"high"`
	Result  string   `json:"result"` // pass, fail, inconclusive, first night
	Says    string   `json:"says"`   // what came out and why
}

// rescored is how often the trials of the experiment ? were scored again.
const rescored = `(SELECT coalesce(sum(s.again), 0) FROM experiment_trials et JOIN scores s ON s.trial = et.trial WHERE et.experiment = ?1)`

// SaveJudged stores what the gates of a night said, in the place of what they said before.
func (d *DB) SaveJudged(ctx context.Context, experimentID string, j Judged) error {
	j.At = j.At.UTC()
	return d.writeIn(ctx, experimentID, "save what the gates said", func(t *tx, night int64) error {
		t.exec(`INSERT INTO judged (experiment, said, rescored, times) VALUES (?1, ?2, `+rescored+`, 1)
			ON CONFLICT (experiment) DO UPDATE SET said = excluded.said, rescored = excluded.rescored, times = times + 1`, night, t.json(j, false))
		return nil
	})
}

// Judged returns what came of a night, nil if it wasn't judged, or by a program that didn't keep it.
func (d *DB) Judged(ctx context.Context, night int64) (*Judged, error) {
	type row struct {
		said     Judged
		rescored bool
	}
	all, err := list(ctx, d, "read what the gates said", func(w *row) []any { return []any{jsonColumn{&w.said}, &w.rescored} },
		`SELECT said, rescored <> `+rescored+` FROM judged WHERE experiment = ?1`, night)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	all[0].said.Rescored = all[0].rescored
	return &all[0].said, nil
}
