package store

import (
	"context"
	"database/sql"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// answers inserts the replies to the final task and to the probes.
func (t *tx) answers(trial int64, rec arena.Record) {
	var rows []any
	add := func(sample, ordinal int, r arena.Reply) {
		rows = append(rows, trial, sample, ordinal, t.context(r.Context), t.text(r.Text), string(r.Stop), r.Cut, keyOrNull(r.Key), t.json(r.LogProbs, len(r.LogProbs) == 0))
	}
	add(0, 0, rec.Final)
	for sample, replies := range append([][]arena.Reply{rec.Probes}, rec.Again...) {
		for i, r := range replies {
			add(sample, i+1, r)
		}
	}
	t.insert(`answers (trial, sample, ordinal, context, text, stop, cut, key, logprobs)`, rows)
}

// keyOrNull is a request's key, null where it isn't known.
func keyOrNull(k llm.Key) any {
	if k == (llm.Key{}) {
		return nil
	}
	return k[:]
}

func (r *reader) answers(trial int64, rec *arena.Record) error {
	type row struct {
		arena.Reply
		sample, ordinal int
		saw             sql.NullInt64
		key             []byte
	}
	return each(r, func(a *row) []any {
		return []any{&a.sample, &a.ordinal, &a.saw, &a.Text, &a.Stop, &a.Cut, &a.key, jsonColumn{&a.LogProbs}}
	}, func(a row) (err error) {
		copy(a.Key[:], a.key)
		a.Context, err = r.context(a.saw)
		switch {
		case a.ordinal == 0:
			rec.Final = a.Reply
		case a.sample == 0:
			rec.Probes = append(rec.Probes, a.Reply)
		default:
			for len(rec.Again) < a.sample {
				rec.Again = append(rec.Again, nil)
			}
			rec.Again[a.sample-1] = append(rec.Again[a.sample-1], a.Reply)
		}
		return err
	}, `SELECT a.sample, a.ordinal, a.context, x.body, a.stop, a.cut, a.key, a.logprobs
		FROM answers a LEFT JOIN texts x ON x.id = a.text WHERE a.trial = ? ORDER BY a.sample, a.ordinal`, trial)
}

// Answer is a reply to a probe, without what the model saw.
type Answer struct {
	Text string
	Stop llm.StopReason
}

// Answers returns the replies to each trial's probes, in the order of the probes. Further samples are
// not among them.
func (d *DB) Answers(ctx context.Context, experimentID string) (map[arena.TrialKey][]Answer, error) {
	return byTrial(ctx, d, "read answers", func(a *Answer) []any { return []any{&a.Text, &a.Stop} }, appended[Answer],
		`SELECT t.key, x.body, a.stop FROM answers a JOIN trials t ON t.id = a.trial JOIN texts x ON x.id = a.text
		WHERE a.trial `+inExperiment+` AND a.sample = 0 AND a.ordinal > 0 ORDER BY a.trial, a.ordinal`, experimentID)
}

// Requests returns the beginnings of the keys of what asked each trial's probes, in hexadecimal digits, by sample and then by probe. An
// empty one isn't known.
func (d *DB) Requests(ctx context.Context, experimentID string) (map[arena.TrialKey][]string, error) {
	return byTrial(ctx, d, "read requests", column[string], func(_ []string, keys string) []string { return strings.Split(keys, ",") },
		`SELECT t.key, group_concat(coalesce(hex(substr(a.key, 1, 8)), ''), ',' ORDER BY a.sample, a.ordinal) FROM answers a JOIN trials t ON t.id = a.trial
		WHERE a.trial `+inExperiment+` AND a.ordinal > 0 GROUP BY t.id`, experimentID)
}
