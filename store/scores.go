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
	history, _ := letters(f.History) // a word without a letter is an error of letterScore
	again, _ := letters(f.Again)
	var superseded any
	if f.Superseded != 0 {
		superseded = f.Superseded
	}
	t.exec(`INSERT INTO findings (trial, ordinal, probe, exposed, lost_at, place, history, superseded, line_before, line_after, says,
			again, legacy_never, legacy_whole, confidence)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		trial, ordinal, f.Probe, f.Exposed, f.LostAt, string(f.Place), orNull(history), superseded, orNull(f.Before), orNull(f.After), orNull(says(f)),
		orNull(again), orNull(string(f.Never)), orNull(string(f.Whole)), f.Confidence)
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

// Scores returns the scores of an experiment's trials. Verdicts are in the order of
// arena.Levels.
func (d *DB) Scores(ctx context.Context, experimentID string) (map[arena.TrialKey]ScoreRow, error) {
	args := []any{experimentID}
	rowsOf := map[int64]*scored{}
	err := d.view(ctx, "read scores", func(r *reader) error {
		if err := r.scored(experimentID, rowsOf); err != nil {
			return err
		}
		if err := r.findings(inExperiment, args, rowsOf); err != nil {
			return err
		}
		type line struct {
			trial int64
			probes.Item
		}
		return each(r, func(l *line) []any { return []any{&l.trial, &l.Item.Item, &l.OK, &l.Why} }, func(l line) error {
			if row := rowsOf[l.trial]; row != nil {
				row.Score.Rubric = append(row.Score.Rubric, l.Item)
			}
			return nil
		}, `SELECT trial, item, ok, why FROM rubric WHERE trial `+inExperiment+` ORDER BY trial, ordinal`, experimentID)
	})
	if err != nil {
		return nil, err
	}
	scores := make(map[arena.TrialKey]ScoreRow, len(rowsOf))
	for _, row := range rowsOf {
		scores[row.key] = row.ScoreRow
	}
	return scores, nil
}

// scored is the score of a stored trial.
type scored struct {
	trial int64
	key   arena.TrialKey
	ScoreRow
}

// scored reads the scores of an experiment's trials by trial, but for their findings and rubrics.
func (r *reader) scored(experimentID string, rowsOf map[int64]*scored) error {
	return each(r, func(s *scored) []any { return []any{&s.trial, keyColumn{&s.key}, &s.Scorer, &s.Score.Passed} }, func(s scored) error {
		rowsOf[s.trial] = &s
		return nil
	}, `SELECT s.trial, t.key, s.scorer, s.passed FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, experimentID)
}

// Scorers returns the version of the scorer of each stored score of an experiment.
func (d *DB) Scorers(ctx context.Context, experimentID string) (map[arena.TrialKey]string, error) {
	return byTrial(ctx, d, "read scorers", column[string], only,
		`SELECT t.key, s.scorer FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, experimentID)
}

// number is an integer column, 0 for null.
func number(column any) int {
	n, _ := column.(int64)
	return int(n)
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

// of is a text of a row that is about to go.
func (s shared) of(row []byte) string {
	if known, ok := s[string(row)]; ok {
		return known
	}
	text := string(row)
	s[text] = text
	return text
}

// findings reads the findings and verdicts of the trials that which picks. Equal texts and histories are shared between
// them, so no history may be written into.
func (r *reader) findings(which string, args []any, rowsOf map[int64]*scored) error {
	texts := shared{}
	histories := map[string][]probes.Result{}
	listed := func(letters sql.RawBytes) ([]probes.Result, error) {
		if known, ok := histories[string(letters)]; ok {
			return known, nil
		}
		all, err := resultsOf(string(letters))
		histories[string(letters)] = slices.Clip(all)
		return all, err
	}
	var trial int64
	var batch []*probes.Finding // of the trial
	keep := func() {
		if row := rowsOf[trial]; row != nil {
			row.Score.Findings = slices.Clone(batch)
		}
		batch = batch[:0]
	}
	err := r.each(`SELECT trial, probe, exposed, lost_at, place, history, superseded, line_before, line_after, says,
			again, legacy_never, legacy_whole, confidence
		FROM findings WHERE trial `+which+` ORDER BY trial, ordinal`, args, func(rows *sql.Rows) error {
		f := &probes.Finding{}
		// Plain, because Scan is slow with other types and there are many rows.
		var id, exposed, lostAt, superseded, confidence any
		var probe, place, history, before, after, says, again, never, whole sql.RawBytes
		err := rows.Scan(&id, &probe, &exposed, &lostAt, &place, &history, &superseded, &before, &after, &says, &again, &never, &whole, &confidence)
		if err != nil {
			return err
		}
		f.Exposed, f.LostAt, f.Superseded = number(exposed), number(lostAt), number(superseded)
		f.Probe, f.Place, f.Before, f.After = texts.of(probe), probes.Place(texts.of(place)), texts.of(before), texts.of(after)
		f.New, f.Old = string(says) == "new" || string(says) == "both", string(says) == "old" || string(says) == "both"
		f.Never, f.Whole = probes.Legacy(texts.of(never)), probes.Legacy(texts.of(whole))
		if delta, ok := confidence.(float64); ok {
			f.Confidence = &delta
		}
		if f.History, err = listed(history); err != nil {
			return err
		}
		if f.Again, err = listed(again); err != nil {
			return err
		}
		if next := int64(number(id)); next != trial {
			keep()
			trial = next
		}
		batch = append(batch, f)
		return nil
	})
	if err != nil {
		return err
	}
	keep()
	err = r.each(`SELECT trial, finding, level, result, legacy, why FROM verdicts WHERE trial `+which+` ORDER BY trial, finding`, args, func(rows *sql.Rows) error {
		var trial, ordinal any
		var level, result, legacy, why sql.RawBytes
		err := rows.Scan(&trial, &ordinal, &level, &result, &legacy, &why)
		finding := number(ordinal)
		if row := rowsOf[int64(number(trial))]; row != nil && finding < len(row.Score.Findings) {
			f := row.Score.Findings[finding]
			if f.Verdicts == nil {
				f.Verdicts = make([]probes.Verdict, 0, len(arena.Levels))
			}
			f.Verdicts = append(f.Verdicts, probes.Verdict{
				Level: arena.Level(texts.of(level)), Result: probes.Result(texts.of(result)), Legacy: probes.Legacy(texts.of(legacy)), Why: texts.of(why),
			})
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
