// Package certify measures what judges replies, the project's own matchers or a model, by replies that people
// have labelled.
//
//  1. A Set is a YAML file of labelled replies; Load has the one that comes with the program (set.go).
//  2. Matchers and Opinions are what the two say of a set (opinion.go).
//  3. A Share counts how often that is what people said, with an interval over scenarios (score.go).
//  4. Run puts them side by side, and Certified says whether a judge may be used (certify.go).
package certify

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v4"

	"contextarena.internal/arena"
	"contextarena.internal/internal/input"
	"contextarena.internal/lab"
	"contextarena.internal/lab/judge"
	"contextarena.internal/probes"
)

// Unclear is the label of a reply that a person couldn't decide on. Nothing is measured by it.
const Unclear probes.Result = "unclear"

// Reply is a reply with the label that a person gave it.
type Reply struct {
	Scenario string        `yaml:"scenario"`
	Probe    string        `yaml:"probe"`
	Label    probes.Result `yaml:"label"`          // kept, stale, lost or unclear
	Kind     string        `yaml:"kind"`           // natural, or awkward: where a careless matcher is fooled
	Manner   string        `yaml:"manner"`         // terse, chatty, json, …
	Way      string        `yaml:"way"`            // how it is right or wrong, in a few words
	From     string        `yaml:"from,omitempty"` // where the reply comes from; empty if it was written to be judged
	Reply    string        `yaml:"reply"`
}

// The kinds of replies.
const (
	Natural = "natural"
	Awkward = "awkward"
)

// Set is a file of labelled replies.
type Set struct {
	Name    string
	Replies []Reply

	asked []asked // by reply
}

// asked is the probe that a reply answers.
type asked struct {
	scenario *arena.Scenario
	probe    int
}

// heldOut are replies that no rule of the matchers was made by.
//
//go:embed held-out-16.yaml
var heldOut []byte

// Load reads the set that comes with the program.
func Load() (Set, error) {
	known, err := lab.Scenarios("")
	if err != nil {
		return Set{}, err
	}
	return Parse("held-out-16", heldOut, known)
}

// LoadFile reads a file of labels about these scenarios. What is wrong with it is an arena.Mistake.
func LoadFile(name string, known []*arena.Scenario) (Set, error) {
	data, err := input.ReadFile(name, input.Data)
	if err != nil {
		return Set{}, arena.Mistake{Err: err}
	}
	s, err := Parse(name, data, known)
	if err != nil {
		return s, arena.Mistake{Err: err}
	}
	return s, nil
}

// Parse reads a set. All mistakes are reported at once, by the place of the reply in the list.
func Parse(name string, data []byte, known []*arena.Scenario) (Set, error) {
	s := Set{Name: name}
	if len(bytes.TrimSpace(data)) == 0 {
		return s, nil
	}
	if err := yaml.Load(data, &s.Replies, yaml.WithKnownFields()); err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	byID := map[string]*arena.Scenario{}
	for _, k := range known {
		byID[k.ID] = k
	}
	var errs []error
	for i, r := range s.Replies {
		a := asked{scenario: byID[r.Scenario]}
		var wrong []string
		if a.scenario == nil {
			wrong = append(wrong, fmt.Sprintf("unknown scenario %q (see arena scenarios list)", r.Scenario))
		} else if a.probe = slices.IndexFunc(a.scenario.Probes, func(p arena.Probe) bool { return p.ID == r.Probe }); a.probe < 0 {
			wrong = append(wrong, fmt.Sprintf("scenario %s has no probe %q", r.Scenario, r.Probe))
		}
		if !slices.Contains([]probes.Result{probes.Kept, probes.Stale, probes.Lost, Unclear}, r.Label) {
			wrong = append(wrong, fmt.Sprintf("label %q: want kept, stale, lost or unclear", r.Label))
		}
		if r.Kind != Natural && r.Kind != Awkward {
			wrong = append(wrong, fmt.Sprintf("kind %q: want natural or awkward", r.Kind))
		}
		for _, w := range wrong {
			errs = append(errs, fmt.Errorf("%s: reply %d: %s", name, i+1, w))
		}
		s.asked = append(s.asked, a)
	}
	return s, errors.Join(errs...)
}

// Cases are the replies as a judge is asked about them, those left out that nothing is measured by.
func (s Set) Cases() []judge.Case {
	var out []judge.Case
	for _, i := range s.labelled() {
		out = append(out, s.judgeCase(i))
	}
	return out
}

// judgeCase is a reply as a judge is asked about it.
func (s Set) judgeCase(i int) judge.Case {
	a := s.asked[i]
	return judge.CaseOf(a.scenario, a.scenario.Probes[a.probe], s.Replies[i].Reply)
}

// labelled are the replies that something is measured by, by their places.
func (s Set) labelled() []int {
	var out []int
	for i, r := range s.Replies {
		if r.Label != Unclear {
			out = append(out, i)
		}
	}
	return out
}
