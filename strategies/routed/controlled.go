// Package routed has the strategies that play another one, which they choose by what an earlier run
// found out.
package routed

import (
	"context"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Controlled plays the cheapest configuration of a policy whose retention surely meets a floor: the
// lower confidence bound does. It decides at the first message, the same for every conversation. Where no
// bound meets the floor it plays the configuration with the highest bound, and warns.
type Controlled struct {
	Policy string  `yaml:"policy" need:"true" help:"policy file, as arena policy export writes it"`
	Floor  float64 `yaml:"floor" default:"0.7" min:"0" max:"1" help:"share of what is asked that must be kept"`
}

// Name is "controlled".
func (Controlled) Name() string { return "controlled" }

// Version is an integer alone: there are no prompts. Those of the chosen strategy are covered by its
// own version, which the policy names.
func (Controlled) Version() string { return "1" }

// Policies implements arena.PolicyReader.
func (s Controlled) Policies() []string { return []string{s.Policy} }

// Start begins a trial. Everything that is wrong with the policy is reported at once, as an arena.Mistake.
func (s Controlled) Start(env arena.Env) (arena.Memory, error) {
	const again = "make it again with arena policy export"
	p, f, err := readPolicy(env, s.Name(), s.Policy, FrontierKind, again, ReadFrontier)
	if err != nil {
		return nil, err
	}
	c := &controller{settings: s, frontier: f}
	c.delegate = delegate{name: s.Name(), env: env, choose: c.decide}
	if err := c.offer(f.Candidates, p.Models); err != nil {
		return nil, arena.Mistake{Err: fmt.Errorf("controlled: policy %s: %w: sweep again and %s", s.Policy, err, again)}
	}
	return c, nil
}

// readPolicy is the file that a strategy decides by. What is wrong with it is an arena.Mistake, which says
// how to make it again.
func readPolicy[T any](env arena.Env, strategy, file, kind, again string, read func(text []byte) (*T, error)) (arena.Policy, *T, error) {
	p, ok := env.Policies[file]
	if !ok || env.Strategy == nil {
		return p, nil, fmt.Errorf("%s: policy %s wasn't read before the trial", strategy, file)
	}
	if p.Kind != kind {
		return p, nil, arena.Mistake{Err: fmt.Errorf("%s: policy %s is of kind %q, want %q: %s", strategy, file, p.Kind, kind, again)}
	}
	t, err := read(p.Text)
	if err != nil {
		return p, nil, arena.Mistake{Err: fmt.Errorf("%s: policy %s: %w: %s", strategy, file, err, again)}
	}
	return p, t, nil
}

// option is a candidate that can be played.
type option struct {
	label    string
	strategy arena.Strategy
	memory   llm.Model
}

// optionOf makes a candidate's strategy. It must be the very one that was measured.
func optionOf(c Candidate, env arena.Env, models map[string]llm.Model) (option, error) {
	o := option{label: c.Strategy, memory: env.MemoryModel}
	var err error
	if o.strategy, err = env.Strategy(c.Strategy); err != nil {
		return o, err
	}
	if r, ok := o.strategy.(arena.PolicyReader); ok && len(r.Policies()) > 0 {
		return o, fmt.Errorf("candidate %s decides by a policy itself", c.Strategy)
	}
	if have := o.strategy.Version(); have != c.Version {
		return o, fmt.Errorf("candidate %s was measured in version %s, and is %s today", c.Strategy, c.Version, have)
	}
	if c.MemoryModel != "" {
		m, ok := models[c.MemoryModel]
		if !ok {
			return o, fmt.Errorf("candidate %s: memory model %s isn't among the policy's models", c.Strategy, c.MemoryModel)
		}
		o.memory = m
	}
	return o, nil
}

// controller is the memory of Controlled.
type controller struct {
	delegate
	settings Controlled
	frontier *Frontier
}

// decide starts the chosen strategy.
func (c *controller) decide(context.Context, []arena.Message) (arena.Memory, error) {
	choice := c.frontier.Choose(c.settings.Floor)
	candidate, o := c.frontier.Candidates[choice.Candidate], c.options[choice.Candidate]
	c.measuredWith(c.frontier.Model)
	if !choice.Met {
		c.warn("no configuration surely keeps %g: %s has the highest bound, %.3f", c.settings.Floor, candidate.Strategy, choice.Low)
	}
	why := fmt.Sprintf("expected to keep %.3f and at least %.3f", candidate.Retention, choice.Low)
	if o.memory != c.env.Model {
		why += "; its memory is written by " + o.memory.String()
	}
	return c.play(o, why)
}
