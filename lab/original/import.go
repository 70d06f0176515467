// Package original shows what the original Context Arena published beside what its own rule and
// today's matchers say of the texts that its files hold.
//
//  1. Read takes its result files apart (lab/contextarena knows their forms and its rules), and Import
//     stores their exact bytes as one experiment.
//  2. Load reads them again, has them judged anew, and counts: the Report.
//  3. Report.Document says it.
package original

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// sourceFile is a file to import.
type sourceFile struct {
	name string // without its folder
	data []byte
}

// importPlan is the stored plan of an imported experiment.
type importPlan struct {
	Imported *importedFrom `json:"imported"`
}

type importedFrom struct {
	From  string       `json:"from"`
	Files []importedAs `json:"files"`
}

type importedAs struct {
	Name   string              `json:"name"`
	Format contextarena.Format `json:"format"`
	SHA256 string              `json:"sha256"`
}

// Import is a set of files that were read without a fault.
type Import struct {
	plan   importPlan
	bodies []store.File
}

// Read reads result files of the original benchmark. If any of them has a fault, the error wraps
// contextarena.Faults with those of all files; it is an arena.Mistake that one can't be read.
func Read(paths ...string) (Import, error) {
	var files []sourceFile
	var errs []error
	for _, path := range paths {
		data, err := input.ReadFile(path, contextarena.MaxBytes)
		errs = append(errs, err)
		files = append(files, sourceFile{filepath.Base(path), data})
	}
	if err := errors.Join(errs...); err != nil {
		return Import{}, arena.Mistake{Err: err}
	}
	in, err := parse(files)
	var faults contextarena.Faults
	if errors.As(err, &faults) {
		err = fmt.Errorf("nothing was imported; faults: %d\n%w", len(faults), err)
	}
	return in, err
}

func parse(files []sourceFile) (Import, error) {
	if len(files) == 0 {
		return Import{}, errors.New("import: no files")
	}
	var faults contextarena.Faults
	plan := importPlan{Imported: &importedFrom{From: "context-arena"}}
	var bodies []store.File
	sums := map[string]string{} // content → file
	for _, f := range files {
		parsed, err := contextarena.Parse(f.name, f.data)
		if own := contextarena.Faults(nil); errors.As(err, &own) {
			faults = append(faults, own...)
		}
		sum := sha256.Sum256(f.data)
		text := hex.EncodeToString(sum[:])
		if other, twice := sums[text]; twice {
			faults = append(faults, contextarena.Fault{File: f.name, Text: "has the same content as " + other + ": name it once"})
		} else if slices.ContainsFunc(bodies, func(b store.File) bool { return b.Name == f.name }) {
			faults = append(faults, contextarena.Fault{File: f.name, Text: "another file is named so: rename one, since figures name their file"})
		}
		sums[text] = f.name
		plan.Imported.Files = append(plan.Imported.Files, importedAs{f.name, parsed.Format, text})
		bodies = append(bodies, store.File{Name: f.name, Body: string(f.data)})
	}
	if len(faults) > 0 {
		return Import{}, faults
	}
	return Import{plan, bodies}, nil
}

// Store stores the exact bytes of the files as one experiment. It is named by the contents, so
// the same files again, in any order, change nothing; that is reported as true.
func (files Import) Store(ctx context.Context, l *lab.Lab) (Report, bool, error) {
	e, err := experiment(l, files.plan)
	if err != nil {
		return Report{}, false, err
	}
	e, there, err := l.DB.Import(ctx, e, files.bodies)
	if err != nil {
		return Report{}, false, err
	}
	in, err := read(ctx, l, e)
	return in, there, err
}

func experiment(l *lab.Lab, plan importPlan) (store.Experiment, error) {
	text, err := json.Marshal(plan)
	if err != nil {
		return store.Experiment{}, fmt.Errorf("import: encoding the plan: %w", err)
	}
	var sums [][]byte
	for _, f := range plan.Imported.Files {
		sums = append(sums, []byte(f.SHA256))
	}
	slices.SortFunc(sums, bytes.Compare)
	id := sha256.Sum256(append([]byte("context-arena\n"), bytes.Join(sums, []byte("\n"))...))
	name := plan.Imported.Files[0].Name
	if n := len(plan.Imported.Files); n > 1 {
		name = fmt.Sprintf("%d files of context-arena", n)
	}
	return l.NewExperiment(store.KindImport, id[:], name, text, false), nil
}

// Load reads an imported experiment, named as for lab.Lab.Find. It is an arena.Mistake to name one that was played here.
func Load(ctx context.Context, l *lab.Lab, which string) (Report, error) {
	e, err := l.Find(ctx, which)
	if err != nil {
		return Report{}, err
	}
	if e.Kind != store.KindImport {
		return Report{}, arena.Mistake{Err: fmt.Errorf("experiment %d wasn't imported: its figures are printed by arena report %d", e.Number, e.Number)}
	}
	return read(ctx, l, e)
}

// read judges the stored files again.
func read(ctx context.Context, l *lab.Lab, e store.Experiment) (Report, error) {
	bodies, err := l.DB.Files(ctx, e.ID)
	if err != nil {
		return Report{}, err
	}
	scorers, err := originalScorers()
	if err != nil {
		return Report{}, err
	}
	var files []contextarena.File
	for _, b := range bodies {
		f, err := contextarena.Parse(b.Name, []byte(b.Body))
		if err != nil {
			return Report{}, fmt.Errorf("experiment %d: a stored file is no longer accepted: %w", e.Number, err)
		}
		if err := f.Judge(scorers); err != nil {
			return Report{}, err
		}
		files = append(files, f)
	}
	return count(e, files)
}

// originalScorers compiles the matchers of the original's eight scenarios.
func originalScorers() (map[string]*probes.Scorer, error) {
	all, err := lab.Scenarios("")
	if err != nil {
		return nil, err
	}
	out := map[string]*probes.Scorer{}
	for _, o := range contextarena.Originals() {
		i := slices.IndexFunc(all, func(s *arena.Scenario) bool { return s.ID == o.ID })
		if i < 0 {
			return nil, fmt.Errorf("scenario %s isn't builtin", o.ID)
		}
		if out[o.ID], err = probes.NewScorer(all[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
