package strategies

import (
	"errors"
	"path/filepath"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/prompt"
)

// Prompted is a strategy some of whose prompts are a user's, from a file: rlm(prompts=mine.txt). Find reads it.
type Prompted struct {
	prompting `yaml:"-"`
	File      string `yaml:"prompts"`
	replaced  prompt.Texts
}

// prompting is a strategy whose prompts can be replaced.
type prompting interface {
	arena.Strategy
	Prompts() prompt.Texts
}

// Prompts are the templates of a strategy, its own.
func Prompts(s arena.Strategy) (prompt.Texts, error) {
	if p, ok := s.(prompting); ok {
		return p.Prompts(), nil
	}
	return nil, errors.New("prompts: " + s.Name() + " has none that could be replaced")
}

// prompted is s with the prompts of a file, if one is named.
func prompted(s arena.Strategy, file *yaml.Node) (arena.Strategy, error) {
	if file == nil {
		return s, nil
	}
	if file.Value == "" {
		return nil, errors.New("prompts: want a file")
	}
	if _, err := Prompts(s); err != nil {
		return nil, err
	}
	return &Prompted{prompting: s.(prompting), File: file.Value}, nil
}

// unprompted is a strategy with its own prompts.
func unprompted(s arena.Strategy) arena.Strategy {
	if p, ok := s.(*Prompted); ok {
		return p.prompting
	}
	return s
}

// Find reads the file, named from a folder; empty for the one that the command is given in. The error lists every mistake.
func (s *Prompted) Find(dir string) error {
	name := s.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	data, err := input.ReadFile(name, input.Text)
	if err != nil {
		return errors.New("prompts: " + err.Error())
	}
	var faults strictyaml.Faults
	s.replaced, faults = s.Prompts().Replaced(name, string(data))
	return faults.Err()
}

// Version covers the prompts of the file, once it is read.
func (s *Prompted) Version() string { return s.prompting.Version() + "," + s.replaced.Version() }

// Start begins a trial.
func (s *Prompted) Start(env arena.Env) (arena.Memory, error) {
	if s.replaced == nil {
		return nil, errors.New("prompts: " + s.File + " wasn't read: play it by a plan, or by arena run --strategy")
	}
	env.Prompts = map[string]string{}
	for _, t := range s.replaced.All() {
		env.Prompts[t.Name] = t.Text
	}
	return s.prompting.Start(env)
}
