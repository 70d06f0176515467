// Package episodic is the layer that learns from earlier sessions which kinds of facts need more care.
package episodic

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"episodic_dedicated.tmpl": foundForm.Schema(), "episodic_stated.tmpl": statedForm.Schema(), "episodic_verify.tmpl": statedForm.Schema()})

// Layer asks with more care for the kinds of facts that its notes have lost in earlier sessions:
//
//  1. Diagnose: a call beside the encoding lists the facts of each kind that are stated. After the cycle
//     the layer looks for them in the memory, asks the memory for kinds of which some aren't there word
//     for word, and reports which facts were kept (Env.Learned).
//  2. Store: whoever plays the sessions keeps the reports, as an arena.Bank.
//  3. Adapt: before each cycle the bank's reports on sessions of this type, told by how they began,
//     give each kind a value Q, and Q decides how it is asked for: as the base does, with further
//     questions, or in a call of its own whose findings are kept beside the notes.
//
// Without a bank it does nothing, and with one that knows nothing of this type of conversation it
// asks what the base asks. What a session finds out serves later ones alone: a session's memory
// depends on nothing but the bank it began with.
//
// Source: "Layer Compression Memory", proposal 8 of the proposals on long-context agent memory.
type Layer struct {
	AugmentedBelow  float64 `yaml:"augmented_below" default:"0.95" min:"0" max:"1" help:"a kind whose Q is lower is asked for with further questions"`
	DedicatedBelow  float64 `yaml:"dedicated_below" default:"0.85" min:"0" max:"1" help:"a kind whose Q is lower is asked for in a call of its own"`
	TypeThreshold   float64 `yaml:"type_threshold" default:"0.5" min:"-1" max:"1" help:"least cosine between the beginnings of two sessions of one type"`
	FoundTokens     int     `yaml:"found_tokens" default:"600" min:"16" max:"100000" help:"tokens of findings beside the notes; beyond, those found longest ago go"`
	DedicatedTokens int     `yaml:"dedicated_tokens" default:"512" min:"16" max:"32768" help:"cap of the reply to a call for one kind"`
	VerifyTokens    int     `yaml:"verify_tokens" default:"2048" min:"16" max:"32768" help:"cap of the reply that tells what the memory has"`
}

// Name is "episodic".
func (Layer) Name() string { return "episodic" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts {
	return prompts.Of(2, "episodic_dedicated.tmpl", "episodic_stated.tmpl", "episodic_verify.tmpl")
}

// Check refuses thresholds that leave no room for further questions.
func (s Layer) Check() error {
	if s.DedicatedBelow > s.AugmentedBelow {
		return fmt.Errorf("dedicated_below %g is above augmented_below %g: further questions would never be asked", s.DedicatedBelow, s.AugmentedBelow)
	}
	return nil
}

// Attach begins a trial.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	if env.Bank == nil {
		return pipeline.Hooks{}, nil
	}
	if env.Embedder == nil || env.Tokens == nil || env.Learned == nil {
		return pipeline.Hooks{}, errors.New("layer episodic: with a bank it needs an embedder, a token counter and somebody who takes what it learns")
	}
	e := &trial{Layer: s, Trial: pipeline.NewTrial(env, s)}
	return pipeline.Hooks{Observe: e.observe, Plan: e.plan, Revise: e.revise, Text: e.found.text}, nil
}

// beginning is how many user messages tell the type of a session.
const beginning = 3

// trial is the layer during one trial.
type trial struct {
	Layer
	pipeline.Trial
	opening []string // the first user messages
	learned arena.Experience
	level   []intensity // by kind; nil before the first cycle
	found   findings
	stated  stated

	// Of the cycle that is planned.
	listing *pipeline.Question   // of what is stated
	asked   []*pipeline.Question // by kind; nil for a kind without a call
}

func (e *trial) observe(_ context.Context, m arena.Message) error {
	if m.Role == llm.User && len(e.opening) < beginning {
		e.opening = append(e.opening, excerpt.Head(m.Text))
	}
	return nil
}

// classify tells the type of the session from its first messages, as far as they have come by the
// first cycle, and how each kind of fact is to be asked for.
func (e *trial) classify(ctx context.Context) error {
	vectors, err := e.Env.Embedder.Embed(ctx, e.opening)
	if err != nil {
		return fmt.Errorf("episodic: embed the beginning: %w", err)
	}
	var known []arena.Experience
	now := 1
	for _, x := range e.Env.Bank.Experiences() {
		now = max(now, x.Session+1)
		if x.Model == e.Env.MemoryModel {
			known = append(known, x)
		}
	}
	e.learned = arena.Experience{Model: e.Env.MemoryModel, Opening: centroid(vectors)}
	e.learned.Type = typeOf(known, e.learned.Opening, e.TypeThreshold)
	for _, k := range factKinds {
		q := qValue(known, e.learned.Type, k.name, now)
		e.level = append(e.level, e.intensity(q))
	}
	return nil
}

// intensity is how much attention a kind gets.
type intensity int

const (
	standard  intensity = iota // the base's questions
	augmented                  // and further ones
	dedicated                  // and a call of its own
)

var intensityNames = [...]string{"standard", "augmented", "dedicated"}

func (e *trial) intensity(q float64) intensity {
	switch {
	case q < e.DedicatedBelow:
		return dedicated
	case q < e.AugmentedBelow:
		return augmented
	}
	return standard
}

func (e *trial) plan(ctx context.Context, p *pipeline.Plan) error {
	if e.level == nil {
		if err := e.classify(ctx); err != nil {
			return err
		}
	}
	e.asked = make([]*pipeline.Question, len(factKinds))
	if p.PutOff {
		return nil
	}
	e.listing = p.Ask(statedForm.Ask(e.Env.MemoryModel, e.VerifyTokens, prompts.Render(e.Env, "episodic_stated.tmpl", p.Quoted(""))))
	for i, k := range factKinds {
		switch e.level[i] {
		case augmented:
			p.Sections = append(p.Sections, pipeline.Section{Heading: k.heading(), Question: k.further})
		case dedicated:
			e.asked[i] = p.Ask(foundForm.Ask(e.Env.MemoryModel, e.DedicatedTokens, prompts.Render(e.Env, "episodic_dedicated.tmpl", struct{ Heading, Question, Transcript string }{
				k.heading(), k.question + " " + k.further, prompt.Quote(p.Transcript()),
			})))
		}
	}
	return nil
}

func (e *trial) revise(ctx context.Context, r *pipeline.Revision) error {
	heard := words.Read(r.Transcript())
	for i, q := range e.asked {
		if q != nil {
			e.keepFindings(&r.Plan, i, q.Reply, heard)
		}
	}
	if n := e.found.fit(e.FoundTokens, e.Env.Tokens); n > 0 {
		e.Warn(r.Cycle, "%d findings were dropped, those found longest ago: the rest fill the budget of %d tokens", n, e.FoundTokens)
	}
	return e.diagnose(ctx, r, heard)
}

// keepFindings keeps the findings of a call of its own. What nobody said is left out.
func (e *trial) keepFindings(p *pipeline.Plan, kind int, reply llm.Response, heard *words.Text) {
	what := "list of " + factKinds[kind].name
	answer, _ := pipeline.ReadReply(e.Trial, p, foundForm, reply, what)
	unsaid := 0
	for _, f := range answer.Facts {
		if !heard.Echoes(f.Value) {
			unsaid++
			continue
		}
		e.found.add(finding{kind, f.What, f.Value})
	}
	e.Unsaid(p, unsaid, what)
}

// diagnose finds out which of the facts stated until now the memory has. Those that stand in it word for
// word, it has; for the kinds of the others it is asked, since it may have them in other words. What a
// reply that can't be judged leaves open isn't reported.
func (e *trial) diagnose(ctx context.Context, r *pipeline.Revision, heard *words.Text) error {
	const listed = "list of what is stated"
	answer, _ := pipeline.ReadReply(e.Trial, &r.Plan, statedForm, e.listing.Reply, listed)
	n := len(answer.Facts)
	facts := slices.DeleteFunc(answer.Facts, func(f statedFact) bool { return !heard.Has(f.Value) })
	e.Unsaid(&r.Plan, n-len(facts), listed)
	e.stated.add(facts)
	memory := strings.TrimSpace(e.found.text() + "\n\n" + strings.Join(r.Lines(), "\n"))
	written := words.Read(memory)
	var questions strings.Builder
	for _, k := range factKinds {
		if slices.ContainsFunc(e.stated.of(k.name), func(v string) bool { return !written.Has(v) }) {
			questions.WriteString("- " + k.name + ": " + k.question + "\n")
		}
	}
	var recalled *words.Text
	open := false
	if questions.Len() > 0 {
		reply, err := e.Env.Client.Complete(ctx, statedForm.Ask(e.Env.MemoryModel, e.VerifyTokens, prompts.Render(e.Env, "episodic_verify.tmpl", struct{ Knowledge, Questions string }{
			prompt.Quote(memory), questions.String(),
		})))
		if err != nil {
			return fmt.Errorf("episodic: verify the memory: %w", err)
		}
		answer, ok := pipeline.ReadReply(e.Trial, &r.Plan, statedForm, reply, "verification")
		var values []string
		for _, f := range answer.Facts {
			values = append(values, f.Value)
		}
		recalled, open = words.Read(strings.Join(values, "\n")), !ok || reply.Stop != llm.StopEnd
	}
	for i, k := range factKinds {
		for _, value := range e.stated.of(k.name) {
			kept := written.Has(value) || recalled.Has(value)
			if open && !kept {
				continue
			}
			e.learned.Outcomes = append(e.learned.Outcomes, arena.CompressionOutcome{
				Cycle: r.Cycle, Kind: k.name, Kept: kept, Question: k.name + "/" + intensityNames[e.level[i]],
			})
		}
	}
	if len(e.learned.Outcomes) > 0 {
		e.Env.Learned(e.learned)
	}
	return nil
}
