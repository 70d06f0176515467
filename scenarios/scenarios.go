// Package scenarios reads scenario files and judges whether they measure what they say.
//
//  1. A file is decoded strictly (Parse); what is wrong is reported all at once, each mistake
//     with its place. docs/scenarios.md is the format, scenario.schema.json the same for editors.
//  2. The decoded file is checked against itself: ids, turns, chains of corrections, derived
//     values, patterns that compile, facts that are recognised where they are stated.
//  3. Scenarios are tried against their own past and against each other (Lint): a probe that
//     matches where its fact isn't said measures nothing. A fact's text must answer its question
//     and say no more than was said, for readers that are measured by it.
//
// The builtin scenarios are part of the program (Builtin); others come from a folder (Load).
package scenarios

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/internal/strictyaml"
)

// JSONSchema describes a scenario file for editors. It knows the form only: that ids exist or
// that a fact is said at its turn is checked by Parse alone.
//
//go:embed scenario.schema.json
var JSONSchema []byte

// builtinFiles are the builtin scenarios as people write them and, so that no command waits for YAML, packed: as CBOR of what Parse makes of
// them (go test ./scenarios -run Packed -update packs them anew).
//
//go:embed builtin/*.yaml packed/*.cbor
var builtinFiles embed.FS

// original is the order of the eight scenarios of the original benchmark.
var original = []string{
	"early-fact-recall", "state-change-tracking", "contradiction-resolution", "multi-hop-reasoning",
	"long-horizon-noise", "cascading-corrections", "implicit-corrections", "rapid-fire-corrections",
}

// builtins reads each builtin scenario once, when it is asked for.
// ids are theirs, which are the names of their files: the original ones in their order, then the others.
var builtins, ids = func() (map[string]func() (*arena.Scenario, error), []string) {
	entries, err := builtinFiles.ReadDir("builtin")
	if err != nil {
		panic("scenarios: " + err.Error()) // the folder is part of the program
	}
	read, ids := map[string]func() (*arena.Scenario, error){}, slices.Clone(original)
	for _, e := range entries {
		id := strings.TrimSuffix(e.Name(), ".yaml")
		if !slices.Contains(original, id) {
			ids = append(ids, id)
		}
		read[id] = sync.OnceValues(func() (*arena.Scenario, error) {
			s := new(arena.Scenario)
			data, err := builtinFiles.ReadFile("packed/" + id + ".cbor")
			if err == nil {
				err = cbor.Unmarshal(data, s)
			}
			if err != nil {
				return nil, fmt.Errorf("scenarios: builtin %s: %w", id, err)
			}
			return s, nil
		})
	}
	return read, ids
}()

// Builtin returns the scenarios that are part of the program: the eight original ones in their
// order, then others by id. They are read once; callers share them and must not change them.
func Builtin() ([]*arena.Scenario, error) { return read(func(string) bool { return true }) }

// BuiltinOf returns what Builtin does of a suite ("" or original) and of some ids, without reading any other. It reports
// false if one of the ids isn't builtin, or the suite is another.
func BuiltinOf(suite string, named []string) ([]*arena.Scenario, bool, error) {
	if suite != "" && suite != suiteOriginal || slices.ContainsFunc(named, func(id string) bool { return builtins[id] == nil }) {
		return nil, false, nil
	}
	ss, err := read(func(id string) bool {
		return suite != "" && slices.Contains(original, id) || slices.Contains(named, id)
	})
	return ss, err == nil, err
}

// read reads builtin scenarios, in their order.
func read(wanted func(id string) bool) (ss []*arena.Scenario, _ error) {
	for _, id := range ids {
		if !wanted(id) {
			continue
		}
		s, err := builtins[id]()
		if err != nil {
			return nil, err
		}
		ss = append(ss, s)
	}
	return ss, nil
}

// BuiltinFile is the text of a builtin scenario's file, and where it stands in the source tree.
func BuiltinFile(id string) (name string, data []byte, err error) {
	data, err = builtinFiles.ReadFile("builtin/" + id + ".yaml")
	return "scenarios/builtin/" + id + ".yaml", data, err
}

// Load reads all *.yaml files of a folder and sorts the scenarios by id. The faults of all files
// are reported together, as strictyaml.Faults. A folder without such a file is an error.
func Load(dir string) ([]*arena.Scenario, error) {
	folder := os.DirFS(dir)
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, fmt.Errorf("scenarios: folder %s: %w", dir, err)
	}
	var ss []*arena.Scenario
	var faults strictyaml.Faults
	first := map[string]string{} // scenario id → file
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".yaml") {
			continue
		}
		name := filepath.Join(dir, e.Name())
		data, err := input.ReadIn(folder, e.Name(), input.Text)
		if err != nil {
			return nil, fmt.Errorf("scenarios: %w", err)
		}
		s, doc, own := parse(name, data)
		faults = append(faults, own...)
		if doc == nil || s.ID == "" {
			continue
		}
		if other, twice := first[s.ID]; twice {
			faults = append(faults, doc.Faultf([]any{"id"}, "id: %s is the id of %s too", s.ID, other))
			continue
		}
		first[s.ID] = name
		ss = append(ss, s)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if len(ss) == 0 {
		return nil, fmt.Errorf("scenarios: folder %s has no scenario (a file whose name ends with .yaml)", dir)
	}
	slices.SortFunc(ss, func(a, b *arena.Scenario) int { return cmp.Compare(a.ID, b.ID) })
	return ss, nil
}

// Parse reads one scenario. The error is strictyaml.Faults: everything that is wrong with the
// file, ordered by place.
func Parse(file string, data []byte) (*arena.Scenario, error) {
	s, _, faults := parse(file, data)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return s, nil
}

// parse is Parse that also returns the document; it is nil if the text can't be read.
func parse(name string, data []byte) (*arena.Scenario, *strictyaml.Document, strictyaml.Faults) {
	var faults strictyaml.Faults
	doc, err := strictyaml.Parse(name, data)
	if err != nil && !errors.As(err, &faults) {
		return nil, nil, strictyaml.Faults{{File: name, Text: err.Error()}}
	}
	if doc == nil {
		return nil, nil, faults
	}
	s := new(arena.Scenario)
	decoding := doc.Decode(s)
	defaults(s)
	c := checker{name: name, doc: doc, file: s, decoding: decoding}
	faults = slices.Concat(faults, decoding, c.check())
	complete(s)
	return s, doc, faults
}
