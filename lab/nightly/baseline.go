package nightly

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
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

// loadBaseline reads what a nightly is compared with. The error wraps os.ErrNotExist if the file isn't there yet.
func (n nightly) loadBaseline() (*Baseline, error) {
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

// decodeBaseline reads a baseline file strictly: one that was cut, was edited or isn't one at all must not decide
// anything.
func decodeBaseline(data []byte) (Baseline, error) {
	var b Baseline
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, fmt.Errorf("not a baseline, cut short, or of another version of this program: %w", err)
	}
	if b.Schema != baselineSchema {
		return b, fmt.Errorf("not a baseline this program reads: its schema is %q, want %q", b.Schema, baselineSchema)
	}
	if !nightLabel.MatchString(b.Night) {
		return b, fmt.Errorf("its night %q is no label", b.Night)
	}
	if sum, err := b.sum(); err != nil || sum != b.Sum {
		return b, errors.Join(err, errors.New("it has been edited since it was written: write a new one with --update-baseline"))
	}
	b.Sum = ""
	return b, nil
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
