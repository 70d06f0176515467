// Package foresight is the layer that tells the encoder which values are surprising and likely to be asked for.
package foresight

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/corrections"
	"contextarena.internal/strategies/excerpt"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, map[string]*llm.Schema{"foresight_genre.tmpl": genreForm.Schema()}, corrections.Prompts)

// Layer tells the encoder what is likely to be asked for: the kinds of facts that conversations of
// this genre are asked about, by one call at the first cycle, and the values of the segment that are
// surprising, because they contradict what was said before, by one call a cycle, or because English
// doesn't foretell them, by rules. What the encoder leaves out of these is added to the memory.
type Layer struct {
	SurpriseBits  float64 `yaml:"surprise_bits" default:"4.8" min:"0" max:"20" help:"bits per character from which a code is flagged"`
	FlaggedMost   int     `yaml:"flagged_most" default:"12" min:"1" max:"1000" help:"values flagged in one cycle"`
	FlaggedTokens int     `yaml:"flagged_tokens" default:"300" min:"16" max:"100000" help:"tokens of flagged values that are kept because the notes lack them; the oldest go first"`
	ListTokens    int     `yaml:"list_tokens" default:"1024" min:"16" max:"32768" help:"cap of the reply that lists what is changed, and of that which ranks what may be asked for"`
}

// Name is "foresight".
func (Layer) Name() string { return "foresight" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts {
	return prompts.Of(3, "foresight_genre.tmpl", "corrections.tmpl", "foresight_signals.tmpl", "foresight_flagged.tmpl")
}

// flag is a surprising value.
type flag struct {
	value string
	why   string // "CORRECTION: was $10M", "HIGH_ENTROPY: phone number"
	was   string
	of    string // what it is of, or the sentence that says it
}

// trial is the layer during one trial.
type trial struct {
	Layer
	pipeline.Trial
	asked   bool
	genre   string
	kinds   []string // the three kinds of facts most likely to be asked for
	missing []flag   // flagged until now and not in the notes
	flags   []flag   // of the cycle that is planned
}

// Attach begins a trial.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	f := &trial{Layer: s, Trial: pipeline.NewTrial(env, s)}
	return pipeline.Hooks{Plan: f.plan, Revise: f.revise, Text: f.text}, nil
}

// askedKinds are the kinds of facts that the genre call ranks.
var askedKinds = []string{"exact identifiers", "quantities", "corrections", "spatial information", "entity names", "dates", "decisions"}

// genreReply is what may be asked of a conversation.
type genreReply struct {
	Genre   string   `json:"genre" about:"the genre of the conversation, in a few words" most:"60"`
	Ranking []string `json:"ranking" about:"the kinds of facts by how likely they are to be asked for later, the likeliest first"`
}

var genreForm = form.New[genreReply]("genre", form.Enum("ranking", askedKinds...))

// genreOpening is how much of the conversation the genre is told from, in tokens.
const genreOpening = 300

func (f *trial) plan(ctx context.Context, p *pipeline.Plan) error {
	if p.PutOff {
		return nil
	}
	reqs := []llm.Request{corrections.Ask(f.Trial, p, p.Notes, f.ListTokens)}
	if !f.asked {
		opening := p.Transcript()
		opening = opening[:excerpt.First(opening, genreOpening, f.Env.Tokens)] + "\n"
		reqs = append(reqs, genreForm.Ask(f.Env.MemoryModel, f.ListTokens, prompts.Render(f.Env, "foresight_genre.tmpl", prompt.Quote(opening))))
	}
	rs, err := llm.All(ctx, f.Env.Client, reqs...)
	if err != nil {
		return fmt.Errorf("foresight: %w", err)
	}
	if !f.asked {
		f.classify(p, rs[1])
	}
	f.flags = current(slices.Concat(f.missing, f.changes(p, rs[0]), codes(p.Segment, f.SurpriseBits)))
	if over := len(f.flags) - f.FlaggedMost; over > 0 {
		f.Warn(p.Cycle, "%d values weren't flagged: a cycle flags %d", over, f.FlaggedMost)
		f.flags = f.flags[:f.FlaggedMost]
	}
	f.direct(p)
	return nil
}

// classify takes what is likely to be asked. A reply that ranks fewer than three kinds is a warning, and
// cycles go without a genre.
func (f *trial) classify(p *pipeline.Plan, r llm.Response) {
	f.asked = true
	answer, _ := pipeline.ReadReply(f.Trial, p, genreForm, r, "ranking of what may be asked for")
	if len(answer.Ranking) < 3 {
		f.Warn(p.Cycle, "fewer than three kinds of facts were ranked: none is preferred")
		return
	}
	f.genre, f.kinds = cmp.Or(answer.Genre, "conversation"), answer.Ranking[:3]
}

// changes are the values that a reply says were changed.
func (f *trial) changes(p *pipeline.Plan, r llm.Response) []flag {
	heard, unsaid := words.Read(p.Transcript()), 0
	var out []flag
	for _, c := range corrections.Read(f.Trial, p, r) {
		if !heard.Echoes(c.Value) {
			unsaid++
			continue
		}
		why := "CORRECTION: announced as a change"
		if c.Was != "" {
			why = "CORRECTION: was " + c.Was
		}
		out = append(out, flag{c.Value, why, c.Was, c.What})
	}
	f.Unsaid(p, unsaid, corrections.Listed)
	return out
}

// codes are the values of a segment that English doesn't foretell.
func codes(segment []arena.Message, bits float64) []flag {
	var out []flag
	for _, m := range segment {
		for _, sentence := range pipeline.Sentences(excerpt.Head(m.Text)) {
			for _, id := range surprising(sentence, bits) {
				why := "HIGH_ENTROPY: code"
				if id.Kind == "phone" {
					why = "HIGH_ENTROPY: phone number"
				}
				out = append(out, flag{id.Value, why, "", excerpt.Around(sentence, id.Start, id.End)})
			}
		}
	}
	return out
}

// direct tells the encoder.
func (f *trial) direct(p *pipeline.Plan) {
	if len(f.flags) == 0 && len(f.kinds) == 0 {
		return
	}
	lines := make([]string, len(f.flags))
	for i, g := range f.flags {
		lines[i] = prompt.Quote(fmt.Sprintf("%q (%s)", g.value, g.why))
	}
	p.Directives = append(p.Directives, strings.TrimSpace(prompts.Render(f.Env, "foresight_signals.tmpl", struct {
		Genre, Kinds string
		Flags        []string
	}{prompt.Quote(f.genre), strings.Join(f.kinds, ", "), lines})))
	if len(f.flags) > 0 {
		p.Sections = append(p.Sections, pipeline.Section{
			Heading:  "FLAGGED ITEMS",
			Question: strings.TrimSpace(prompts.Render(f.Env, "foresight_flagged.tmpl", nil)),
		})
	}
}

// Surprise is a value of a message that the detector flags because English doesn't foretell it.
type Surprise struct {
	Message arena.MessageIndex
	Value   string
}

// Surprises runs the detector over a conversation, message by message, without the bound on what is
// flagged.
func (s Layer) Surprises(messages []arena.Message) []Surprise {
	var out []Surprise
	for i := range messages {
		for _, g := range codes(messages[i:i+1], s.SurpriseBits) {
			out = append(out, Surprise{messages[i].Index, g.value})
		}
	}
	return out
}

// current drops the flags whose value a later one replaces, and those that say the same as an
// earlier one.
func current(flags []flag) []flag {
	var out []flag
	for i, g := range flags {
		replaced := slices.ContainsFunc(flags[i+1:], func(later flag) bool { return later.was != "" && words.Equal(later.was, g.value) })
		said := slices.ContainsFunc(out, func(before flag) bool { return words.Equal(before.value, g.value) })
		if !replaced && !said {
			out = append(out, g)
		}
	}
	return out
}

// revise checks that the notes have what was flagged, and keeps what they lack.
func (f *trial) revise(_ context.Context, r *pipeline.Revision) error {
	notes := words.Read(strings.Join(r.Lines(), "\n"))
	f.missing = slices.DeleteFunc(f.flags, func(g flag) bool { return notes.Has(g.value) })
	if n := len(f.missing); n > 0 {
		f.Warn(r.Cycle, "%d of %d flagged values were missing in the notes and were added", n, len(f.flags))
	}
	dropped := memo.Drop(len(f.missing), memo.Unaged, func() bool { return f.Env.Tokens(f.text()) > f.FlaggedTokens }, func(int) { f.missing = f.missing[1:] })
	if dropped > 0 {
		f.Warn(r.Cycle, "%d flagged values were dropped, the oldest first: the rest fill the budget of %d tokens", dropped, f.FlaggedTokens)
	}
	return nil
}

// text are the flagged values that the notes lack.
func (f *trial) text() string {
	if len(f.missing) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("## FLAGGED ITEMS\n")
	for _, g := range f.missing {
		b.WriteString("- " + g.value)
		if g.was != "" {
			b.WriteString(" (was " + g.was + ")")
		}
		b.WriteString(": " + g.of + "\n")
	}
	return b.String()
}
