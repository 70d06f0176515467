// Package layers is what can ride on a pipeline: one file a layer. Each is a strategy of its own
// over rlm, under its own name, and any of them can be stacked over any pipeline with Pipeline.
//
// Adding a layer is a file here and a line in the list.
package layers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/pipeline"
)

// Entry is a layer of the list.
type Entry struct {
	Name     string
	About    string                // one line for `arena strategies list`
	Strategy func() arena.Strategy // the layer alone, over rlm, without its defaults
	blank    func() pipeline.Layer // a pointer to it
}

// list is every layer, in the order in which reports show them.
var list = []Entry{
	entry[DepthRouter]("reads dense, changed segments twice or more, noisy ones once, small ones not yet"),
	entry[CorrectionFormat]("a list of corrections beside the notes, in one of seven formats"),
	entry[ShadowGraph]("a graph of entities, places, relations and decisions beside the notes"),
	entry[Foresight]("flags surprising values for the encoder and adds those its notes lack"),
	entry[Channels]("verbatim identifiers, and values with their history, in two stores beside the notes"),
	entry[Cascade]("guards values that others depend on; works out anew or marks what a change taints"),
	entry[QPB]("pins sentences with amounts, rates, phone numbers and identifiers word for word"),
	entry[QPBFrame]("qpb, with a paragraph ahead of the system prompt that says it is everyday work"),
}

func entry[L pipeline.Layer](about string) Entry {
	var l L
	return Entry{
		Name: l.Name(), About: about,
		Strategy: func() arena.Strategy { return &pipeline.Alone[L]{} },
		blank:    func() pipeline.Layer { return any(new(L)).(pipeline.Layer) },
	}
}

// All lists every layer.
func All() []Entry { return list }

// New returns a layer with its default settings.
func New(name string) (pipeline.Layer, error) {
	for _, e := range list {
		if e.Name == name {
			l := e.blank()
			return l, strictyaml.Defaults(l)
		}
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name
	}
	hint := ""
	if near := strictyaml.Nearest(name, names); near != "" {
		hint = " (did you mean " + near + "?)"
	}
	return nil, fmt.Errorf("unknown layer %q%s; layers: %s", name, hint, strings.Join(names, ", "))
}

// Pipeline is any combination of an encoder, a store and layers.
type Pipeline struct {
	Encode        string   `yaml:"encode" default:"targeted_delegation" oneof:"targeted_delegation narrative_summary fact_extraction dual_track reference_and_log audited_extraction keyed_sections type_specific" help:"what a model writes about the messages that leave"`
	Questions     int      `yaml:"questions" default:"5" oneof:"1 5" help:"of targeted_delegation: how many it answers"`
	Depth         int      `yaml:"depth" default:"1" min:"1" max:"3" help:"of targeted_delegation: passes per cycle"`
	MatchPrefix   int      `yaml:"match_prefix" default:"30" min:"1" max:"1000" help:"of fact_extraction and dual_track: characters two facts must share for the new one to replace the old"`
	CompressEvery int      `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int      `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	MaxTokens     int      `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
	Layers        []string `yaml:"layers" help:"layers over it, in order: cascade, or cascade(threshold=2)"`
}

// Name is "pipeline".
func (Pipeline) Name() string { return "pipeline" }

// Version covers the encoder's prompts and the layers'.
func (s Pipeline) Version() string {
	versions := []string{s.base().Version()}
	for _, spec := range s.Layers {
		if l, err := Parse(spec); err == nil {
			versions = append(versions, l.Version())
		}
	}
	return strings.Join(versions, ",")
}

// base is the preset with the encoder.
func (s Pipeline) base() pipeline.Base {
	switch s.Encode {
	case "narrative_summary":
		return pipeline.Summarize{CompressEvery: s.CompressEvery, RecentWindow: s.RecentWindow, MaxTokens: s.MaxTokens}
	case "fact_extraction":
		return pipeline.Structured{CompressEvery: s.CompressEvery, RecentWindow: s.RecentWindow, MatchPrefix: s.MatchPrefix, MaxTokens: s.MaxTokens}
	case "dual_track":
		return pipeline.Hybrid{CompressEvery: s.CompressEvery, RecentWindow: s.RecentWindow, MatchPrefix: s.MatchPrefix, MaxTokens: s.MaxTokens}
	}
	if b := s.ownBase(); b != nil {
		return b
	}
	return pipeline.RLM{Questions: s.Questions, Depth: s.Depth, CompressEvery: s.CompressEvery, RecentWindow: s.RecentWindow, MaxTokens: s.MaxTokens}
}

// ownBase is the preset of an encoder that has a store of its own. Its other settings have their
// defaults. Nil for the other encoders.
func (s Pipeline) ownBase() pipeline.Base {
	switch s.Encode {
	case "reference_and_log":
		b := preset[pipeline.CorrectionAware]()
		b.CompressEvery, b.RecentWindow, b.MaxTokens = s.CompressEvery, s.RecentWindow, s.MaxTokens
		return b
	case "audited_extraction":
		b := preset[pipeline.DiscoveredRLM]()
		b.CompressEvery, b.RecentWindow, b.MaxTokens = s.CompressEvery, s.RecentWindow, s.MaxTokens
		return b
	case "keyed_sections":
		b := preset[pipeline.PersistentRLM]()
		b.CompressEvery, b.RecentWindow, b.MaxTokens = s.CompressEvery, s.RecentWindow, s.MaxTokens
		return b
	case "type_specific":
		b := preset[pipeline.SchemaGuided]()
		b.CompressEvery, b.RecentWindow, b.MaxTokens = s.CompressEvery, s.RecentWindow, s.MaxTokens
		return b
	}
	return nil
}

// preset is a strategy with its default settings.
func preset[S any]() S {
	var s S
	if err := strictyaml.Defaults(&s); err != nil {
		panic(fmt.Sprintf("layers: defaults of %T: %v", s, err)) // a mistake in a struct's tags
	}
	return s
}

// Check refuses unknown layers, wrong settings of theirs and combinations that make no sense, all
// at once.
func (s Pipeline) Check() error {
	_, err := s.parsed()
	return err
}

func (s Pipeline) parsed() ([]pipeline.Layer, error) {
	var out []pipeline.Layer
	var names []string
	var errs []error
	for _, spec := range s.Layers {
		l, err := Parse(spec)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if slices.Contains(names, l.Name()) {
			errs = append(errs, fmt.Errorf("layer %s is listed twice: one of it does all it can", l.Name()))
		}
		if o, ok := l.(interface{ Over(encode string) error }); ok {
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
	return s.base().Under(env, ls...)
}
