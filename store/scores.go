package store

import (
	"context"
	"fmt"
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
	return d.write(ctx, "save the score of trial "+key.Short(), func(t *tx) error {
		id, err := t.stored(key)
		if err != nil {
			return err
		}
		t.score(id, scorer, s)
		return nil
	})
}

// score replaces the score of a trial, and counts that it did.
func (t *tx) score(trial int64, scorer string, s probes.Score) {
	again := t.find(`SELECT again + 1 FROM scores WHERE trial = ?`, trial)
	t.forgetScore(trial)
	names, l, err := letterScore(s)
	if t.err == nil {
		t.err = err
	}
	t.exec(`INSERT INTO rosters (names) VALUES (?) ON CONFLICT (names) DO NOTHING`, names)
	t.exec(`INSERT INTO scores (trial, scorer, passed, again, roster, memory, context, answer, final, details)
		VALUES (?, ?, ?, ?, (SELECT id FROM rosters WHERE names = ?), ?, ?, ?, ?, ?)`,
		trial, scorer, s.Passed, again, names, l.levels[0], l.levels[1], l.levels[2], l.levels[3], l.details)
	for i, f := range s.Findings {
		t.finding(trial, i, f)
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

func (t *tx) finding(trial int64, ordinal int, f *probes.Finding) {
	var l spelling // a word without a letter is an error of letterScore
	var superseded any
	if f.Superseded != 0 {
		superseded = f.Superseded
	}
	t.exec(`INSERT INTO findings (trial, ordinal, probe, exposed, lost_at, place, history, superseded, line_before, line_after, says,
			again, legacy_never, legacy_whole, confidence)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		trial, ordinal, f.Probe, f.Exposed, f.LostAt, string(f.Place), orNull(l.letters(f.History)), superseded, orNull(f.Before), orNull(f.After), orNull(says(f)),
		orNull(l.letters(f.Again)), orNull(string(f.Never)), orNull(string(f.Whole)), f.Confidence)
}

// orNull is a text, or null where it is empty: most are, and there are many rows.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// says is which values an answer mentions.
func says(f *probes.Finding) string {
	switch {
	case f.New && f.Old:
		return "both"
	case f.New:
		return "new"
	case f.Old:
		return "old"
	}
	return ""
}

func (t *tx) forgetScore(trial int64) {
	for _, table := range []string{"verdicts", "findings", "rubric", "scores"} { // children first
		t.exec(`DELETE FROM `+table+` WHERE trial = ?`, trial)
	}
}

// Scores returns the scores of an experiment's trials. Verdicts are in the order of arena.Levels.
func (d *DB) Scores(ctx context.Context, experimentID string) (map[arena.TrialKey]ScoreRow, error) {
	scores := map[arena.TrialKey]ScoreRow{}
	err := d.view(ctx, "read scores", func(r *reader) error {
		err := r.eachSummary(experimentID, func(s Summary) {
			if s.Scorer == "" {
				return
			}
			for i, f := range s.Score.Findings { // others may share it
				own := *f
				own.Verdicts = slices.Clone(f.Verdicts)
				s.Score.Findings[i] = &own
			}
			scores[s.Key] = ScoreRow{s.Scorer, s.Score}
		})
		if err != nil {
			return err
		}
		type line struct {
			key           arena.TrialKey
			finding       int
			level         arena.Level
			before, after string
		}
		texts := shared{}
		err = each(r, func(l *line) []any { return []any{keyColumn{&l.key}, &l.finding, &l.level, &l.before, &l.after} }, func(l line) error {
			findings := scores[l.key].Score.Findings
			if l.finding >= len(findings) {
				return fmt.Errorf("%w: trial %s: no finding %d", errPacked, l.key.Short(), l.finding)
			}
			f := findings[l.finding]
			if l.level == "" {
				f.Before, f.After = texts.one(l.before), texts.one(l.after)
			}
			for i := range f.Verdicts {
				if f.Verdicts[i].Level == l.level {
					f.Verdicts[i].Why = texts.one(l.before)
				}
			}
			return nil
		}, `SELECT t.key, f.ordinal, '', coalesce(f.line_before, ''), coalesce(f.line_after, '') FROM findings f JOIN trials t ON t.id = f.trial
				WHERE f.trial `+inExperiment+` AND coalesce(f.line_before, f.line_after) IS NOT NULL
			UNION ALL SELECT t.key, v.finding, v.level, v.why, '' FROM verdicts v JOIN trials t ON t.id = v.trial WHERE v.trial `+inExperiment+` AND v.why <> ''`, experimentID, experimentID)
		if err != nil {
			return err
		}
		type item struct {
			key arena.TrialKey
			probes.Item
		}
		return each(r, func(i *item) []any { return []any{keyColumn{&i.key}, &i.Item.Item, &i.OK, &i.Why} }, func(i item) error {
			row := scores[i.key]
			row.Score.Rubric = append(row.Score.Rubric, i.Item)
			scores[i.key] = row
			return nil
		}, `SELECT t.key, b.item, b.ok, b.why FROM rubric b JOIN trials t ON t.id = b.trial WHERE b.trial `+inExperiment+` ORDER BY b.trial, b.ordinal`, experimentID)
	})
	return scores, err
}

// Scorers returns the version of the scorer of each stored score of an experiment.
func (d *DB) Scorers(ctx context.Context, experimentID string) (map[arena.TrialKey]string, error) {
	return byTrial(ctx, d, "read scorers", column[string], only,
		`SELECT t.key, s.scorer FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, experimentID)
}

// shared are texts of which every copy is one: those of verdicts repeat in every trial.
type shared map[string]string

// one is the text, or an equal one that was there before.
func (s shared) one(text string) string {
	if known, ok := s[text]; ok {
		return known
	}
	s[text] = text
	return text
}
