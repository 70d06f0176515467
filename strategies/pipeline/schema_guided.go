package pipeline

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/prompt"
)

// SchemaGuided (Schema-Guided Hybrid Extraction, SGHE) extracts by a schema that the memory model
// itself draws up: which kinds of facts this conversation has. At the first cycle it is proposed;
// at every cycle one call per kind rewrites the notes of that kind, all in parallel; what comes
// back is checked against the messages; and if the check finds gaps, one more call refines the
// schema for the cycles to come. Seven abstract kinds are always part of it. Nothing a model
// writes is executed.
//
// A cycle makes as many calls as there are kinds, one more at the first cycle, and one more with
// gaps. Each reads the whole segment.
type SchemaGuided struct {
	MaxTypes   int `yaml:"max_types" default:"12" min:"7" max:"50" help:"kinds of facts, and so extraction calls per cycle; the seven abstract ones are always among them"`
	Cadence    `yaml:",inline"`
	KeepTokens int `yaml:"keep_tokens" default:"4000" min:"64" max:"1000000" help:"tokens of all notes; beyond, the facts written longest ago go"`
	MaxTokens  int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "schema_guided".
func (SchemaGuided) Name() string { return "schema_guided" }

// Version covers the three prompts.
func (s SchemaGuided) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (SchemaGuided) Prompts() prompt.Texts {
	return used(3, "schema_propose.tmpl", "schema_extract.tmpl", "schema_refine.tmpl")
}

// Start begins a trial.
func (s SchemaGuided) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: &typeSpecific{most: s.MaxTypes, maxTokens: s.MaxTokens, schema: abstractSchema()},
		store:  &typed{headedNotes{tokens: env.Tokens, budget: s.KeepTokens}},
	})
}

// typeSpecific asks for each kind of fact by itself. Its schema grows from cycle to cycle; each
// version's changes are reported, so that the history can be read from a trial's warnings.
type typeSpecific struct {
	most      int
	depth     int // passes; in those after the first each kind's facts are listed anew
	maxTokens int
	schema    schema
}

func (e *typeSpecific) encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error) {
	var w written
	var replies []llm.Response
	call := func(reqs ...llm.Request) ([]llm.Response, error) {
		rs, err := p.complete(ctx, env.Client, reqs...)
		replies = append(replies, rs...)
		return rs, err
	}
	if p.Cycle == 1 {
		rs, err := call(kindForm.Ask(env.MemoryModel, e.maxTokens, render(env, "schema_propose.tmpl", data{Schema: e.schema.text(), Transcript: p.Transcript()})))
		if err != nil {
			return written{}, err
		}
		w.warnings = append(w.warnings, e.adopt(p, rs[0], "proposal")...)
	}
	asked := e.asked(p)
	rs, err := call(e.requests(env, p, asked, notes)...)
	if err != nil {
		return written{}, err
	}
	without := 0
	for i, r := range rs {
		facts, count := p.facts(r)
		if unread(count, r) {
			without++
		}
		w.sections = append(w.sections, section{heading(asked[i]), facts, r.Stop == llm.StopLength})
	}
	for pass := 2; pass <= p.passes(e.depth); pass++ {
		if err := e.again(env, p, asked, w.sections, call); err != nil {
			return written{}, err
		}
	}
	w.sections = distinct(w.sections)
	if without > 0 {
		w.warnings = append(w.warnings, fmt.Sprintf("%d of %d extractions were empty, refused or can't be read: the notes of their kinds were kept", without, len(rs)))
	}
	checked := validate(w.sections, notesOf(notes), p)
	w.sections, w.warnings = checked.sections, append(w.warnings, checked.warnings()...)
	if without < len(rs) && len(checked.gaps) > 0 {
		gaps := checked.gaps[:min(len(checked.gaps), maxGaps)]
		rs, err := call(kindForm.Ask(env.MemoryModel, e.maxTokens, render(env, "schema_refine.tmpl", data{Schema: e.schema.text(), Gaps: strings.Join(gaps, "\n")})))
		if err != nil {
			return written{}, err
		}
		w.warnings = append(w.warnings, e.adopt(p, rs[0], "refinement")...)
	}
	w.text, w.stop = joined(w.sections), worst(replies...)
	return w, nil
}

// again has the facts of each kind that has any listed anew. A kind of which a reply says nothing
// keeps its facts.
func (e *typeSpecific) again(env arena.Env, p *Plan, kinds []kind, sections []section, call func(...llm.Request) ([]llm.Response, error)) error {
	var reqs []llm.Request
	var at []int
	for i, s := range sections {
		if len(s.lines) > 0 {
			d := data{Type: kinds[i].text(), Knowledge: numberedList(s.lines), Transcript: p.Anchor}
			reqs, at = append(reqs, FactForm.Ask(env.MemoryModel, e.maxTokens, p.directed(render(env, "schema_again.tmpl", d)))), append(at, i)
		}
	}
	if len(reqs) == 0 {
		return nil
	}
	rs, err := call(reqs...)
	if err != nil {
		return err
	}
	for i, r := range rs {
		s := &sections[at[i]]
		if facts, _ := p.facts(r); len(facts) > 0 {
			s.lines, s.cut = facts, r.Stop == llm.StopLength
		}
	}
	return nil
}

// asked are the kinds of the schema, and the sections that layers want for this cycle.
func (e *typeSpecific) asked(p *Plan) []kind {
	asked := append([]kind(nil), e.schema.kinds...)
	for _, s := range p.Sections {
		asked = append(asked, kind{Name: s.Heading, About: s.Question})
	}
	return asked
}

// requests are one call for each kind, which sees the notes of that kind and the segment.
func (e *typeSpecific) requests(env arena.Env, p *Plan, kinds []kind, notes noteStore) []llm.Request {
	reqs := make([]llm.Request, len(kinds))
	transcript := p.Transcript()
	for i, k := range kinds {
		d := data{Type: k.text(), Transcript: transcript}
		if t, ok := notes.(*typed); ok {
			d.Knowledge = joined([]section{{lines: t.under(heading(k))}})
		}
		reqs[i] = FactForm.Ask(env.MemoryModel, e.maxTokens, p.directed(render(env, "schema_extract.tmpl", d)))
	}
	return reqs
}

// adopt takes over the kinds of a reply and says what that changed.
func (e *typeSpecific) adopt(p *Plan, r llm.Response, what string) []string {
	proposed, _ := Read(p, kindForm, r)
	if len(proposed.Kinds) == 0 {
		return []string{fmt.Sprintf("the schema's %s named no kinds of facts: version %d stays", what, e.schema.version)}
	}
	next, left := e.schema.with(proposed.Kinds, e.most)
	var warnings []string
	if left > 0 {
		warnings = append(warnings, fmt.Sprintf("the schema's %s named %d kinds more than max_types allows, or that say nothing of a fact: they were left out", what, left))
	}
	changes := next.changes(e.schema)
	if len(changes) > 0 {
		next.version++
		warnings = append(warnings, fmt.Sprintf("schema version %d: %s", next.version, strings.Join(changes, " ")))
		e.schema = next
	}
	return warnings
}

func heading(k kind) string { return strings.ToUpper(k.Name) }
