package store

import (
	"context"
	"database/sql"

	"contextarena.internal/llm"
	"contextarena.internal/probes"
)

// Summary is what figures are made of, of one trial.
type Summary struct {
	Trial
	Scorer string       // version of the scorer; empty for a trial without a score
	Score  probes.Score // findings without the words that decided or tell of a loss, and no rubric
	Used
}

// Used is what a trial used, and how its memory went.
type Used struct {
	CycleCount
	Marks            []probes.Mark // how far the conversation was at each of its cycles
	TranscriptTokens int           // of the whole conversation
	// Charges are by purpose and model, whether or not a cache answered, in the order of arena.Purposes and then by model.
	Charges []Charge
	// ContextTokens is how many tokens a model was given on average to answer a probe, the question included. Calls
	// that a memory made for a probe are none of them. It is 0 for a trial without answers.
	ContextTokens float64
	Answers       [][]AnswerKey // of the probes, by sample and then by probe
	Served        []Served      // what answered its calls; simulated models answer for themselves and are left out
}

// AnswerKey is the beginning of the key of the request that asked a probe, enough to tell requests apart. Zero isn't
// known: the trial was stored before keys were.
type AnswerKey [8]byte

// EachSummary calls found with the summaries of an experiment's trials, in the order of its plan. Findings, histories and
// texts that are equal are one, so nothing in them may be written into.
func (d *DB) EachSummary(ctx context.Context, experimentID string, found func(Summary)) error {
	return d.view(ctx, "read summaries", func(r *reader) error {
		s := summaries{r: r, texts: shared{}, rosters: map[int64]*roster{}, models: map[int64]llm.Model{}}
		return r.each(`SELECT t.id, et.ordinal, `+trialColumns+`, s.scorer, m.roster, m.score, m.used
			FROM experiment_trials et JOIN experiments e ON e.number = et.experiment JOIN trials t ON t.id = et.trial
			LEFT JOIN scores s ON s.trial = t.id LEFT JOIN summaries m ON m.trial = t.id
			WHERE e.id = ? ORDER BY et.ordinal`, []any{experimentID}, func(rows *sql.Rows) error {
			one, err := s.read(rows)
			if err == nil {
				found(one)
			}
			return err
		})
	})
}

// summaries reads many of them.
type summaries struct {
	r       *reader
	texts   shared
	rosters map[int64]*roster
	models  map[int64]llm.Model
}

// read reads a row.
func (s *summaries) read(rows *sql.Rows) (out Summary, err error) {
	var id int64
	var scorer sql.RawBytes
	var list sql.NullInt64
	var score, used sql.RawBytes
	if err := rows.Scan(append(append([]any{&id, &out.Ordinal}, out.Trial.columns()...), &scorer, &list, &score, &used)...); err != nil {
		return out, err
	}
	out.Trial.share(s.texts)
	out.Scorer = s.texts.of(scorer)
	var of *roster
	if list.Valid {
		of, err = s.roster(list.Int64)
	} else { // an older program was killed before it could make the summary
		var made summary
		made, err = s.r.summarize(id)
		of, score, used = newRoster(made.names), made.score, made.used
	}
	if err != nil {
		return out, err
	}
	if out.Score, err = of.unpack(score); err != nil {
		return out, err
	}
	out.Used, err = s.unpackUsed(used)
	return out, err
}

// roster is the list of probes of this id.
func (s *summaries) roster(id int64) (*roster, error) {
	if known := s.rosters[id]; known != nil {
		return known, nil
	}
	var names string
	if err := s.r.one(`SELECT names FROM rosters WHERE id = ?`, []any{id}, &names); err != nil {
		return nil, err
	}
	s.rosters[id] = newRoster(names)
	return s.rosters[id], nil
}

// share makes the texts of a trial one with equal ones.
func (t *Trial) share(texts shared) {
	for _, s := range []*string{&t.Scenario, &t.ScenarioHash, &t.Strategy, &t.Model, &t.MemoryModel, &t.Code, &t.Reason} {
		*s = texts.one(*s)
	}
	for i := range t.Warnings {
		t.Warnings[i] = texts.one(t.Warnings[i])
	}
}
