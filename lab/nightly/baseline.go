package nightly

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// baselineSchema names the form of a baseline file.
const baselineSchema = "context-arena/baseline/1"

// Baseline is what nights are compared with: all arms of one night, with each trial's results,
// so that it needs no database.
type Baseline struct {
	Schema  string         `json:"schema"`
	Night   string         `json:"night"`   // the label of the night it was
	Program string         `json:"program"` // that played it
	Plan    lab.Planned    `json:"plan"`
	Arms    []contrast.Arm `json:"arms"`
	// Served are the names that answered for each model, where a provider told them.
	Served map[string][]string `json:"served,omitempty"`
	// Sum is, in a file alone, the SHA-256 of the file with an empty Sum. Without it an edit could
	// move a gate unseen.
	Sum string `json:"sum"`
}

// newBaseline is the baseline that a night's result would be. Each scenario of each arm needs
// two completed trials at least: with fewer there is no variance, and no gate can be decided.
func newBaseline(night string, r lab.Result) (Baseline, error) {
	b := Baseline{Schema: baselineSchema, Night: night, Program: r.Experiment.Program, Plan: r.Planned, Arms: lab.Arms(r), Served: served(r)}
	var errs []error
	for _, a := range b.Arms {
		for _, s := range a.Scenarios {
			if n := s.Completed(); n < 2 {
				errs = append(errs, fmt.Errorf("%s on %s with %s: %s; a baseline needs 2 or more", a.Strategy, s.ID, a.Model, numbered(n, "completed trial")))
			}
		}
	}
	return b, errors.Join(errs...)
}

// numbered is a count in words.
func numbered(n int, what string) string {
	if n == 0 {
		return "no " + what
	}
	return reports.Plural(n, what)
}

// encode is the baseline's canonical text: equal baselines give equal bytes.
func (b Baseline) encode() ([]byte, error) {
	var err error
	if b.Sum, err = b.sum(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(b)
	return append(text, '\n'), err
}

func (b Baseline) sum() (string, error) {
	b.Sum = ""
	text, err := json.Marshal(b)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// loadBaseline reads what a nightly is compared with: a file, or an experiment of the database.
// The error wraps os.ErrNotExist if it names a file that isn't there yet.
func (n nightly) loadBaseline(ctx context.Context, l *lab.Lab) (*Baseline, error) {
	if n.inFile() {
		data, err := input.ReadFile(n.Baseline, input.Data)
		if err != nil {
			return nil, fmt.Errorf("baseline: %w", err)
		}
		b, err := decodeBaseline(data)
		if err != nil {
			return nil, fmt.Errorf("baseline %s: %w", n.Baseline, err)
		}
		return &b, nil
	}
	r, err := l.Load(ctx, n.Baseline)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w (a file's name ends in .json)", err)
	}
	if r.Stale > 0 {
		return nil, fmt.Errorf("baseline: %d trials of experiment %d were scored by other matchers than this program's: run arena rescore %d first", r.Stale, r.Experiment.Number, r.Experiment.Number)
	}
	for _, t := range r.Trials {
		at := slices.IndexFunc(r.Scenarios, func(s *arena.Scenario) bool { return s.ID == t.Scenario })
		if at >= 0 {
			if err := lab.SameScript(r.Scenarios[at], t.ScenarioHash); err != nil {
				return nil, fmt.Errorf("baseline: experiment %d: %w", r.Experiment.Number, err)
			}
		}
	}
	return &Baseline{Schema: baselineSchema, Night: r.Experiment.Name, Program: r.Experiment.Program, Plan: r.Planned, Arms: lab.Arms(r), Served: served(r)}, nil
}

// inFile reports whether the baseline is a file, which can be renewed, rather than an
// experiment.
func (n nightly) inFile() bool { return strings.HasSuffix(n.Baseline, ".json") }

// decodeBaseline reads a baseline file strictly: a file that was cut, edited into nonsense or
// isn't one at all must not decide anything.
func decodeBaseline(data []byte) (Baseline, error) {
	var b Baseline
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return b, fmt.Errorf("not a baseline, or cut short: %w", err)
	}
	if head.Schema != baselineSchema {
		return b, fmt.Errorf("not a baseline this program reads: its schema is %q, want %q", head.Schema, baselineSchema)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, fmt.Errorf("edited, or of another version of this program: %w", err)
	}
	var errs []error
	if !nightLabel.MatchString(b.Night) {
		errs = append(errs, fmt.Errorf("its night %q is no label", b.Night))
	}
	for _, a := range b.Arms {
		for _, s := range a.Scenarios {
			if err := check(s); err != nil {
				errs = append(errs, fmt.Errorf("%s on %s: %w", a.Strategy, s.ID, err))
			}
		}
	}
	if len(b.Arms) == 0 {
		errs = append(errs, errors.New("it has no arms"))
	}
	if err := errors.Join(errs...); err != nil {
		return b, err
	}
	if sum, err := b.sum(); err != nil || sum != b.Sum {
		return b, errors.Join(err, errors.New("it has been edited since it was written: write a new one with --update-baseline"))
	}
	b.Sum = ""
	return b, nil
}

// check finds what can't come from lab.Arms.
func check(s contrast.Scenario) error {
	seen := map[int]bool{}
	for _, t := range s.Trials {
		if seen[t.Repeat] {
			return fmt.Errorf("repeat %d is there twice", t.Repeat)
		}
		seen[t.Repeat] = true
		if t.Tokens < 0 || t.USD < 0 || math.IsNaN(t.USD) {
			return fmt.Errorf("repeat %d has a negative cost", t.Repeat)
		}
		if t.Outcome == arena.Completed && len(t.Results) != len(arena.Levels) {
			return fmt.Errorf("repeat %d is completed without results at all levels", t.Repeat)
		}
		for _, level := range arena.Levels {
			results, ok := t.Results[level]
			if ok && len(results) != len(s.Probes) {
				return fmt.Errorf("repeat %d has %d results of %d probes at the %s level", t.Repeat, len(results), len(s.Probes), level)
			}
			for _, r := range results {
				if !slices.Contains([]probes.Result{probes.Kept, probes.Stale, probes.Lost, probes.Unexposed, probes.Void, probes.Unscored}, r) {
					return fmt.Errorf("repeat %d has the unknown result %q", t.Repeat, r)
				}
			}
		}
	}
	return nil
}

// changed lists what a night's plan has otherwise than the baseline's: a difference in the
// figures may be due to it. The seed differs by design; scenarios, strategies and models are
// matched one by one.
func (b *Baseline) changed(now lab.Planned) []string {
	text := func(field []string) string {
		if len(field) == 0 {
			return "not set"
		}
		return strings.Join(field, ", ")
	}
	var out []string
	for _, f := range lab.DifferingFields(b.Plan, now) {
		if !slices.Contains([]string{"seed", "scenarios", "strategies", "models"}, f.Name) {
			out = append(out, fmt.Sprintf("%s was %s and is %s", f.Name, text(f.A), text(f.B)))
		}
	}
	return out
}
