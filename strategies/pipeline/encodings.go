package pipeline

import (
	"slices"

	"contextarena.internal/internal/strictyaml"
)

// Encoding is the name of an encoder of Composed.
type Encoding string

// encoding is an encoder that Composed can be put together with.
type encoding struct {
	name      Encoding
	templates []string
	encoder   func(s Composed) encoder
	store     func(facts headedNotes) noteStore // its own; nil for replace
	once      bool                              // it makes no further passes, and writes for its own store alone
}

// encodings is every encoder, in the order in which errors list them. Another is a line here.
var encodings = []encoding{
	{
		"targeted_delegation",
		[]string{"delegate_one.tmpl", "delegate_five.tmpl", "delegate_again.tmpl"},
		func(s Composed) encoder { return inPasses(s.Depth, s.MaxTokens, delegation(s.Questions)) }, nil, false,
	},
	{
		"narrative_summary",
		[]string{"summarize.tmpl", "summarize_again.tmpl"},
		func(s Composed) encoder { return inPasses(s.Depth, s.MaxTokens, summary) }, nil, false,
	},
	{
		"fact_extraction",
		[]string{"facts.tmpl", "facts_again.tmpl"},
		func(s Composed) encoder { return inPasses(s.Depth, s.MaxTokens, factList) }, newDeduplicated, false,
	},
	{
		"dual_track",
		[]string{"facts.tmpl", "facts_again.tmpl", "summarize.tmpl", "summarize_again.tmpl"},
		func(s Composed) encoder { return inPasses(s.Depth, s.MaxTokens, factList, summary) }, newDeduplicated, false,
	},
	{
		"type_specific",
		[]string{"schema_propose.tmpl", "schema_extract.tmpl", "schema_again.tmpl", "schema_refine.tmpl"},
		func(s Composed) encoder {
			return &typeSpecific{most: strictyaml.Default[SchemaGuided]().MaxTypes, depth: s.Depth, maxTokens: s.MaxTokens, schema: abstractSchema()}
		}, func(facts headedNotes) noteStore { return &typed{facts} }, false,
	},
	{
		"reference_and_log",
		[]string{"reference.tmpl", "log.tmpl"},
		func(s Composed) encoder { return referenceAndLog{s.MaxTokens} },
		func(facts headedNotes) noteStore {
			return newOverlaid(facts.tokens, facts.budget, strictyaml.Default[CorrectionAware]().MaxEntries)
		}, true,
	},
	{
		"audited_extraction",
		[]string{"draft.tmpl", "audit.tmpl"},
		func(s Composed) encoder {
			return auditedExtraction{strictyaml.Default[DiscoveredRLM]().Parts, s.MaxTokens}
		}, nil, true,
	},
	{
		"keyed_sections",
		[]string{"sections.tmpl"},
		func(s Composed) encoder { return keyedSections{s.MaxTokens} },
		func(facts headedNotes) noteStore {
			return newKeyed(facts.tokens, facts.budget, strictyaml.Default[PersistentRLM]().MatchPrefix)
		}, true,
	},
}

func newDeduplicated(facts headedNotes) noteStore { return &appendDeduplicate{facts} }

// Allowed are the names of all encoders.
func (Encoding) Allowed() []string {
	var names []string
	for _, e := range encodings {
		names = append(names, string(e.name))
	}
	return names
}

// MakesPasses reports whether an encoder makes further passes: those with stores of their own don't.
func (e Encoding) MakesPasses() bool { return !e.entry().once }

func (e Encoding) entry() encoding {
	i := slices.IndexFunc(encodings, func(known encoding) bool { return known.name == e })
	return encodings[max(0, i)]
}
