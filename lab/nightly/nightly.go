// Package nightly plays a plan again and again and stops a regression.
//
// Who plays a night does it in this order (play.go):
//
//  1. A Run is read from its file: a plan, a baseline and gates (nightly.go, gate_file.go).
//  2. Before anything is played each Gate gets a Forecast of what it can detect (Run.Foresee; forecast.go).
//  3. The night's result is judged against the baseline, or strategy against strategy (judge.go); what
//     is compared with what is read by package contrast.
//  4. Night.Document says what came out (document.go), and the night may become the Baseline of
//     those to come (baseline.go, renew.go).
package nightly

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"contextarena.internal/internal/input"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/words"
)

// nightly is a plan that is played again and again, and the gates its results must pass. It is
// read from a file by load.
type nightly struct {
	Name       string // names the experiments of the nights; never empty
	Plan       lab.Plan
	PlanFile   string
	Baseline   string // a .json file
	Gates      []Gate
	Completed  float64 // the share of an arm's planned trials that must be completed for a gate on it to be decided
	Indecision bool    // an inconclusive gate doesn't fail the night
	renewing   bool    // the night is to become the baseline
}

// nightlyFile is a nightly as it stands in a file.
type nightlyFile struct {
	Plan         string     `yaml:"plan" need:"true"`
	Baseline     string     `yaml:"baseline" need:"true"`
	Completed    *quantity  `yaml:"completed_at_least"`
	Inconclusive string     `yaml:"inconclusive" default:"fail" oneof:"fail pass"`
	Gates        []gateFile `yaml:"gates" need:"true"`
}

// load reads a nightly file and the plan it names. All mistakes in both are reported at
// once. Paths in the file are relative to it.
func load(path string, models lab.Models) (nightly, error) {
	data, err := input.ReadFile(path, input.Text)
	if err != nil {
		return nightly{}, fmt.Errorf("nightly: %w", err)
	}
	doc, err := strictyaml.Parse(path, data)
	if err != nil {
		return nightly{}, err
	}
	if doc.Node("plan") == nil && doc.Node("strategies") != nil {
		return nightly{}, fmt.Errorf("%s is a plan, which arena run plays: a night's file names one, with a baseline and gates (arena init DIR writes one to begin with)", path)
	}
	var f nightlyFile
	m := mistakes{doc, doc.Decode(&f)}
	n := nightly{Baseline: f.Baseline, Completed: 0.9, Indecision: f.Inconclusive == "pass"}
	if n.Baseline != "" {
		n.Baseline = beside(path, n.Baseline)
	}
	if q := f.Completed; q != nil {
		if err := q.check(rateUnit, 1, "90%"); err != nil {
			m.add([]any{"completed_at_least"}, "completed_at_least: %v", err)
		}
		n.Completed = q.value
	}
	planned := false
	if f.Plan != "" {
		n.PlanFile = beside(path, f.Plan)
		var own strictyaml.Faults
		n.Plan, err = lab.LoadPlan(n.PlanFile, models)
		switch {
		case errors.As(err, &own):
			m.faults = append(m.faults, own...)
		case err != nil:
			m.add([]any{"plan"}, "%v", err)
		default:
			planned = true
		}
	}
	if n.Name = n.Plan.Name; n.Name == "" {
		n.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	w := world{plan: n.Plan, planned: planned, models: models}
	if f.Baseline != "" && !strings.HasSuffix(f.Baseline, ".json") {
		m.add([]any{"baseline"}, "baseline: want a file whose name ends in .json, have %q: a night becomes one with --update-baseline", f.Baseline)
	}
	seen := map[string]bool{}
	for i, g := range f.Gates {
		before := len(m.faults)
		gate := g.gate(w, func(field, format string, args ...any) { m.add([]any{"gates", i, field}, format, args...) })
		if planned && len(m.faults) == before && seen[gate.Name()] {
			m.add([]any{"gates", i}, "there are two gates on %s", gate.Name())
		}
		seen[gate.Name()] = true
		n.Gates = append(n.Gates, gate)
	}
	return n, m.faults.Err()
}

// mistakes are what is wrong with a nightly file, at its place.
type mistakes struct {
	doc    *strictyaml.Document
	faults strictyaml.Faults
}

func (m *mistakes) add(path []any, format string, args ...any) {
	m.faults = append(m.faults, m.doc.Faultf(path, format, args...))
}

// beside is a path of a file relative to the folder of the file that names it.
func beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// nightLabel is what a night may be called: it stands in file names.
var nightLabel = words.Lazy(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// night is the plan of the night that label names. The label goes into its name and its seed,
// so that another night asks anew and the same one resumes.
func (n nightly) night(label string) (lab.Plan, error) {
	if !nightLabel.MatchString(label) {
		return lab.Plan{}, fmt.Errorf("night %q: want up to 64 letters, digits, dots, dashes and underscores", label)
	}
	p := n.Plan
	p.Name = n.Name + " " + label
	sum := sha256.Sum256(fmt.Appendf(nil, "seed %d night %s", n.Plan.Seed, label))
	p.Seed, p.ProbesSeed = 0, &n.Plan.Seed // the same probes are asked every night
	for _, b := range sum[:6] {            // 48 bits: exact in every JSON reader
		p.Seed = p.Seed<<8 | int64(b)
	}
	return p, nil
}
