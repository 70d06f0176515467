package nightly

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/llm/tokens"
	"contextarena.internal/scenarios"
	"contextarena.internal/scenarios/generate"
	"contextarena.internal/scenarios/seal"
	"contextarena.internal/store"
	"go.yaml.in/yaml/v4"
)

// sealed is where a night's scenarios are drawn from: a secret seed whose hash was published
// before. The scenarios are in no file but the database, and their names and descriptions say the hash.
// The seed itself is told by unseal, of a night that is complete.
type sealed struct {
	Hash      string            // of the seed, published before the night
	Next      string            // file for the seed of the next night, which isn't there yet; empty for none
	Scenarios int               // how many are drawn
	Settings  generate.Settings // of each; without a seed and an id

	seed  string
	drawn []*arena.Scenario
}

// Unsealed is what is published of a sealed night.
type Unsealed struct {
	Hash      string `json:"hash"`
	Seed      string `json:"seed,omitempty"` // empty as long as the night isn't complete
	Scenarios int    `json:"scenarios"`
	IDs       string `json:"ids"`      // of the scenarios, followed by their numbers from 1
	Settings  string `json:"settings"` // of each, as flags of arena scenarios generate
	Next      string `json:"next_hash,omitempty"`
}

// unseal is what may be published after the night's run: the seed only if every trial of it is
// done.
func (s *sealed) unseal(e store.Experiment) Unsealed {
	_, flags, _ := strings.Cut(s.Settings.String(), "--turns ")
	u := Unsealed{Hash: s.Hash, Scenarios: s.Scenarios, IDs: s.ids(), Settings: "--turns " + flags}
	if e.Status == store.Complete {
		u.Seed = s.seed
	}
	return u
}

// ids is the beginning of the scenarios' ids: those of different nights differ.
func (s *sealed) ids() string { return "sealed-" + s.Hash[:8] + "-" }

// nth are the settings of the i-th scenario, from 1. Its seed is plain, so that arena scenarios
// generate makes the same scenario once the seed is out.
func (s *sealed) nth(i int) generate.Settings {
	out := s.Settings
	out.ID, out.Seed = fmt.Sprint(s.ids(), i), fmt.Sprintf("%s/%d", s.seed, i)
	return out
}

// draw makes the scenarios. What is wrong with the settings shows here at the latest.
func (s *sealed) draw() error {
	count := tokens.NewCounter().Count
	for i := 1; i <= s.Scenarios; i++ {
		var b bytes.Buffer
		settings := s.nth(i)
		if err := generate.Write(&b, settings, count); err != nil {
			return fmt.Errorf("%w (%s)", err, settings.ID)
		}
		drawn, err := scenarios.Parse(settings.ID+".yaml", b.Bytes())
		if err != nil {
			return err
		}
		drawn.Description = fmt.Sprintf("Scenario %d of %d drawn from the sealed seed with the hash %s.", i, s.Scenarios, s.Hash)
		s.drawn = append(s.drawn, drawn)
	}
	return nil
}

// place notes errors of generate's settings, each of which begins with its field, at their places.
func (m *mistakes) place(err error) {
	errs := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		errs = many.Unwrap()
	}
	for _, err := range errs {
		if err != nil {
			field, _, _ := strings.Cut(err.Error(), ":")
			m.add([]any{"sealed", "generate", strings.ReplaceAll(field, " ", "_")}, "%v", err)
		}
	}
}

// unspent is an error if the database has another night with the seed of p: its scenarios have been
// played, so they are no news to anybody. The same night goes on where it stopped. A plan that isn't
// sealed is always unspent.
func unspent(ctx context.Context, l *lab.Lab, p lab.Plan) error {
	if p.Sealed == "" {
		return nil
	}
	r, err := l.Resolve(p)
	if err != nil {
		return err
	}
	mine := r.Experiment(l, arena.Keys(r.Trials()))
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return err
	}
	for _, e := range all {
		other, err := lab.PlannedOf(e)
		if e.ID == mine.ID || err != nil || other.Sealed != p.Sealed {
			continue
		}
		const fresh = "draw another one (arena scenarios seal FILE --new)"
		if e.Status == store.Complete {
			return fmt.Errorf("sealed: the seed was revealed after experiment %d (%s), and a seed is good for one night: %s", e.Number, cmp.Or(e.Name, "no name"), fresh)
		}
		return fmt.Errorf("sealed: experiment %d (%s) has played some of this seed's scenarios and is %s: go on with that night (--night, and everything else as it was), or %s", e.Number, cmp.Or(e.Name, "no name"), e.Status, fresh)
	}
	return nil
}

// sealedFile is the part of a nightly file that says what is drawn.
type sealedFile struct {
	Seed      string        `yaml:"seed" need:"true" help:"a file, relative to the nightly file"`
	Hash      string        `yaml:"hash"`
	Next      string        `yaml:"next" help:"a file, relative to the nightly file"`
	Scenarios int           `yaml:"scenarios" default:"8" min:"1" max:"100"`
	Generate  *generateFile `yaml:"generate"`
}

// generateFile is generate.Settings as they stand in a file. What isn't there has its default;
// values out of range are left to Settings.Check.
type generateFile struct {
	generate.Settings
	decoded bool // without mistakes
}

// UnmarshalStrict reads the settings by the names of the flags of arena scenarios generate, with
// underscores.
func (f *generateFile) UnmarshalStrict(n *yaml.Node) error {
	f.Settings = generate.Defaults()
	if faults := strictyaml.DecodeNode("", n, &f.Settings); len(faults) > 0 {
		return faults
	}
	f.decoded = true
	return nil
}

// sealed checks the block of a nightly file at path. All but what only drawing shows is checked.
func (f sealedFile) sealed(path string, m *mistakes) *sealed {
	s := &sealed{Hash: strings.ToLower(strings.TrimSpace(f.Hash)), Scenarios: f.Scenarios, Settings: generate.Defaults()}
	add := func(field, format string, args ...any) {
		m.add([]any{"sealed", field}, "%s: %s", field, fmt.Sprintf(format, args...))
	}
	if f.Seed != "" {
		data, err := input.ReadFile(beside(path, f.Seed), input.Text)
		if err == nil {
			s.seed = strings.TrimSpace(string(data))
			_, err = seal.Hash(s.seed)
		}
		if err != nil {
			add("seed", "%v", err)
			s.seed = ""
		}
	}
	switch {
	case s.Hash == "":
		add("hash", "%v", seal.Check("", ""))
	case s.seed != "":
		if err := seal.Check(s.Hash, s.seed); err != nil {
			add("hash", "%v", err)
		}
	}
	if f.Next != "" {
		s.Next = beside(path, f.Next)
		if _, err := os.Lstat(s.Next); err == nil {
			add("next", "%s is there already: it is for a seed that is drawn after the night (is it tonight's? then it belongs under seed)", f.Next)
		} else if _, folder := os.Stat(filepath.Dir(s.Next)); folder != nil || !errors.Is(err, fs.ErrNotExist) {
			add("next", "%s can't be written after the night: %v", f.Next, cmp.Or(folder, err))
		}
	}
	if f.Generate != nil {
		s.Settings = f.Generate.Settings
	}
	if f.Generate == nil || f.Generate.decoded {
		example := s.Settings
		example.ID, example.Seed = "sealed-1", "sealed"
		m.place(example.Check())
	}
	return s
}

// drawsAlone finds what a plan says of scenarios, which a sealed night draws. A plan that can't be
// read is reported by who reads it.
func drawsAlone(file string) strictyaml.Faults {
	data, err := input.ReadFile(file, input.Text)
	if err != nil {
		return nil
	}
	doc, _ := strictyaml.Parse(file, data)
	if doc == nil {
		return nil
	}
	var faults strictyaml.Faults
	line, column := doc.At()
	for _, field := range []string{"suite", "scenarios", "scenarios_dir"} {
		if l, c := doc.At(field); l != line || c != column { // a field that isn't there has the place of the whole
			faults = append(faults, doc.Faultf([]any{field}, "%s: a sealed night plays what it draws: leave the field out", field))
		}
	}
	return faults
}
