package lab

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// An alias is the name by which a plan's strategy goes in reports, gates and comparisons: {name: rlm,
// max_tokens: 48, as: prod}. It is the plan's alone: trials are of the strategy, whatever it is called, so
// they are shared with plans that call it otherwise.

// aliasForm is what an alias may be: a word that no shell takes apart.
var aliasForm = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9._-]{0,39}$`)

// checkAlias is an error for a name that can't be told from a strategy's or a setting.
func checkAlias(alias, label string) error {
	switch {
	case !aliasForm.MatchString(alias):
		return fmt.Errorf("as: %q is no name: want up to 40 letters, digits, dots, dashes and underscores, a letter first", alias)
	case IsControl(label):
		return fmt.Errorf("as: %s is a control, which everything is read against: it keeps its name", label)
	case alias == label:
		return fmt.Errorf("as: %s has that name already", label)
	}
	if _, err := strategies.New(alias); err == nil {
		return fmt.Errorf("as: %s is another strategy's name", alias)
	}
	return nil
}

// alias gives the newest strategy of the plan the name that a file has for it.
func (p *Plan) alias(file string, at *yaml.Node) strictyaml.Faults {
	err := errors.New("as: want a name")
	if at.Kind == yaml.ScalarNode {
		err = p.Alias(p.Strategies[len(p.Strategies)-1], at.Value)
	}
	if err != nil {
		return strictyaml.Faults{{File: file, Line: at.Line, Column: at.Column, Text: err.Error()}}
	}
	return nil
}

// Alias gives a strategy of the plan another name.
func (p *Plan) Alias(s arena.Strategy, name string) error {
	label := strategies.Label(s)
	if err := checkAlias(name, label); err != nil {
		return err
	}
	for other, alias := range p.Aliases {
		if alias == name {
			return fmt.Errorf("as: %s is what %s is called already", alias, other)
		}
	}
	if p.Aliases == nil {
		p.Aliases = map[string]string{}
	}
	p.Aliases[label] = name
	return nil
}

// NameOf is what a strategy's label is called in the plan.
func (p Plan) NameOf(label string) string {
	if alias, ok := p.Aliases[label]; ok {
		return alias
	}
	return label
}

// Named is what a strategy is called in the plan: its alias, if it has one. Spec may be that, or any spec.
func (p Planned) Named(spec string) string {
	label := Canonical(spec)
	for alias, of := range p.Specs {
		if of == label {
			return alias
		}
	}
	return label
}

// Spec is the label of the strategy that is called so.
func (p Planned) Spec(name string) string {
	name = WithoutBudget(name)
	if label, ok := p.Specs[name]; ok {
		return label
	}
	return name
}

// Notes say what the aliases stand for.
func (p Planned) Notes() []string {
	var out []string
	for _, name := range p.Strategies {
		alias := WithoutBudget(name)
		if label, ok := p.Specs[alias]; ok && !slices.Contains(out, alias+" is "+label+".") {
			out = append(out, alias+" is "+label+".")
		}
	}
	return out
}

// Rewords is a warning about prompts of the user's that a simulated model reads; empty where none does.
func (p Planned) Rewords() string {
	if strings.Contains(fmt.Sprint(p.Strategies, p.Specs, p.Points), "prompts=") && strings.Contains(fmt.Sprint(p.Models, p.MemoryModel), "sim:") {
		return "Simulated models read the headings, forms and tags of a prompt, not its wording: what other prompts change here says nothing of a real model."
	}
	return ""
}

// call gives a trial the name that its plan has for its strategy.
func (p Planned) call(t *store.Trial) {
	if t.Budget == 0 { // it wasn't kept with the trial once
		t.Budget = p.TokenBudget
	}
	if len(p.Specs) > 0 {
		t.Strategy = p.Named(t.Strategy)
	}
	t.Strategy = nameIn(p.Budgets, t.Strategy, t.Budget)
}

// aliased lists the aliases of a plan for the hash of its experiment.
func (p Planned) aliased() string {
	var out []string
	for alias, label := range p.Specs {
		out = append(out, alias+"="+label)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
