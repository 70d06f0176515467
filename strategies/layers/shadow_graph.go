package layers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// ShadowGraph keeps a typed property graph beside the notes: entities, identifiers and places, and
// where they are, how they are related, by what they are identified, what was decided and what each
// value superseded. A model lists statements about each segment, in a call beside the encoding or in
// the encoding itself; code joins them to the graph. The graph is never rewritten by a model, only
// grown, corrected and, over its budget, cut.
//
// Source: "Structural Shadow Graphs", proposal 3 of the proposals on long-context agent memory. There
// the graph only grows; here the least recently supported goes once it is over GraphTokens.
type ShadowGraph struct {
	Extraction    string `yaml:"extraction" default:"lines" oneof:"lines json folded" help:"how the model lists what goes into the graph: in a call beside the encoding, as lines or JSON, or folded into the encoding as a section"`
	GraphTokens   int    `yaml:"graph_tokens" default:"1500" min:"32" max:"32768" help:"budget of the graph's text; beyond it the least recently supported goes"`
	ExtractTokens int    `yaml:"extract_tokens" default:"1024" min:"16" max:"32768" help:"cap of the reply that lists what goes into the graph"`
}

// Name is "shadow_graph".
func (ShadowGraph) Name() string { return "shadow_graph" }

// Version covers the prompts of all extractions.
func (ShadowGraph) Version() string {
	return version(1, "shadow_graph.tmpl", "shadow_graph_lines.tmpl", "shadow_graph_json.tmpl")
}

// Over refuses to fold the extraction into anything but one running text: lists of facts, keyed stores
// and replies about one type of fact have no place for a section of another kind.
func (s ShadowGraph) Over(encode string) error {
	if s.Extraction == "folded" && encode != "targeted_delegation" && encode != "narrative_summary" {
		return fmt.Errorf("layer shadow_graph: extraction=folded asks for a section of the notes, and what %s writes has no place for one: use extraction=lines", encode)
	}
	return nil
}

// Attach begins a trial with an empty graph.
func (s ShadowGraph) Attach(env arena.Env) (pipeline.Hooks, error) {
	if env.Tokens == nil {
		return pipeline.Hooks{}, errors.New("layer shadow_graph: a token counter is needed to keep the graph's budget")
	}
	t := &shadowing{ShadowGraph: s, env: env}
	return pipeline.Hooks{Plan: t.plan, Revise: t.revise, Text: func() string { return t.text }}, nil
}

// shadowing is a shadow graph during one trial.
type shadowing struct {
	ShadowGraph
	env   arena.Env
	graph graph
	asked *pipeline.Question
	text  string
}

// structure is the heading of the section that a folded extraction asks for.
const structure = "STRUCTURE"

func (t *shadowing) plan(_ context.Context, p *pipeline.Plan) error {
	t.asked = nil
	if p.PutOff {
		return nil
	}
	if t.Extraction == "folded" {
		p.Sections = append(p.Sections, pipeline.Section{Heading: structure, Question: strings.TrimSpace(render("shadow_graph_lines.tmpl", nil))})
		return nil
	}
	name := "shadow_graph.tmpl"
	if t.Extraction == "json" {
		name = "shadow_graph_json.tmpl"
	}
	t.asked = p.Ask(t.env, t.ExtractTokens, render(name, struct{ Known, Transcript string }{
		quoted(strings.Join(t.graph.names(), "\n")), quoted(p.Transcript()),
	}))
	if t.Extraction == "json" {
		t.asked.Request.Schema = &llm.Schema{Name: "graph", JSON: graphSchema}
	}
	return nil
}

func (t *shadowing) revise(_ context.Context, r *pipeline.Revision) error {
	warn := func(format string, args ...any) {
		t.env.Trace.Warn(fmt.Sprintf("cycle %d: shadow_graph: ", r.Cycle) + fmt.Sprintf(format, args...))
	}
	statements, unread := t.read(r, warn)
	source := sourceOf(r.Transcript(), &t.graph)
	lost := 0
	for _, s := range statements {
		if !t.graph.apply(s, source, r.Cycle) {
			lost++
		}
	}
	if unread > 0 {
		warn("%d lines of the extraction can't be read and were left out", unread)
	}
	if lost > 0 {
		warn("%d statements can't be placed and were left out: a pronoun, an identifier nobody said, or a correction of what isn't known", lost)
	}
	if n := t.graph.bound(t.GraphTokens, t.env.Tokens); n > 0 {
		warn("the graph was over its budget of %d tokens: the %d least recently supported parts were dropped", t.GraphTokens, n)
	}
	if contradicted, missing := t.graph.diverging(saidIn(strings.Join(r.Lines(), "\n"))); contradicted+missing > 0 {
		warn("graph and notes diverge: of %d values the notes have only the old one, %d they don't have", contradicted, missing)
	}
	t.text = t.graph.text()
	return nil
}

// read is what the extraction of a cycle states.
func (t *shadowing) read(r *pipeline.Revision, warn func(string, ...any)) (out []assertion, unread int) {
	text := r.Written
	if t.asked != nil {
		text = t.asked.Reply.Text
		if t.asked.Reply.Stop == llm.StopLength {
			warn("the extraction was cut at its cap of %d tokens", t.ExtractTokens)
		}
		if statements, unread, ok := readGraphJSON(text); ok {
			return statements, unread
		}
	}
	lines := replyLines(text)
	said := false
	for i := 0; i < len(lines); {
		_, _, is := assertionKind(lines[i])
		said = said || is || nothing(lines[i])
		if t.asked == nil && !is || nothing(lines[i]) { // of the notes, the other sections
			lines = append(lines[:i], lines[i+1:]...)
			continue
		}
		i++
	}
	if t.asked == nil {
		r.Edit(dropStructure)
	}
	if !said {
		warn("the extraction is empty or in no form that can be read: the graph stays as it was")
		return nil, 0
	}
	return readAssertions(lines)
}

// dropStructure takes the folded section out of the notes, which have it as a graph.
func dropStructure(line string) string {
	for _, l := range replyLines(line) {
		if _, _, is := assertionKind(l); is {
			return ""
		}
	}
	if strings.EqualFold(strings.Trim(line, "#* :"), structure) {
		return ""
	}
	return line
}

// source is what was said, for checking identifiers against it.
type source struct {
	said map[string]string // letters and digits of each identifier: how it was written
}

func sourceOf(text string, g *graph) source {
	s := source{map[string]string{}}
	for line := range strings.Lines(text) {
		for _, id := range identifiers(line) {
			if key := codeKey(id.value); s.said[key] == "" {
				s.said[key] = id.value
			}
		}
	}
	for _, n := range g.nodes {
		if n.kind == token {
			s.said[codeKey(n.name)] = n.name
		}
	}
	return s
}

// identifier reports whether a value is an identifier, and how it was written where it was said;
// empty if it wasn't.
func (s source) identifier(key, value string) (written string, is bool) {
	if w := s.said[codeKey(value)]; w != "" {
		return w, true
	}
	line := key + ": " + value
	for _, id := range identifiers(line) {
		if id.end == len(line) && id.value == value {
			return "", true
		}
	}
	return "", false
}

// codeKey is an identifier without punctuation and spaces, in upper case.
func codeKey(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToUpper(text))
}
