// Package channels is the layer with two stores beside the notes: what stays as it is, and what changes.
package channels

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/corrections"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"channels.tmpl": channelForm.Schema()})

// Layer keeps two stores beside the notes: a stable one for what a paraphrase would destroy, word
// for word as it was said, and a plastic one for values that change, with their history and flags on
// what is worked out from a value that changed. Regular expressions find identifiers, which are
// stable; a call beside the encoding sorts the rest and says what changed.
//
// A correction of a stable value is a transition: the store takes the new value in the place of the
// old one, and the plastic store records the change for one cycle.
//
// Source: "Stability-Plasticity Decomposed Memory", proposal 5 of the proposals on long-context agent
// memory. There the stable store only grows; here both keep to a budget.
type Layer struct {
	Classifier     string `yaml:"classifier" default:"regex_and_model" oneof:"regex_and_model regex" help:"who sorts what is said: regex alone knows identifiers only and makes no call, so that its plastic channel stays empty"`
	CorrectionLog  string `yaml:"correction_log" default:"corrected" oneof:"corrected explicit_negation contrastive_pair temporal_supersession authoritative_override re_derivation structured_diff" help:"how changes are presented: as [CORRECTED] lines, or as correction_format does"`
	StableTokens   int    `yaml:"stable_tokens" default:"800" min:"16" max:"32768" help:"budget of the stable channel; beyond it what was said longest ago goes"`
	PlasticTokens  int    `yaml:"plastic_tokens" default:"800" min:"16" max:"32768" help:"budget of the plastic channel with its log; beyond it what was said longest ago goes"`
	ClassifyTokens int    `yaml:"classify_tokens" default:"512" min:"16" max:"32768" help:"cap of the reply that sorts what is said"`
}

// Name is "channels".
func (Layer) Name() string { return "channels" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts { return prompts.Of(2, "channels.tmpl") }

// Attach begins a trial with empty channels.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	if env.Tokens == nil {
		return pipeline.Hooks{}, errors.New("layer channels: a token counter is needed to keep the channels' budgets")
	}
	t := &trial{Layer: s, Trial: pipeline.NewTrial(env, s)}
	return pipeline.Hooks{Plan: t.plan, Revise: t.revise, Text: func() string { return t.text }}, nil
}

// channelled is what a reply sorts.
type channelled struct {
	Stable []struct {
		What  string `json:"what" about:"the thing's name, the known one if it has one"`
		Value string `json:"value" about:"copied character for character"`
	} `json:"stable" about:"what a paraphrase would destroy: identifiers, phone numbers, codes, exact names of places, who or what is where"`
	Changing []corrections.Change `json:"changing" about:"values that could be updated later: amounts, dates, plans, states"`
}

var channelForm = form.New[channelled]("channels")

// trial is the two channels during one trial.
type trial struct {
	Layer
	pipeline.Trial
	stable  stableStore
	plastic plasticStore
	asked   *pipeline.Question
	text    string
}

func (t *trial) plan(_ context.Context, p *pipeline.Plan) error {
	t.asked = nil
	if !p.PutOff && t.Classifier != "regex" {
		t.asked = p.Ask(channelForm.Ask(t.Env.MemoryModel, t.ClassifyTokens, prompts.Render(t.Env, "channels.tmpl", p.Quoted(strings.Join(t.known(), "\n")))))
	}
	return nil
}

// known are the names of what the channels have.
func (t *trial) known() []string {
	var out []string
	for _, e := range t.stable.entries {
		if e.label != "" {
			out = append(out, e.label)
		}
	}
	for _, e := range t.plastic.entries {
		if !e.moved {
			out = append(out, e.key)
		}
	}
	return out
}

func (t *trial) revise(_ context.Context, r *pipeline.Revision) error {
	t.plastic.collect(r.Cycle)
	t.scan(r.Segment, r.Cycle)
	if t.asked != nil {
		t.classify(&r.Plan)
	}
	t.plastic.flag(r.Cycle)
	if n := t.stable.fit(t.StableTokens, t.Env.Tokens); n > 0 {
		t.Warn(r.Cycle, "the stable channel was over its budget of %d tokens: the %d values said longest ago were dropped", t.StableTokens, n)
	}
	if n := t.plastic.fit(t.PlasticTokens, t.Env.Tokens, t.CorrectionLog); n > 0 {
		t.Warn(r.Cycle, "the plastic channel was over its budget of %d tokens: the %d values said longest ago were dropped", t.PlasticTokens, n)
	}
	t.text = t.recombined()
	return nil
}

// scan puts the identifiers of what users and tools said into the stable channel. What the assistant says
// repeats them.
func (t *trial) scan(segment []arena.Message, cycle int) {
	for _, m := range segment {
		if m.Role != llm.User && m.Role != llm.Tool {
			continue
		}
		for _, sentence := range pipeline.Sentences(excerpt.Head(m.Text)) {
			for _, id := range words.Identifiers(sentence) {
				if at := t.stable.find(id.Value); at >= 0 {
					t.stable.entries[at].cycle = cycle
					continue
				}
				t.stable.entries = append(t.stable.entries, stableEntry{
					kind: id.Kind, value: id.Value, text: excerpt.Around(sentence, id.Start, id.End), cycle: cycle,
				})
			}
		}
	}
}

// classify takes in the classifier's reply.
func (t *trial) classify(p *pipeline.Plan) {
	const what = "list of stable and changing values"
	answer, _ := pipeline.ReadReply(t.Trial, p, channelForm, t.asked.Reply, what)
	heard, unsaid := words.Read(p.Transcript()), 0
	for _, s := range answer.Stable {
		if !heard.Has(s.Value) {
			unsaid++
			continue
		}
		t.file(corrections.Change{What: s.What, Value: s.Value}, true, p.Cycle)
	}
	for _, c := range answer.Changing {
		if !heard.Echoes(c.Value) {
			unsaid++
			continue
		}
		t.file(c, false, p.Cycle)
	}
	t.Unsaid(p, unsaid, what)
}

// file puts a sorted value into its channel. What corrects a stable value is a transition, whichever
// channel it was sorted into.
func (t *trial) file(c corrections.Change, stable bool, cycle int) {
	at := t.stable.labelled(c.What)
	if at < 0 && c.Was != "" {
		at = t.stable.find(c.Was)
	}
	if at >= 0 && words.CodeKey(t.stable.entries[at].value) != words.CodeKey(c.Value) {
		t.stable.entries[at].label = c.What
		t.transition(at, c.Value, cycle)
		return
	}
	if at < 0 {
		at = t.stable.find(c.Value)
	}
	switch {
	case at >= 0:
		e := &t.stable.entries[at]
		e.label, e.cycle = c.What, cycle
	case stable:
		t.stable.entries = append(t.stable.entries, stableEntry{kind: "exact", label: c.What, value: c.Value, cycle: cycle})
	default:
		t.plastic.set(c, cycle)
	}
}

// transition gives a stable entry a new value, which may have been taken for one of its own before.
func (t *trial) transition(at int, value string, cycle int) {
	e := t.stable.entries[at]
	t.stable.entries = slices.DeleteFunc(t.stable.entries, func(o stableEntry) bool { return o.value == value })
	at = t.stable.find(e.value)
	t.stable.entries[at].text = strings.ReplaceAll(e.text, e.value, value)
	t.stable.entries[at].value, t.stable.entries[at].cycle = value, cycle
	t.plastic.record(corrections.Change{What: e.name(), Value: value, Was: e.value}, cycle)
}

// recombined is both channels as the model reads them.
func (t *trial) recombined() string {
	return pipeline.Headed(
		"STABLE FACTS (verbatim, do not paraphrase):", t.stable.text(),
		"CURRENT STATE (latest values, trust them over any earlier mention):", t.plastic.state(),
		"CORRECTION LOG (what changed and when):", t.plastic.log(t.CorrectionLog),
	)
}
