package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/llm"
)

// PolicySchema names the form of a policy file.
const PolicySchema = "context-arena/policy/1"

// policyCommands write policies, one for each kind.
const policyCommands = "arena policy export or export-archive"

// PolicyFile is what a run found out, for a strategy to decide by. A strategy that is tried on a
// scenario the policy was made from would know the answers, so a policy has a fold for each of them,
// made without it.
type PolicyFile struct {
	Schema    string          `json:"schema"`
	Kind      string          `json:"kind"` // arena.Policy.Kind
	From      string          `json:"from"` // what it was made from, for people
	Simulated bool            `json:"simulated"`
	Models    []string        `json:"models"` // that the folds name
	Whole     json.RawMessage `json:"whole"`  // made from every scenario
	// Folds are by scenario id, each made from all others. A variant of a scenario uses that one's.
	Folds map[string]json.RawMessage `json:"folds"`

	path   string
	models map[string]llm.Model
}

// LoadPolicy reads a policy file.
func LoadPolicy(path string) (*PolicyFile, error) {
	data, err := input.ReadFile(path, input.Data)
	if err != nil {
		return nil, fmt.Errorf("policy: %w (write one with %s)", err, policyCommands)
	}
	p := &PolicyFile{path: path}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("policy %s: %w: write it again with %s", path, err, policyCommands)
	}
	switch {
	case p.Schema != PolicySchema:
		return nil, fmt.Errorf("policy %s: its schema is %q, want %q: write it again with %s", path, p.Schema, PolicySchema, policyCommands)
	case p.Kind == "" || len(p.Whole) == 0:
		return nil, fmt.Errorf("policy %s: it has no kind, or nothing to decide by: write it again with %s", path, policyCommands)
	}
	return p, nil
}

// resolve looks the models up that the policy names.
func (p *PolicyFile) resolve(models Models) error {
	p.models = map[string]llm.Model{}
	var errs []error
	for _, name := range p.Models {
		m, err := models.Resolve(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("policy %s: %w", p.path, err))
		}
		p.models[name] = m
	}
	return errors.Join(errs...)
}

// For is the policy as a trial on a scenario may use it.
func (p *PolicyFile) For(s *arena.Scenario) arena.Policy {
	text, ok := p.Folds[s.ID]
	if !ok && s.VariantOf != "" {
		text, ok = p.Folds[s.VariantOf]
	}
	if !ok {
		text = p.Whole
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", p.Kind, text)
	for _, name := range slices.Sorted(maps.Keys(p.models)) {
		fmt.Fprintf(h, "%s %+v\n", name, p.models[name])
	}
	return arena.Policy{Kind: p.Kind, Text: text, Hash: hex.EncodeToString(h.Sum(nil)[:16]), Models: p.models}
}

// readPolicies reads the files that a strategy decides by. Mistakes are reported at once.
func readPolicies(s arena.Strategy, models Models) ([]*PolicyFile, error) {
	reader, ok := s.(arena.PolicyReader)
	if !ok {
		return nil, nil
	}
	var out []*PolicyFile
	var errs []error
	for _, path := range reader.Policies() {
		p, err := LoadPolicy(path)
		if err == nil {
			err = p.resolve(models)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("strategy %s: %w", s.Name(), err))
			continue
		}
		out = append(out, p)
	}
	return out, errors.Join(errs...)
}

// policiesFor are the folds of the files for a scenario, by file.
func policiesFor(files []*PolicyFile, s *arena.Scenario) map[string]arena.Policy {
	if len(files) == 0 {
		return nil
	}
	out := map[string]arena.Policy{}
	for _, p := range files {
		out[p.path] = p.For(s)
	}
	return out
}

// policyModels are the models that policies name, in the order of the files.
func policyModels(files []*PolicyFile) []llm.Model {
	var out []llm.Model
	for _, p := range files {
		for _, name := range p.Models {
			out = append(out, p.models[name])
		}
	}
	return out
}

// Write is the file's text.
func (p *PolicyFile) Write() ([]byte, error) {
	p.Schema = PolicySchema
	text, err := json.MarshalIndent(p, "", "  ")
	return append(text, '\n'), err
}
