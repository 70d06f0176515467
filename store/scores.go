package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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
	ids, words := make([]int64, len(s.Findings)), make([][]string, len(s.Findings))
	for i, f := range s.Findings {
		plain := line{Finding: own(f)}
		for _, word := range wordsOf(plain.Finding) {
			words[i] = append(words[i], *word)
			*word = ""
		}
		for _, v := range f.Verdicts {
			plain.Verdicts = append(plain.Verdicts, [3]string{string(v.Level), string(v.Result), string(v.Legacy)})
		}
		text, _ := t.json(plain, false).(string)
		ids[i] = t.text(text)
	}
	t.exec(`INSERT INTO scores (trial, scorer, passed, again, findings, words, rubric) VALUES (?, ?, ?, 0, ?, ?, ?) ON CONFLICT (trial) DO UPDATE SET
			scorer = excluded.scorer, passed = excluded.passed, again = again + 1, findings = excluded.findings, words = excluded.words, rubric = excluded.rubric`,
		trial, scorer, s.Passed, t.json(ids, false), t.json(words, len(words) == 0), t.json(s.Rubric, len(s.Rubric) == 0))
}

// line is a finding as its text has it.
type line struct {
	*probes.Finding
	Verdicts [][3]string `json:"verdicts,omitempty"` // in the place of the finding's: level, result, legacy result
}

// own is a copy of a finding that may be written into.
func own(f *probes.Finding) *probes.Finding {
	c := *f
	c.Verdicts = slices.Clone(f.Verdicts)
	return &c
}

// wordsOf are the texts of a finding that no figure is made of: before and after a loss, and what decided at each level.
func wordsOf(f *probes.Finding) []*string {
	out := []*string{&f.Before, &f.After}
	for i := range f.Verdicts {
		out = append(out, &f.Verdicts[i].Why)
	}
	return out
}

// findings are those of a column, without words. Equal ones are one.
func (s *summaries) findings(ids string) (out []*probes.Finding, err error) {
	if ids = strings.Trim(ids, "[]"); ids == "" {
		return nil, nil
	}
	out = make([]*probes.Finding, 0, 1+strings.Count(ids, ","))
	for id := range strings.SplitSeq(ids, ",") {
		f := s.known[id]
		if f == nil {
			n, _ := strconv.ParseInt(id, 10, 64)
			text, err := s.r.text(n)
			if err != nil {
				return nil, err
			}
			f = new(probes.Finding)
			read := line{Finding: f}
			if err := json.Unmarshal([]byte(text), &read); err != nil {
				return nil, fmt.Errorf("%w: a finding: %w", errPacked, err)
			}
			for _, v := range read.Verdicts {
				f.Verdicts = append(f.Verdicts, probes.Verdict{Level: arena.Level(v[0]), Result: probes.Result(v[1]), Legacy: probes.Legacy(v[2])})
			}
			s.known[strings.Clone(id)] = f
		}
		out = append(out, f)
	}
	return out, nil
}

// Scores returns the scores of an experiment's trials. Verdicts are in the order of arena.Levels.
func (d *DB) Scores(ctx context.Context, experimentID string) (map[arena.TrialKey]ScoreRow, error) {
	type row struct {
		key arena.TrialKey
		ScoreRow
		ids   string
		words [][]string
	}
	scores := map[arena.TrialKey]ScoreRow{}
	err := d.view(ctx, "read scores", func(r *reader) error {
		s := newSummaries(r)
		return each(r, func(w *row) []any {
			return []any{keyColumn{&w.key}, &w.Scorer, &w.Score.Passed, &w.ids, jsonColumn{&w.words}, jsonColumn{&w.Score.Rubric}}
		}, func(w row) error {
			found, err := s.findings(w.ids)
			for i, f := range found {
				f = own(f) // others may share it
				into := wordsOf(f)
				if len(w.words) != len(found) || len(w.words[i]) != len(into) {
					return fmt.Errorf("%w: trial %s: words of other findings", errPacked, w.key.Short())
				}
				for at, word := range into {
					*word = s.texts.one(w.words[i][at])
				}
				w.Score.Findings = append(w.Score.Findings, f)
			}
			scores[w.key] = w.ScoreRow
			return err
		}, `SELECT t.key, s.scorer, s.passed, s.findings, s.words, s.rubric FROM scores s JOIN trials t ON t.id = s.trial WHERE s.trial `+inExperiment, experimentID)
	})
	return scores, err
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
