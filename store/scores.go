package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// ScoreRow is a stored score and the version of the scorer that gave it.
type ScoreRow struct {
	Scorer string
	Score  probes.Score
}

// SaveScore replaces the score of a stored trial; ErrNone if there is no such trial.
func (d *DB) SaveScore(ctx context.Context, key arena.TrialKey, scorer string, s probes.Score) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.write(func(t *tx) error {
		id, err := t.stored(key)
		if err != nil {
			return err
		}
		t.score(id, scorer, s)
		return nil
	}, "save the score of trial "+key.Short())
}

// score replaces the score of a trial.
func (t *tx) score(trial int64, scorer string, s probes.Score) {
	t.forgetScore(trial)
	t.exec(`INSERT INTO scores (trial, scorer, passed) VALUES (?, ?, ?)`, trial, scorer, s.Passed)
	for i, f := range s.Findings {
		t.exec(`INSERT INTO findings (trial, ordinal, probe, exposed, lost_at, place) VALUES (?, ?, ?, ?, ?, ?)`,
			trial, i, f.Probe, f.Exposed, f.LostAt, string(f.Place))
		if len(f.Verdicts) == 0 {
			continue
		}
		var args []any
		for _, v := range f.Verdicts {
			args = append(args, trial, i, string(v.Level), string(v.Result), string(v.Legacy), v.Why)
		}
		t.exec(`INSERT INTO verdicts (trial, finding, level, result, legacy, why) VALUES (?, ?, ?, ?, ?, ?)`+
			strings.Repeat(`, (?, ?, ?, ?, ?, ?)`, len(f.Verdicts)-1), args...)
	}
	for i, item := range s.Rubric {
		t.exec(`INSERT INTO rubric (trial, ordinal, item, ok, why) VALUES (?, ?, ?, ?, ?)`, trial, i, item.Item, item.OK, item.Why)
	}
}

func (t *tx) forgetScore(trial int64) {
	for _, table := range []string{"verdicts", "findings", "rubric", "scores"} { // children first
		t.exec(`DELETE FROM `+table+` WHERE trial = ?`, trial)
	}
}

// inExperiment restricts a query to the trials of the experiment whose id is its argument.
const inExperiment = `IN (SELECT et.trial FROM experiment_trials et JOIN experiments e ON e.number = et.experiment WHERE e.id = ?)`

// Scores returns the scores of an experiment's trials. Verdicts are in the order of
// arena.Levels.
func (d *DB) Scores(ctx context.Context, experimentID string) (map[arena.TrialKey]ScoreRow, error) {
	args := []any{experimentID}
	rowsOf := map[int64]*ScoreRow{}
	keys := map[int64]arena.TrialKey{}
	err := d.view(ctx, "read scores", func(r *reader) error {
		err := r.each(`SELECT s.trial, t.key, s.scorer, s.passed FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, args, func(rows *sql.Rows) error {
			var id int64
			var blob sql.RawBytes
			var row ScoreRow
			err := rows.Scan(&id, &blob, &row.Scorer, &row.Score.Passed)
			keys[id] = trialKey(blob)
			rowsOf[id] = &row
			return err
		})
		if err != nil {
			return err
		}
		if err := r.findings(args, rowsOf); err != nil {
			return err
		}
		return r.each(`SELECT trial, item, ok, why FROM rubric WHERE trial `+inExperiment+` ORDER BY trial, ordinal`, args, func(rows *sql.Rows) error {
			var id int64
			var item probes.Item
			err := rows.Scan(&id, &item.Item, &item.OK, &item.Why)
			if row := rowsOf[id]; row != nil {
				row.Score.Rubric = append(row.Score.Rubric, item)
			}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	scores := make(map[arena.TrialKey]ScoreRow, len(rowsOf))
	for id, row := range rowsOf {
		scores[keys[id]] = *row
	}
	return scores, nil
}

// Scorers returns the version of the scorer of each stored score of an experiment.
func (d *DB) Scorers(ctx context.Context, experimentID string) (map[arena.TrialKey]string, error) {
	versions := map[arena.TrialKey]string{}
	err := d.view(ctx, "read scorers", func(r *reader) error {
		return r.each(`SELECT t.key, s.scorer FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, []any{experimentID}, func(rows *sql.Rows) error {
			var blob sql.RawBytes
			var version string
			err := rows.Scan(&blob, &version)
			versions[trialKey(blob)] = version
			return err
		})
	})
	return versions, err
}

func (r *reader) findings(args []any, rowsOf map[int64]*ScoreRow) error {
	err := r.each(`SELECT trial, probe, exposed, lost_at, place FROM findings WHERE trial `+inExperiment+` ORDER BY trial, ordinal`, args, func(rows *sql.Rows) error {
		var id int64
		var f probes.Finding
		err := rows.Scan(&id, &f.Probe, &f.Exposed, &f.LostAt, &f.Place)
		if row := rowsOf[id]; row != nil {
			row.Score.Findings = append(row.Score.Findings, f)
		}
		return err
	})
	if err != nil {
		return err
	}
	err = r.each(`SELECT trial, finding, level, result, legacy, why FROM verdicts WHERE trial `+inExperiment+` ORDER BY trial, finding`, args, func(rows *sql.Rows) error {
		var id int64
		var finding int
		var level, result, legacy, why string // plain, because Scan is slow with named types and there are many rows
		err := rows.Scan(&id, &finding, &level, &result, &legacy, &why)
		if row := rowsOf[id]; row != nil && finding < len(row.Score.Findings) {
			f := &row.Score.Findings[finding]
			if f.Verdicts == nil {
				f.Verdicts = make([]probes.Verdict, 0, len(arena.Levels))
			}
			f.Verdicts = append(f.Verdicts, probes.Verdict{Level: arena.Level(level), Result: probes.Result(result), Legacy: probes.Legacy(legacy), Why: why})
		}
		return err
	})
	for _, row := range rowsOf {
		for _, f := range row.Score.Findings {
			slices.SortFunc(f.Verdicts, func(a, b probes.Verdict) int {
				return slices.Index(arena.Levels, a.Level) - slices.Index(arena.Levels, b.Level)
			})
		}
	}
	return err
}
