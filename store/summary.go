package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
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
const summaryColumns = trialColumns + `, t.used, t.charges, s.scorer, s.passed, s.roster, s.memory, s.context, s.answer, s.final, s.details
	FROM trials t LEFT JOIN scores s ON s.trial = t.id`

// summaries reads many of them.
type summaries struct {
	r       *reader
	texts   shared
	rosters map[int64]*roster
	models  map[int64]llm.Model
}

func newSummaries(r *reader) *summaries {
	return &summaries{r: r, texts: shared{}, rosters: map[int64]*roster{}, models: map[int64]llm.Model{}}
}

func (s *summaries) read(rows *sql.Rows) (out Summary, err error) {
	var used, charges, scorer sql.RawBytes
	var passed sql.NullBool
	var list sql.NullInt64
	var l lettered
	dest := append([]any{&out.Ordinal}, out.Trial.columns()...)
	if err := rows.Scan(append(dest, &used, &charges, &scorer, &passed, &list, &l.levels[0], &l.levels[1], &l.levels[2], &l.levels[3], &l.details)...); err != nil {
		return out, err
	}
	out.Trial.share(s.texts)
	if list.Valid {
		out.Scorer, out.Score.Passed = s.texts.one(string(scorer)), passed.Bool
		of, err := s.roster(list.Int64)
		if err == nil {
			out.Score.Findings, err = of.findings(l)
		}
		if err != nil {
			return out, fmt.Errorf("trial %s: %w", out.Key.Short(), err)
		}
	}
	if out.Used, err = s.r.used(used, charges, s.models); err != nil {
		err = fmt.Errorf("trial %s: %w", out.Key.Short(), err)
	}
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

// lettered is a score as its row has it: a letter for each probe at each of arena.Levels, and a line of details for each.
type lettered struct {
	levels  [4]string
	details string
}

// letterScore writes the findings of a score as letters, and lists their probes for the roster.
func letterScore(score probes.Score) (names string, l lettered, err error) {
	var ids, lines []string
	for _, f := range score.Findings {
		var s spelling
		for i, level := range arena.Levels {
			letter := byte(nothing)
			if at := slices.IndexFunc(f.Verdicts, func(v probes.Verdict) bool { return v.Level == level }); at >= 0 {
				letter = letterOf(&s, results, f.Verdicts[at].Result)
			}
			l.levels[i] += string(letter)
		}
		ids, lines = append(ids, f.Probe), append(lines, s.details(f))
		if s.err != nil {
			return "", l, fmt.Errorf("probe %s: %w", f.Probe, s.err)
		}
	}
	l.details = strings.Join(lines, "\n")
	return strings.Join(ids, "\n"), l, nil
}

// roster is a list of probes, and the findings on them that were read, each once.
type roster struct {
	names []string
	known []map[string]*probes.Finding
}

func newRoster(names string) *roster {
	r := &roster{}
	if names != "" {
		r.names = strings.Split(names, "\n")
	}
	r.known = make([]map[string]*probes.Finding, len(r.names))
	return r
}

// findings are those that letterScore wrote.
func (r *roster) findings(l lettered) ([]*probes.Finding, error) {
	var lines []string
	if l.details != "" {
		lines = strings.Split(l.details, "\n")
	}
	for _, n := range []int{len(lines), len(l.levels[0]), len(l.levels[1]), len(l.levels[2]), len(l.levels[3])} {
		if n != len(r.names) {
			return nil, fmt.Errorf("%w: %d findings on %d probes", errPacked, n, len(r.names))
		}
	}
	var out []*probes.Finding
	for i, line := range lines {
		at := string([]byte{l.levels[0][i], l.levels[1][i], l.levels[2][i], l.levels[3][i]})
		f := r.known[i][at+line]
		if f == nil {
			var err error
			if f, err = findingOf(r.names[i], at, line); err != nil {
				return nil, err
			}
			if r.known[i] == nil {
				r.known[i] = map[string]*probes.Finding{}
			}
			r.known[i][at+line] = f
		}
		out = append(out, f)
	}
	return out, nil
}
