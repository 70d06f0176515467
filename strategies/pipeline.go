package strategies

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/darlm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/signals"
)

// Pipeline is any combination of an encoder, a store, a retrieval and layers.
type Pipeline struct {
	pipeline.Composed `yaml:",inline"`
	AdaptiveDepth     bool     `yaml:"adaptive_depth" default:"false" help:"passes from 1 to depth, by the signals of the segment"`
	Layers            []string `yaml:"layers" help:"layers over it, in order: cascade, or cascade(threshold=2)"`
}

// Name is "pipeline".
func (Pipeline) Name() string { return "pipeline" }

// Version covers the prompts.
func (s Pipeline) Version() string { return s.Prompts().Version() }

// Prompts are the modules' and the layers'.
func (s Pipeline) Prompts() prompt.Texts {
	texts := s.Composed.Prompts()
	if s.AdaptiveDepth {
		texts = append(texts, adaptive{}.Prompts()...)
	}
	for _, spec := range s.Layers {
		if l, err := ParseLayer(spec); err == nil {
			texts = append(texts, l.Prompts()...)
		}
	}
	if s.Layers != nil {
		texts = append(texts, pipeline.Beside()...)
	}
	return texts
}

// Check refuses unknown layers, wrong settings of theirs and combinations that make no sense, all
// at once.
func (s Pipeline) Check() error {
	_, err := s.parsed()
	return err
}

// parsed are the layers of a pipeline that passes Check.
func (s Pipeline) parsed() ([]pipeline.Layer, error) {
	var out []pipeline.Layer
	var names []string
	errs := []error{s.Composed.Check()}
	if s.AdaptiveDepth {
		if !s.Encode.MakesPasses() {
			errs = append(errs, fmt.Errorf("encode %s makes one pass, so adaptive_depth has nothing to choose: leave it out, or choose another encoder", s.Encode))
		}
		out = append(out, adaptive{s.Depth})
	}
	for _, spec := range s.Layers {
		l, err := ParseLayer(spec)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if slices.Contains(names, l.Name()) {
			errs = append(errs, fmt.Errorf("layer %s is listed twice: one of it does all it can", l.Name()))
		}
		if l.Name() == (darlm.Layer{}).Name() && s.AdaptiveDepth {
			errs = append(errs, errors.New("layer da_rlm and adaptive_depth both choose the passes: leave one of them out"))
		}
		if o, ok := l.(interface {
			Over(encode pipeline.Encoding) error
		}); ok {
			errs = append(errs, o.Over(s.Encode))
		}
		names, out = append(names, l.Name()), append(out, l)
	}
	return out, errors.Join(errs...)
}

// Start begins a trial.
func (s Pipeline) Start(env arena.Env) (arena.Memory, error) {
	ls, err := s.parsed()
	if err != nil {
		return nil, err
	}
	return s.Under(env, ls...)
}

// adaptive chooses the passes of each segment by the rules of da_rlm with their defaults, from 1
// to most. A segment to which no rule applies is read once, and none is put off.
type adaptive struct{ most int }

// Name is the setting's.
func (adaptive) Name() string { return "adaptive_depth" }

// Prompts are none.
func (adaptive) Prompts() prompt.Texts { return prompt.Code(1) }

// Attach begins a trial.
func (a adaptive) Attach(env arena.Env) (pipeline.Hooks, error) {
	rules := strictyaml.Default[darlm.Layer]()
	rules.KeepRawTokens = 0
	return pipeline.Hooks{Plan: func(_ context.Context, p *pipeline.Plan) error {
		measured := signals.Of(p.Segment, "", env.Tokens) // the notes' size is left out: it could only ask for one pass, as no rule does
		p.Depth = min(max(1, rules.Route(measured)), a.most)
		return nil
	}}, nil
}
