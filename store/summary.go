package store

import (
	"context"
	"database/sql"
	"fmt"

	"contextarena.internal/probes"
)

// Summary is what figures are made of, of one trial.
type Summary struct {
	Trial
	Score probes.Score // findings without the words that decided or tell of a loss, and no rubric
	Used
}

// EachSummary calls found with the summaries of an experiment's trials, in the order of its plan. Findings, histories and
// texts that are equal are one, so nothing in them may be written into.
func (d *DB) EachSummary(ctx context.Context, experimentID string, found func(Summary)) error {
	return d.view(ctx, "read summaries", func(r *reader) error { return r.eachSummary(experimentID, found) })
}

func (r *reader) eachSummary(experimentID string, found func(Summary)) error {
	s := newSummaries(r)
	return r.each(`SELECT et.ordinal, `+summaryColumns+` JOIN experiment_trials et ON et.trial = t.id JOIN experiments e ON e.number = et.experiment
		WHERE e.id = ? ORDER BY et.ordinal`, []any{experimentID}, func(rows *sql.Rows) error {
		one, err := s.read(rows)
		if err == nil {
			found(one)
		}
		return err
	})
}

// summaryColumns are what is read of a trial, its ordinal before them.
const summaryColumns = trialColumns + `, t.used, coalesce(s.scorer, ''), coalesce(s.passed, 0), coalesce(s.findings, '') FROM trials t LEFT JOIN scores s ON s.trial = t.id`

// summaries reads many of them.
type summaries struct {
	r     *reader
	texts shared
	known map[string]*probes.Finding // by their lines
}

func newSummaries(r *reader) *summaries {
	return &summaries{r: r, texts: shared{}, known: map[string]*probes.Finding{}}
}

func (s *summaries) read(rows *sql.Rows) (out Summary, err error) {
	var ids string
	dest := append([]any{&out.Ordinal}, out.Trial.columns()...)
	if err := rows.Scan(append(dest, packedColumn{&out.Used}, &out.Scorer, &out.Score.Passed, &ids)...); err != nil {
		return out, err
	}
	for _, text := range []*string{&out.Scenario, &out.ScenarioHash, &out.Strategy, &out.Model, &out.MemoryModel, &out.Code, &out.Reason, &out.Scorer} {
		*text = s.texts.one(*text)
	}
	for i := range out.Warnings {
		out.Warnings[i] = s.texts.one(out.Warnings[i])
	}
	if out.Score.Findings, err = s.findings(ids); err != nil {
		err = fmt.Errorf("trial %s: %w", out.Key.Short(), err)
	}
	return out, err
}
