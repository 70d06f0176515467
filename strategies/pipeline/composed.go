package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/prompt"
)

// Composed is a pipeline put together from its modules. Its encoders, but three, can be combined with
// any store, retrieval and depth. The zero value isn't ready: strictyaml.Defaults sets the defaults.
//
// It is RLM with its defaults, Structured with encode fact_extraction, Hybrid with dual_track (both with
// a smaller budget) and SchemaGuided with type_specific. With narrative_summary it is Summarize, except
// that a cycle is due as in all others.
type Composed struct {
	Encode       Encoding `yaml:"encode" default:"targeted_delegation" help:"what a model writes at a cycle"`
	Store        string   `yaml:"store" default:"own" oneof:"own replace append_deduplicate layered versioned" help:"how that joins the notes; own is as in the preset of the encoder"`
	Retrieve     string   `yaml:"retrieve" default:"system_prefix" oneof:"system_prefix interleaved on_demand" help:"how the notes are shown"`
	Questions    int      `yaml:"questions" default:"5" oneof:"1 5" help:"how many are answered, where the model is asked any"`
	Depth        int      `yaml:"depth" default:"1" min:"1" max:"3" help:"passes per cycle; the second and third write anew from the pass before"`
	MatchPrefix  int      `yaml:"match_prefix" default:"30" min:"1" max:"1000" help:"characters two facts share if the new one replaces the old; versioned has its own rule"`
	Cadence      `yaml:",inline"`
	KeepTokens   int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of the store; beyond, what was written longest ago goes"`
	RecallTokens int `yaml:"recall_tokens" default:"300" min:"16" max:"1000000" help:"tokens of the lines that on_demand shows"`
	MaxTokens    int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Version covers the prompts.
func (s Composed) Version() string { return s.Prompts().Version() }

// Prompts are the templates of the encoder and of the retrieval.
func (s Composed) Prompts() prompt.Texts {
	templates := slices.Clone(s.Encode.entry().templates)
	switch s.Retrieve {
	case "interleaved":
		templates = append(templates, "recall_message.tmpl")
	case "on_demand":
		templates = append(templates, "recall_lines.tmpl")
	}
	return used(3, templates...)
}

// Check refuses what an encoder with a store of its own can't be combined with, all at once.
func (s Composed) Check() error {
	if s.Encode.MakesPasses() {
		return nil
	}
	var errs []error
	if s.Store != "own" {
		errs = append(errs, fmt.Errorf("encode %s writes for a store that only it has: leave store out, or choose another encoder", s.Encode))
	}
	if s.Depth > 1 {
		errs = append(errs, fmt.Errorf("encode %s makes no further passes: leave depth out, or choose another encoder", s.Encode))
	}
	return errors.Join(errs...)
}

// Under begins a trial with layers over it.
func (s Composed) Under(env arena.Env, layers ...Layer) (arena.Memory, error) {
	return start(env, modules{
		manage:   s.manager(),
		encode:   s.Encode.entry().encoder(s),
		store:    s.noteStore(env),
		retrieve: s.retriever(env),
	}, layers...)
}

func (s Composed) noteStore(env arena.Env) noteStore {
	facts := headedNotes{tokens: env.Tokens, budget: s.KeepTokens, key: byBeginning(s.MatchPrefix)}
	var n noteStore
	switch e := s.Encode.entry(); s.Store {
	case "append_deduplicate":
		n = &appendDeduplicate{facts}
	case "layered":
		n = &layered{earlier: facts}
	case "versioned":
		n = &versioned{tokens: env.Tokens, budget: s.KeepTokens}
	default:
		n = &replace{tokens: env.Tokens, budget: s.KeepTokens}
		if e.store != nil && (s.Store == "own" || s.Encode == "type_specific") { // which replaces kind by kind
			n = e.store(facts)
		}
	}
	if s.Encode == "dual_track" {
		return &twoTracks{facts: n}
	}
	return n
}

func (s Composed) retriever(env arena.Env) retriever {
	switch s.Retrieve {
	case "interleaved":
		return &interleaved{env: env}
	case "on_demand":
		return &onDemand{env: env, budget: s.RecallTokens}
	}
	return &systemPrefix{env, env.System}
}
