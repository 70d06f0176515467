package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/strategies/darlm"
)

// DepthStudy says on which scenarios, and with which model, depths are measured.
type DepthStudy struct {
	Suites []string
	Model  string
}

// Simulated reports whether the study asks no provider.
func (s DepthStudy) Simulated() bool { return strings.HasPrefix(s.Model, "sim:") }

// Scenarios are those of the suites. Every name that doesn't exist, of a suite or of the model, is reported.
func (s DepthStudy) Scenarios(dir string, models lab.Models) ([]*arena.Scenario, error) {
	known, err := lab.Scenarios(dir)
	errs := []error{err}
	for _, suite := range s.Suites {
		if !slices.ContainsFunc(known, func(s *arena.Scenario) bool { return s.Suite == suite }) {
			errs = append(errs, fmt.Errorf("unknown suite %q (see arena scenarios list)", suite))
		}
	}
	_, err = models.Resolve(s.Model)
	chosen := slices.DeleteFunc(known, func(k *arena.Scenario) bool { return !slices.Contains(s.Suites, k.Suite) })
	return chosen, errors.Join(append(errs, err)...)
}

// Measure measures the depths with the models of l. What was asked is there even if that failed.
func (s DepthStudy) Measure(ctx context.Context, l *lab.Lab) (*Depths, *lab.Asked, error) {
	scenarios, err := s.Scenarios(l.ScenariosDir, l.Models)
	if err != nil {
		return nil, nil, arena.Mistake{Err: err}
	}
	asked, err := l.Ask(s.Model, scenarios...)
	if err != nil {
		return nil, nil, arena.Mistake{Err: err}
	}
	d, err := measureDepths(ctx, l, scenarios, asked.Model, asked)
	return d, asked, err
}

// Estimate is what a study that was measured in a dry run, and concluded, would ask.
func (d *Depths) Estimate(asked *lab.Asked) lab.Estimate {
	return asked.Estimate(d.Plays, len(d.scenarios()))
}

// Compare compares ways to choose among the depths of the study; see Depths.compare.
func (s DepthStudy) Compare(ctx context.Context, d *Depths, files []DepthFile) (DepthComparison, error) {
	c, err := d.compare(ctx, files)
	c.Suites, c.Model = s.Suites, s.Model
	return c, err
}

// Policy is a fit to the depths of the study as a policy file.
func (s DepthStudy) Policy(fit DepthFit, method string) *lab.PolicyFile {
	from := fmt.Sprintf("fit-depth --method %s: %d segments of %d scenarios (%s), each depth of each forced on %s", method, fit.segments, len(fit.Folds), strings.Join(s.Suites, ", "), s.Model)
	return &lab.PolicyFile{Kind: darlm.PolicyKind, From: from, Simulated: s.Simulated(), Models: []string{}, Whole: fit.Whole, Folds: fit.Folds}
}

// LoadDepthFiles reads policy files to compare. Every one that can't be read is reported.
func LoadDepthFiles(paths []string) ([]DepthFile, error) {
	files := make([]DepthFile, len(paths))
	var errs []error
	for i, path := range paths {
		p, err := lab.LoadPolicy(path)
		errs = append(errs, err)
		files[i] = DepthFile{Name: path, For: func(id string) arena.Policy { return p.For(&arena.Scenario{ID: id}) }}
	}
	return files, errors.Join(errs...)
}
