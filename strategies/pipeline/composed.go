package pipeline

import (
	"errors"
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// Composed is a pipeline put together from its modules. Its encoders, but three, can be combined with
// any store, retrieval and depth. The zero value isn't ready: strictyaml.Defaults sets the defaults.
//
// It is RLM with its defaults, Structured with encode fact_extraction, Hybrid with dual_track (both with
// a smaller budget) and SchemaGuided with type_specific. With narrative_summary it is Summarize, except
// that a cycle is due as in all others.
type Composed struct {
	Encode        string `yaml:"encode" default:"targeted_delegation" oneof:"targeted_delegation narrative_summary fact_extraction dual_track type_specific reference_and_log audited_extraction keyed_sections" help:"what a model writes at a cycle"`
	Store         string `yaml:"store" default:"own" oneof:"own replace append_deduplicate layered versioned" help:"how that joins the notes; own is as in the preset of the encoder"`
	Retrieve      string `yaml:"retrieve" default:"system_prefix" oneof:"system_prefix interleaved on_demand" help:"how the notes are shown"`
	Questions     int    `yaml:"questions" default:"5" oneof:"1 5" help:"how many are answered, where the model is asked any"`
	Depth         int    `yaml:"depth" default:"1" min:"1" max:"3" help:"passes per cycle; the second and third write anew from the pass before"`
	MatchPrefix   int    `yaml:"match_prefix" default:"30" min:"1" max:"1000" help:"characters two facts share if the new one replaces the old; versioned has its own rule"`
	CompressEvery int    `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int    `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	KeepTokens    int    `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of the store; beyond, what was written longest ago goes"`
	RecallTokens  int    `yaml:"recall_tokens" default:"300" min:"16" max:"1000000" help:"tokens of the lines that on_demand shows"`
	MaxTokens     int    `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Version covers the prompts of the encoder and of the retrieval.
func (s Composed) Version() string {
	templates := map[string][]string{
		"targeted_delegation": {"delegate_one.tmpl", "delegate_five.tmpl", "delegate_again.tmpl"},
		"narrative_summary":   {"summarize.tmpl", "summarize_again.tmpl"},
		"fact_extraction":     {"facts.tmpl", "facts_again.tmpl"},
		"dual_track":          {"facts.tmpl", "facts_again.tmpl", "summarize.tmpl", "summarize_again.tmpl"},
		"type_specific":       {"schema_propose.tmpl", "schema_extract.tmpl", "schema_again.tmpl", "schema_refine.tmpl"},
		"reference_and_log":   {"reference.tmpl", "log.tmpl"},
		"audited_extraction":  {"draft.tmpl", "audit.tmpl"},
		"keyed_sections":      {"sections.tmpl"},
	}[s.Encode]
	switch s.Retrieve {
	case "interleaved":
		templates = append(templates, "recall_message.tmpl")
	case "on_demand":
		templates = append(templates, "recall_lines.tmpl")
	}
	return versionAt(3, templates...)
}

// MakesPasses reports whether an encoder makes further passes: the three with stores of their own
// don't.
func MakesPasses(encode string) bool {
	switch encode {
	case "reference_and_log", "audited_extraction", "keyed_sections":
		return false
	}
	return true
}

// Check refuses what an encoder with a store of its own can't be combined with, all at once.
func (s Composed) Check() error {
	if MakesPasses(s.Encode) {
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
		manage:   manager{compressEvery: s.CompressEvery, recentWindow: s.RecentWindow},
		encode:   s.encoder(),
		store:    s.noteStore(env),
		retrieve: s.retriever(env),
	}, layers...)
}

func (s Composed) encoder() encoder {
	switch s.Encode {
	case "narrative_summary":
		return inPasses(s.Depth, s.MaxTokens, summary)
	case "fact_extraction":
		return inPasses(s.Depth, s.MaxTokens, factList)
	case "dual_track":
		return inPasses(s.Depth, s.MaxTokens, factList, summary)
	case "type_specific":
		return &typeSpecific{most: strictyaml.Default[SchemaGuided]().MaxTypes, depth: s.Depth, maxTokens: s.MaxTokens, schema: abstractSchema()}
	case "reference_and_log":
		return referenceAndLog{s.MaxTokens}
	case "audited_extraction":
		return auditedExtraction{strictyaml.Default[DiscoveredRLM]().Parts, s.MaxTokens}
	case "keyed_sections":
		return keyedSections{s.MaxTokens}
	}
	return inPasses(s.Depth, s.MaxTokens, delegation(s.Questions))
}

func (s Composed) noteStore(env arena.Env) noteStore {
	facts := headedNotes{tokens: env.Tokens, budget: s.KeepTokens, key: byBeginning(s.MatchPrefix)}
	var n noteStore = &replace{tokens: env.Tokens, budget: s.KeepTokens}
	switch s.Encode {
	case "reference_and_log":
		return newOverlaid(env.Tokens, s.KeepTokens, strictyaml.Default[CorrectionAware]().MaxEntries)
	case "keyed_sections":
		return newKeyed(env.Tokens, s.KeepTokens, strictyaml.Default[PersistentRLM]().MatchPrefix)
	case "type_specific":
		n = &typed{facts} // replaces kind by kind
	case "fact_extraction", "dual_track":
		if s.Store == "own" {
			n = &appendDeduplicate{facts}
		}
	}
	switch s.Store {
	case "append_deduplicate":
		n = &appendDeduplicate{facts}
	case "layered":
		n = &layered{earlier: facts}
	case "versioned":
		n = &versioned{tokens: env.Tokens, budget: s.KeepTokens}
	}
	if s.Encode == "dual_track" {
		return &twoTracks{facts: n}
	}
	return n
}

func (s Composed) retriever(env arena.Env) retriever {
	switch s.Retrieve {
	case "interleaved":
		return &interleaved{system: env.System}
	case "on_demand":
		return &onDemand{system: env.System, tokens: env.Tokens, budget: s.RecallTokens}
	}
	return &systemPrefix{system: env.System, prompt: env.System}
}
