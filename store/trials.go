package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Trial says what was played and how it ended. The fields below Budget are set by SaveTrial
// from the record.
type Trial struct {
	Key          arena.TrialKey
	Scenario     string // its id
	ScenarioHash string
	Strategy     string // canonical label
	Model        string // provider:name
	MemoryModel  string
	Repeat       int
	PlanSeed     int64
	Dialogue     arena.Dialogue
	Budget       int    // of its contexts, in tokens; 0 for none
	Code         string // hashes of its strategy's version and code; empty where it isn't known
	Anew         bool   // of SaveTrial: takes the place of a finished record

	Outcome  arena.Outcome
	Reason   string
	Cut      int // replies whose context was cut to its token budget
	Warnings []string

	Ordinal int    // its place in the experiment; set by Trials
	Scorer  string // version of the scorer, set by Trials; empty for a trial without a score
}

const trialColumns = `t.key, t.scenario, t.scenario_hash, t.strategy, t.model, t.memory_model, t.repeat, t.plan_seed, t.dialogue, t.budget, coalesce(t.code, ''),
	t.outcome, t.reason, t.cut, t.warnings`

func (t *Trial) columns() []any {
	return []any{
		keyColumn{&t.Key},
		&t.Scenario, &t.ScenarioHash, &t.Strategy, &t.Model, &t.MemoryModel, &t.Repeat, &t.PlanSeed, &t.Dialogue, &t.Budget, &t.Code,
		&t.Outcome, &t.Reason, &t.Cut,
		jsonColumn{&t.Warnings},
	}
}

// final reports whether a trial that ended so is never played again.
func final(o arena.Outcome) bool {
	return o == arena.Completed || o == arena.Truncated || o == arena.Refused
}

// Finished returns the outcomes of those of the keys whose trials need not be played: completed,
// truncated or refused. Trials that failed or found no money are not among them. A finished trial of which something is
// damaged isn't taken for one: it is an error that names it.
func (d *DB) Finished(ctx context.Context, keys []arena.TrialKey) (map[arena.TrialKey]arena.Outcome, error) {
	found := make(map[arena.TrialKey]arena.Outcome, len(keys))
	err := d.view(ctx, "look for finished trials", func(r *reader) error {
		var ids []int64
		for _, key := range keys {
			var id int64
			var o arena.Outcome
			if _, err := r.find(`SELECT id, outcome FROM trials WHERE key = ?`, []any{key[:]}, &id, &o); err != nil {
				return err
			}
			if !final(o) {
				continue
			}
			ids = append(ids, id)
			found[key] = o
		}
		return r.touch(ids...)
	})
	return found, err
}

// Codes are the codes of those of the trials that are stored; empty where one isn't known.
func (d *DB) Codes(ctx context.Context, keys []arena.TrialKey) (map[arena.TrialKey]string, error) {
	found := make(map[arena.TrialKey]string, len(keys))
	err := d.view(ctx, "read the code of trials", func(r *reader) error {
		for _, key := range keys {
			var code string
			there, err := r.find(`SELECT coalesce(code, '') FROM trials WHERE key = ?`, []any{key[:]}, &code)
			if err != nil {
				return err
			}
			if there {
				found[key] = code
			}
		}
		return nil
	})
	return found, err
}

// SaveTrial stores a trial, its evidence and its score as part of an experiment, all or
// nothing, and returns when that is committed. The record of a finished trial is kept if
// there is one already, unless it is played anew; that of an unfinished trial is replaced, in every experiment it is part
// of. Once begun, saving isn't given up when ctx ends.
func (d *DB) SaveTrial(ctx context.Context, experimentID string, ordinal int, trial Trial, rec arena.Record, scorer string, s probes.Score) error {
	trial.Outcome, trial.Reason, trial.Warnings, trial.Cut = rec.Outcome, rec.Reason, rec.Warnings, 0
	for _, r := range append([]arena.Reply{rec.Final}, rec.Probes...) {
		if r.Cut {
			trial.Cut++
		}
	}
	return d.writeIn(ctx, experimentID, "save trial "+trial.Key.Short(), func(t *tx, experiment int64) error {
		id, kept := t.trial(trial)
		if !kept {
			t.record(id, rec)
			t.used(id, rec)
		}
		t.score(id, scorer, s)
		t.link(experiment, ordinal, id)
		return nil
	})
}

// trial inserts or updates a trial's row. It reports true if the trial was finished before, in
// which case nothing is changed.
func (t *tx) trial(trial Trial) (id int64, kept bool) {
	var outcome arena.Outcome
	t.row(`SELECT id, outcome FROM trials WHERE key = ?`, []any{trial.Key[:]}, &id, &outcome)
	if id != 0 && final(outcome) && !trial.Anew {
		return id, true
	}
	warnings := t.json(trial.Warnings, len(trial.Warnings) == 0)
	if id != 0 {
		t.forget(id)
		t.exec(`UPDATE trials SET outcome = ?, reason = ?, cut = ?, warnings = ?, code = nullif(?, '') WHERE id = ?`,
			string(trial.Outcome), trial.Reason, trial.Cut, warnings, trial.Code, id)
		return id, false
	}
	id = t.exec(`INSERT INTO trials (key, scenario, scenario_hash, strategy, model, memory_model, repeat, plan_seed, dialogue, budget, outcome, reason, cut, warnings, code)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''))`,
		trial.Key[:], trial.Scenario, trial.ScenarioHash, trial.Strategy, trial.Model, trial.MemoryModel, trial.Repeat, trial.PlanSeed,
		string(trial.Dialogue), trial.Budget, string(trial.Outcome), trial.Reason, trial.Cut, warnings, trial.Code)
	return id, false
}

// Link makes a stored trial part of another experiment.
func (d *DB) Link(ctx context.Context, experimentID string, ordinal int, key arena.TrialKey) error {
	return d.writeIn(ctx, experimentID, "link trial "+key.Short(), func(t *tx, experiment int64) error {
		id, err := t.stored(key)
		if err != nil {
			return err
		}
		t.link(experiment, ordinal, id)
		return nil
	})
}

func (t *tx) link(experiment int64, ordinal int, trial int64) {
	t.exec(`INSERT INTO experiment_trials (experiment, ordinal, trial) VALUES (?, ?, ?)
		ON CONFLICT (experiment, ordinal) DO UPDATE SET trial = excluded.trial`, experiment, ordinal, trial)
}

// Unlink takes trials out of an experiment, by their ordinals; there may be none. The trials stay stored.
func (d *DB) Unlink(ctx context.Context, experimentID string, ordinals []int) error {
	return d.writeIn(ctx, experimentID, "unlink trials", func(t *tx, experiment int64) error {
		for _, ordinal := range ordinals {
			t.exec(`DELETE FROM experiment_trials WHERE experiment = ? AND ordinal = ?`, experiment, ordinal)
		}
		return nil
	})
}

// stored returns the id of the trial with this key.
func (t *tx) stored(key arena.TrialKey) (int64, error) {
	id := t.find(`SELECT id FROM trials WHERE key = ?`, key[:])
	if id == 0 {
		return 0, fmt.Errorf("no trial %s: %w", key.Short(), ErrNone)
	}
	return id, nil
}

// Trials lists the trials of an experiment by their ordinals. An unknown experiment has none.
func (d *DB) Trials(ctx context.Context, experimentID string) ([]Trial, error) {
	return list(ctx, d, "list trials", func(t *Trial) []any { return append(t.columns(), &t.Ordinal, &t.Scorer) },
		`SELECT `+trialColumns+`, et.ordinal, coalesce(s.scorer, '') FROM experiments e JOIN experiment_trials et ON et.experiment = e.number
		JOIN trials t ON t.id = et.trial LEFT JOIN scores s ON s.trial = t.id WHERE e.id = ? ORDER BY et.ordinal`, experimentID)
}

// Outcomes counts the trials of an experiment by how they ended.
func (d *DB) Outcomes(ctx context.Context, experimentID string) (map[arena.Outcome]int, error) {
	out := map[arena.Outcome]int{}
	return out, d.view(ctx, "count trials", func(r *reader) error {
		return r.each(`SELECT t.outcome, count(*) FROM trials t WHERE t.id `+inExperiment+` GROUP BY 1`, []any{experimentID}, func(rows *sql.Rows) error {
			var ended arena.Outcome
			var n int
			err := rows.Scan(&ended, &n)
			out[ended] = n
			return err
		})
	})
}

// FindTrial returns the trial whose key begins with these hexadecimal digits. It is an
// arena.Mistake if none or several do.
func (d *DB) FindTrial(ctx context.Context, prefix string) (Trial, error) {
	low, high, err := keyRange(prefix)
	if err != nil {
		return Trial{}, err
	}
	ts, err := list(ctx, d, "find trial "+prefix, (*Trial).columns, `SELECT `+trialColumns+` FROM trials t WHERE t.key BETWEEN ? AND ? ORDER BY t.key LIMIT 3`, low, high)
	switch {
	case err != nil:
		return Trial{}, err
	case len(ts) == 0:
		return Trial{}, arena.Mistake{Err: fmt.Errorf("no trial begins with %q in database %s: %w", prefix, d.path, ErrNone)}
	case len(ts) > 1:
		return Trial{}, arena.Mistake{Err: fmt.Errorf("trial %q is ambiguous: %s and %s begin so; give more digits", prefix, ts[0].Key.Short(), ts[1].Key.Short())}
	}
	return ts[0], nil
}

// keyRange returns the first and last key that begin with prefix.
func keyRange(prefix string) (low, high []byte, err error) {
	const digits = 2 * len(arena.TrialKey{})
	if prefix == "" || len(prefix) > digits {
		return nil, nil, arena.Mistake{Err: fmt.Errorf("%q names no trial: give 1 to %d hexadecimal digits of its key", prefix, digits)}
	}
	low, err = hex.DecodeString(prefix + strings.Repeat("0", digits-len(prefix)))
	if err != nil {
		return nil, nil, arena.Mistake{Err: fmt.Errorf("%q names no trial: a key has hexadecimal digits only", prefix)}
	}
	high, err = hex.DecodeString(prefix + strings.Repeat("f", digits-len(prefix)))
	return low, high, err
}
