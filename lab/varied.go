package lab

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/vary"
)

// Named are the scenarios of a suite, if one is named, of ids and of files (NAME.yaml). Folder has further
// ones. All mistakes are reported at once.
func Named(folder, suite string, names []string) ([]*arena.Scenario, error) {
	if len(names) == 0 && suite == "" {
		return nil, errors.New("name scenarios by id or file, or a --suite (see arena scenarios list)")
	}
	var out []*arena.Scenario
	var errs []error
	if suite != "" {
		all, err := Scenarios(folder)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			if s.Suite == suite {
				out = append(out, s)
			}
		}
		if len(out) == 0 {
			errs = append(errs, fmt.Errorf("--suite %s has no scenario (see arena scenarios list)", suite))
		}
	}
	for _, name := range names {
		s, err := scenarioOrFile(folder, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, s)
	}
	return out, errors.Join(errs...)
}

func scenarioOrFile(folder, name string) (*arena.Scenario, error) {
	if !strings.HasSuffix(name, ".yaml") {
		return Scenario(folder, name)
	}
	return scenarioFile(name)
}

// scenarioFile reads the scenario of a file.
func scenarioFile(name string) (*arena.Scenario, error) {
	data, err := input.ReadFile(name, input.Text)
	if err != nil {
		return nil, err
	}
	return scenarios.Parse(name, data)
}

// ScenarioFile is a scenario as it stands in a file.
type ScenarioFile struct {
	Name string
	Data []byte
}

// Variants are what is made of scenarios: one of each by each change and seed, for a folder.
type Variants struct {
	Originals []*arena.Scenario
	Changes   []string
	Seeds     []uint
	Folder    string
}

// Check lists what is wrong with them.
func (v Variants) Check() []error {
	var errs []error
	for _, name := range v.Changes {
		errs = append(errs, vary.Check(name))
	}
	ids := make([]string, len(v.Originals))
	for i, s := range v.Originals {
		ids[i] = s.ID
	}
	errs = append(errs, once("--change", v.Changes), once("--seed", v.Seeds), once("scenario", ids))
	if v.Folder == "" {
		errs = append(errs, errors.New("name the folder to write to: --out FOLDER"))
	}
	if len(v.Changes) == 0 || len(v.Seeds) == 0 {
		errs = append(errs, errors.New("name at least one --change and one --seed"))
	}
	return errs
}

// once is an error that names what is listed more than once, under the name of the list.
func once[T comparable](list string, items []T) error {
	seen := map[T]int{}
	var errs []error
	for _, item := range items {
		if seen[item]++; seen[item] == 2 {
			errs = append(errs, fmt.Errorf("%s %v is listed twice: its variants would be the same", list, item))
		}
	}
	return errors.Join(errs...)
}

// Make makes them. Idle tells those that there is none of, because the change finds nothing to work on. If
// any can't be made, none is.
func (v Variants) Make() (files []ScenarioFile, idle []error, err error) {
	var errs []error
	for _, s := range v.Originals {
		for _, change := range v.Changes {
			for _, seed := range v.Seeds {
				made, err := vary.Make(s, change, uint64(seed))
				if errors.Is(err, vary.ErrNothing) {
					idle = append(idle, err)
					continue
				}
				if err != nil {
					errs = append(errs, err)
					continue
				}
				var b bytes.Buffer
				if err := scenarios.Write(&b, made); err != nil {
					return nil, idle, err
				}
				files = append(files, ScenarioFile{filepath.Join(v.Folder, made.ID+".yaml"), b.Bytes()})
			}
		}
	}
	switch {
	case len(errs) > 0:
		return nil, idle, fmt.Errorf("no variant is written: %w", errors.Join(errs...))
	case len(files) == 0:
		return nil, idle, errors.New("no variant is written: there is nothing to change")
	}
	return files, idle, nil
}

// ToLint are the scenarios of files, or the builtin ones if none is named, with those that they are tried
// against beside each other: the other builtin ones.
func ToLint(files []string) (subjects, further []*arena.Scenario, err error) {
	all, err := scenarios.Builtin()
	if err != nil || len(files) == 0 {
		return all, nil, err
	}
	var errs []error
	mine := map[string]bool{}
	for _, name := range files {
		s, err := scenarioFile(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		subjects, mine[s.ID] = append(subjects, s), true
	}
	for _, s := range all {
		if !mine[s.ID] {
			further = append(further, s)
		}
	}
	return subjects, further, errors.Join(errs...)
}

// TryAnswers tries the matchers of the subjects of ToLint on generated answers, and says where in their
// files those stand that misjudge one.
func TryAnswers(files []string, subjects []*arena.Scenario) (scenarios.Tried, error) {
	tried := scenarios.TryAnswers(subjects)
	for _, s := range subjects {
		name, data, err := sourceOf(files, s.ID)
		if err != nil {
			return tried, err
		}
		if err := tried.Locate(s.ID, name, data); err != nil {
			return tried, err
		}
	}
	return tried, nil
}

// sourceOf is the file of a scenario, which is named by its id: among the named ones, or a builtin one.
func sourceOf(files []string, id string) (name string, data []byte, err error) {
	for _, name := range files {
		if filepath.Base(name) == id+".yaml" {
			data, err = input.ReadFile(name, input.Text)
			return name, data, err
		}
	}
	return scenarios.BuiltinFile(id)
}
