// Package original shows what the original Context Arena published beside what its own rule and
// today's matchers say of the texts that its files hold.
//
//  1. Read takes its result files apart (lab/contextarena knows their forms and its rules), and Import
//     stores their exact bytes as one experiment.
//  2. Load reads them again, has them judged anew, and counts: the Report.
//  3. Report.Document says it.
package original

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/store"
)

// importPlan is the stored plan of an imported experiment.
type importPlan struct {
	Imported importedFrom `json:"imported"`
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
	var files []store.File
	var errs []error
	for _, path := range paths {
		data, err := input.ReadFile(path, contextarena.MaxBytes)
		errs = append(errs, err)
		files = append(files, store.File{Name: filepath.Base(path), Body: string(data)})
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

func parse(files []store.File) (Import, error) {
	if len(files) == 0 {
		return Import{}, errors.New("import: no files")
	}
	var faults contextarena.Faults
	plan := importPlan{importedFrom{From: "context-arena"}}
	for _, f := range files {
		parsed, err := contextarena.Parse(f.Name, []byte(f.Body))
		if own := contextarena.Faults(nil); errors.As(err, &own) {
			faults = append(faults, own...)
		}
		as := importedAs{f.Name, parsed.Format, fmt.Sprintf("%x", sha256.Sum256([]byte(f.Body)))}
		for _, other := range plan.Imported.Files {
			switch {
			case other.SHA256 == as.SHA256:
				faults = append(faults, contextarena.Fault{File: f.Name, Text: "has the same content as " + other.Name + ": name it once"})
			case other.Name == as.Name:
				faults = append(faults, contextarena.Fault{File: f.Name, Text: "another file is named so: rename one, since figures name their file"})
			}
		}
		plan.Imported.Files = append(plan.Imported.Files, as)
	}
	if len(faults) > 0 {
		return Import{}, faults
	}
	return Import{plan, files}, nil
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
	var sums []string
	for _, f := range plan.Imported.Files {
		sums = append(sums, f.SHA256)
	}
	slices.Sort(sums)
	id := sha256.Sum256([]byte("context-arena\n" + strings.Join(sums, "\n")))
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
	var files []contextarena.File
	for _, b := range bodies {
		f, err := contextarena.Parse(b.Name, []byte(b.Body))
		if err != nil {
			return Report{}, fmt.Errorf("experiment %d: a stored file is no longer accepted: %w", e.Number, err)
		}
		if err := f.Judge(); err != nil {
			return Report{}, err
		}
		files = append(files, f)
	}
	return count(e, files), nil
}
