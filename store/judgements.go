package store

import (
	"context"
	"fmt"

	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// Judge is a model that judges replies, with the version of what it is asked.
type Judge struct {
	Model  llm.Model
	Prompt string
}

// Subject names what is judged by its content: the question, the true value, old ones and the reply.
type Subject [32]byte

// Judgement is what a judge said of one reply, which it was asked twice with the verdicts offered in
// opposite orders. An answer that couldn't be read is empty.
type Judgement struct {
	Subject       Subject
	First, Turned probes.Result
}

// SaveJudgement stores what a judge said, in the place of what it said of the same before.
func (d *DB) SaveJudgement(ctx context.Context, by Judge, j Judgement) error {
	return d.write(ctx, "save a judgement", func(t *tx) error {
		t.exec(`INSERT INTO judgements (judge, subject, first, turned) VALUES (?, ?, ?, ?)
			ON CONFLICT (judge, subject) DO UPDATE SET first = excluded.first, turned = excluded.turned`,
			t.judge(by), j.Subject[:], string(j.First), string(j.Turned))
		return nil
	})
}

// judge returns the id of a judge among the judges.
func (t *tx) judge(j Judge) int64 {
	model := t.model(j.Model)
	if id := t.exec(`INSERT INTO judges (model, prompt) VALUES (?, ?) ON CONFLICT DO NOTHING`, model, j.Prompt); id != 0 {
		return id
	}
	return t.find(`SELECT id FROM judges WHERE model = ? AND prompt = ?`, model, j.Prompt)
}

// Judges lists the judges that have said something, in the order in which they first did.
func (d *DB) Judges(ctx context.Context) ([]Judge, error) {
	return list(ctx, d, "list judges", func(j *Judge) []any { return append(modelColumns(&j.Model), &j.Prompt) },
		`SELECT m.provider, m.name, m.base_url, m.options, j.prompt FROM judges j JOIN models m ON m.id = j.model ORDER BY j.id`)
}

// Judgements returns all that a judge has said, by what it was said of.
func (d *DB) Judgements(ctx context.Context, by Judge) (map[Subject]Judgement, error) {
	out := map[Subject]Judgement{}
	err := d.view(ctx, "read judgements", func(r *reader) error {
		type row struct {
			subject       []byte
			first, turned probes.Result
		}
		return each(r, func(w *row) []any { return []any{&w.subject, &w.first, &w.turned} }, func(w row) error {
			j := Judgement{First: w.first, Turned: w.turned}
			if copy(j.Subject[:], w.subject) != len(w.subject) {
				return fmt.Errorf("%w: no subject", errPacked)
			}
			out[j.Subject] = j
			return nil
		}, `SELECT n.subject, n.first, n.turned FROM judgements n JOIN judges j ON j.id = n.judge JOIN models m ON m.id = j.model
			WHERE m.provider = ? AND m.name = ? AND m.base_url = ? AND m.options = ? AND j.prompt = ?`,
			by.Model.Provider, by.Model.Name, by.Model.BaseURL, by.Model.Options, by.Prompt)
	})
	return out, err
}
