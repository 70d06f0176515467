package strategies

import (
	"errors"
	"path/filepath"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/strategies/prompt"
)

// Prompted is a strategy some of whose prompts are a user's, from a file: rlm(prompts=mine.txt). Find reads it.
type Prompted struct {
	arena.Strategy `yaml:"-"`
	File           string `yaml:"prompts"`
	own, replaced  prompt.Texts
}

// Prompts are the templates of a strategy that a user's may take the place of.
func Prompts(s arena.Strategy) (prompt.Texts, error) {
	if has, ok := s.(interface{ Prompts() prompt.Texts }); ok {
		return has.Prompts(), nil
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
	texts, err := Prompts(s)
	if err != nil {
		return nil, err
	}
	return &Prompted{Strategy: s, File: file.Value, own: texts}, nil
}

// Prompts are the strategy's own.
func (s *Prompted) Prompts() prompt.Texts { return s.own }

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
	replaced, faults := s.own.Replaced(name, string(data))
	if len(faults) > 0 {
		return faults
	}
	s.replaced = replaced
	return nil
}

// Version covers the prompts of the file, once it is read.
func (s *Prompted) Version() string { return s.Strategy.Version() + "," + s.replaced.Version() }

// Start begins a trial.
func (s *Prompted) Start(env arena.Env) (arena.Memory, error) {
	if s.replaced == nil {
		return nil, errors.New("prompts: " + s.File + " wasn't read: play it by a plan, or by arena run --strategy")
	}
	env.Prompts = map[string]string{}
	for _, t := range s.replaced.All() {
		env.Prompts[t.Name] = t.Text
	}
	return s.Strategy.Start(env)
}
