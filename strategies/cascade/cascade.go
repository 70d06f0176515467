// Package cascade is the layer that protects the values that others depend on.
package cascade

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"cascade.tmpl": dependencyForm.Schema()})

// Layer protects the values that others depend on. Before each encoding the model lists the values
// of the segment and what each follows from. Those on which much depends are anchors: the encoder is
// told to copy them, they are kept word for word beside the notes, and the notes are checked against
// them. Where an anchor is lost or changed in the notes, or its value changes in the conversation,
// what depends on it is worked out anew if there is a formula, and else marked [UNVERIFIED].
//
// Source: "Layer-Aware Compression", proposal 9 of the proposals on long-context agent memory.
type Layer struct {
	Threshold     float64 `yaml:"threshold" default:"2" min:"0" max:"1000" help:"criticality from which a value is an anchor: the number of values that depend on it directly, times 1 + depth_weight * the longest chain below it, times the recency"`
	DepthWeight   float64 `yaml:"depth_weight" default:"0.5" min:"0" max:"100" help:"how much each further step of a chain adds"`
	HalfLife      float64 `yaml:"half_life" default:"8" min:"0.1" max:"1000" help:"cycles since a value or one that depends on it was last stated that halve the recency"`
	Anchors       int     `yaml:"anchors" default:"12" min:"1" max:"100" help:"most anchors at a time, the most critical first"`
	GraphTokens   int     `yaml:"graph_tokens" default:"1500" min:"32" max:"32768" help:"budget of the dependency graph; beyond it the values stated longest ago go"`
	ExtractTokens int     `yaml:"extract_tokens" default:"768" min:"16" max:"32768" help:"cap of the reply that lists values and dependencies"`
}

// Name is "cascade".
func (Layer) Name() string { return "cascade" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts { return prompts.Of(2, "cascade.tmpl", "cascade_anchors.tmpl") }

// Attach begins a trial with an empty graph.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	t := &trial{Layer: s, Trial: pipeline.NewTrial(env, s)}
	return pipeline.Hooks{Plan: t.plan, Revise: t.revise, Text: func() string { return t.text }}, nil
}

// trial is a cascade layer during one trial.
type trial struct {
	Layer
	pipeline.Trial
	graph   dependencies
	anchors []*dependent // of the cycle at hand
	text    string
}

// plan asks for dependencies before the segment is encoded, since the encoder is to be told the
// anchors: one call more a cycle, and not in parallel.
func (t *trial) plan(ctx context.Context, p *pipeline.Plan) error {
	if p.PutOff {
		return nil
	}
	r, err := t.Env.Client.Complete(ctx, dependencyForm.Ask(t.Env.MemoryModel, t.ExtractTokens, prompts.Render(t.Env, "cascade.tmpl", p.Quoted(strings.Join(t.graph.lines(), "\n")))))
	if err != nil {
		return err
	}
	t.extend(r, p)
	t.anchors = t.critical(p.Cycle)
	if len(t.anchors) > 0 {
		lines := make([]string, len(t.anchors))
		for i, a := range t.anchors {
			lines[i] = a.name + " = " + a.newest()
		}
		p.Directives = append(p.Directives, prompts.Render(t.Env, "cascade_anchors.tmpl", prompt.Quote(strings.Join(lines, "\n"))))
	}
	return nil
}

// extend takes the model's list into the graph.
func (t *trial) extend(r llm.Response, p *pipeline.Plan) {
	const what = "list of dependencies"
	answer, _ := pipeline.ReadReply(t.Trial, p, dependencyForm, r, what)
	values := answer.Values
	stated, noted := words.Read(p.Transcript()), words.Read(p.Notes)
	n := len(values)
	values = slices.DeleteFunc(values, func(v statedValue) bool {
		known := t.graph.find(valueName(v.What))
		return valueName(v.What) == "" || !stated.Has(v.Value) && !noted.Has(v.Value) && (known == nil || !words.SameValue(known.newest(), v.Value))
	})
	t.Unsaid(p, n-len(values), what)
	for i := range values {
		values[i].repeated = !stated.Has(values[i].Value)
	}
	circular, misfits := t.graph.state(values, p.Cycle)
	if circular > 0 {
		t.Warn(p.Cycle, "%d dependencies were refused because they close a circle", circular)
	}
	if misfits > 0 {
		t.Warn(p.Cycle, "%d formulas were left out because they aren't arithmetic of known values or don't give the value that was stated", misfits)
	}
	if failed := t.graph.propagate(p.Cycle); failed > 0 {
		t.Warn(p.Cycle, "%d values can't be worked out anew: their formulas divide by zero or overflow", failed)
	}
	if n := t.graph.fit(t.GraphTokens, t.Env.Tokens); n > 0 {
		t.Warn(p.Cycle, "the graph was over its budget of %d tokens: the %d values stated longest ago were dropped", t.GraphTokens, n)
	}
}

// critical are the anchors, the most critical first; ties in the order of statement. What is itself
// unverified anchors nothing.
func (t *trial) critical(cycle int) []*dependent {
	score := t.graph.criticality(cycle, t.DepthWeight, t.HalfLife)
	out := slices.DeleteFunc(slices.Clone(t.graph.values), func(v *dependent) bool {
		return score[v] <= 0 || score[v] < t.Threshold || v.unverified()
	})
	slices.SortStableFunc(out, func(a, b *dependent) int { return cmp.Compare(score[b], score[a]) })
	return out[:min(len(out), t.Anchors)]
}

// revise checks the notes against the anchors and marks what can't be relied on.
func (t *trial) revise(_ context.Context, r *pipeline.Revision) error {
	r.Edit(func(line string) string { return strings.ReplaceAll(line, unverifiedMark, "") })
	check := verify(r.Lines(), t.anchors, t.graph.ordered())
	marked := 0
	r.Edit(func(line string) string {
		out, n := check.mark(line)
		marked += n
		return out
	})
	if check.absent+check.changed > 0 {
		t.Warn(r.Cycle, "of %d anchors %d are absent from the notes and %d stand there with another value", len(t.anchors), check.absent, check.changed)
	}
	if marked > 0 {
		t.Warn(r.Cycle, "%d sentences of the notes were marked%s", marked, unverifiedMark)
	}
	t.text = t.buffer()
	return nil
}

// buffer are the anchors word for word, what was worked out anew, and what isn't verified.
func (t *trial) buffer() string {
	var exact, derived, open []string
	for _, v := range t.graph.values {
		switch {
		case v.unverified():
			open = append(open, fmt.Sprintf("[UNVERIFIED] %s was %s before %s changed", v.name, v.Now, v.cause))
		case v.derived != "":
			line := v.name + " = " + v.derived + " (from " + v.formula.Text
			if !words.SameValue(v.derived, v.Now) {
				line += "; was " + v.Now
			}
			derived = append(derived, line+")")
		case slices.Contains(t.anchors, v):
			line := v.name + " = " + v.Now
			if len(v.Was) > 0 {
				line += " (was " + v.Was[0] + ")"
			}
			exact = append(exact, line)
		}
	}
	return pipeline.Headed(
		"VALUES THAT OTHERS DEPEND ON (exact):", strings.Join(exact, "\n"),
		"WORKED OUT ANEW (from the values above):", strings.Join(derived, "\n"),
		"TO BE CHECKED (something they depend on changed):", strings.Join(open, "\n"),
	)
}
