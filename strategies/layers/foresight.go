package layers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// Foresight tells the encoder what is likely to be asked for: the kinds of facts that conversations of
// this genre are asked about, by one call at the first cycle, and by rules the values of the segment
// that are surprising, because they contradict what was said before or because English doesn't
// foretell them. What the encoder leaves out of these is added to the memory.
type Foresight struct {
	SurpriseBits  float64 `yaml:"surprise_bits" default:"4.8" min:"0" max:"20" help:"bits per character from which a code is flagged"`
	FlaggedMost   int     `yaml:"flagged_most" default:"12" min:"1" max:"1000" help:"values flagged in one cycle"`
	FlaggedTokens int     `yaml:"flagged_tokens" default:"300" min:"16" max:"100000" help:"tokens of flagged values that are kept because the notes lack them; the oldest go first"`
	KnownTokens   int     `yaml:"known_tokens" default:"1000" min:"16" max:"100000" help:"tokens of known values that new ones are compared with; those stated longest ago go first"`
}

// Name is "foresight".
func (Foresight) Name() string { return "foresight" }

// Version covers its prompts.
func (Foresight) Version() string {
	return version(1, "foresight_genre.tmpl", "foresight_signals.tmpl", "foresight_flagged.tmpl")
}

// flag is a surprising value.
type flag struct {
	value    string
	why      string // "CORRECTION: was $10M", "HIGH_ENTROPY: phone number"
	was      string
	sentence string
}

// foresight is the layer during one trial.
type foresight struct {
	Foresight
	env     arena.Env
	asked   bool
	genre   string
	kinds   []string // the three kinds of facts most likely to be asked for
	known   knownValues
	missing []flag // flagged until now and not in the notes

	// Of the cycle that is planned.
	flags []flag
	next  knownValues
}

// Attach begins a trial.
func (s Foresight) Attach(env arena.Env) (pipeline.Hooks, error) {
	f := &foresight{Foresight: s, env: env}
	return pipeline.Hooks{Plan: f.plan, Revise: f.revise, Text: f.text}, nil
}

func (f *foresight) warn(cycle int, format string, args ...any) {
	f.env.Trace.Warn(fmt.Sprintf("cycle %d: foresight: %s", cycle, fmt.Sprintf(format, args...)))
}

func (f *foresight) plan(ctx context.Context, p *pipeline.Plan) error {
	if !f.asked {
		if err := f.classify(ctx, p); err != nil {
			return err
		}
	}
	f.next = slices.Clone(f.known)
	found := f.surprises(p.Segment, p.Cycle)
	f.flags = current(append(slices.Clone(f.missing), found...))
	if over := len(f.flags) - f.FlaggedMost; over > 0 {
		f.warn(p.Cycle, "%d values weren't flagged: a cycle flags %d", over, f.FlaggedMost)
		f.flags = f.flags[:f.FlaggedMost]
	}
	if len(f.flags) == 0 && len(f.kinds) == 0 {
		return nil
	}
	lines := make([]string, len(f.flags))
	for i, g := range f.flags {
		lines[i] = quoted(fmt.Sprintf("%q (%s)", g.value, g.why))
	}
	p.Directives = append(p.Directives, strings.TrimSpace(render("foresight_signals.tmpl", struct {
		Genre, Kinds string
		Flags        []string
	}{quoted(f.genre), strings.Join(f.kinds, ", "), lines})))
	if len(f.flags) > 0 {
		p.Sections = append(p.Sections, pipeline.Section{
			Heading:  "FLAGGED ITEMS",
			Question: strings.TrimSpace(render("foresight_flagged.tmpl", nil)),
		})
	}
	return nil
}

// Surprise is a value of a message that the detector flags.
type Surprise struct {
	Message arena.MessageIndex
	Value   string
	Changed bool // it takes the place of another; else English doesn't foretell it
}

// Surprises runs the detector over a conversation, message by message, without the bounds on what is
// flagged and known.
func (s Foresight) Surprises(messages []arena.Message) []Surprise {
	f := foresight{Foresight: s}
	var out []Surprise
	for i := range messages {
		for _, g := range f.surprises(messages[i:i+1], 1) {
			out = append(out, Surprise{messages[i].Index, g.value, strings.HasPrefix(g.why, "CORRECTION")})
		}
	}
	return out
}

// surprises finds the surprising values of a segment, in its order. Corrections count in what users
// say: replies may repeat what held before the change, and the rows of a tool's table differ without
// correcting each other.
func (f *foresight) surprises(segment []arena.Message, cycle int) []flag {
	var out []flag
	for _, m := range segment {
		if m.Role == llm.User {
			before := slices.Clone(f.next)
			for _, s := range statements(m.Text) {
				was, changed := f.next.differs(s, cycle)
				switch {
				case changed && (s.marked || before.has(s.key, s.kind)):
					out = append(out, flag{s.value, "CORRECTION: was " + was, was, s.sentence})
				case was == "" && s.marked && s.kind != "name":
					out = append(out, flag{s.value, "CORRECTION: announced as a change", "", s.sentence})
				}
			}
		}
		for w := range words(m.Text) {
			if surprising(w, f.SurpriseBits) {
				why := "HIGH_ENTROPY: code"
				if strings.Trim(w.text, "0123456789+-.() ") == "" && len(digitsOf(w.text)) >= 7 {
					why = "HIGH_ENTROPY: phone number"
				}
				out = append(out, flag{w.text, why, "", sentenceAt(m.Text, w.at)})
			}
		}
	}
	return out
}

// current drops the flags whose value a later one replaces, and those that say the same as an
// earlier one.
func current(flags []flag) []flag {
	var out []flag
	for i, g := range flags {
		replaced := slices.ContainsFunc(flags[i+1:], func(later flag) bool { return later.was != "" && folded(later.was) == folded(g.value) })
		said := slices.ContainsFunc(out, func(before flag) bool { return folded(before.value) == folded(g.value) })
		if !replaced && !said {
			out = append(out, g)
		}
	}
	return out
}

// sentenceAt is the sentence around a place of a text, or the part of it that is near.
func sentenceAt(text string, at int) string {
	const far = 120
	from, to := max(0, at-far), min(len(text), at+far)
	if i := strings.LastIndexAny(text[from:at], ".!?\n"); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexAny(text[at:to], "!?\n"); i >= 0 {
		to = at + i
	}
	if i := strings.Index(text[at:to], ". "); i >= 0 {
		to = at + i + 1
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[from:to], ""))
}

// revise checks that the notes have what was flagged, and keeps what they lack.
func (f *foresight) revise(_ context.Context, r *pipeline.Revision) error {
	f.known = f.next
	if n := f.known.fit(f.KnownTokens, f.env.Tokens); n > 0 {
		f.warn(r.Cycle, "%d known values were dropped, those stated longest ago: the rest fill the budget of %d tokens", n, f.KnownTokens)
	}
	notes := saidIn(strings.Join(r.Lines(), "\n"))
	f.missing = slices.DeleteFunc(f.flags, func(g flag) bool { return notes.holds(g.value) })
	if n := len(f.missing); n > 0 {
		f.warn(r.Cycle, "%d of %d flagged values were missing in the notes and were added", n, len(f.flags))
	}
	dropped := 0
	for len(f.missing) > 0 && f.env.Tokens(f.text()) > f.FlaggedTokens {
		f.missing, dropped = f.missing[1:], dropped+1
	}
	if dropped > 0 {
		f.warn(r.Cycle, "%d flagged values were dropped, the oldest first: the rest fill the budget of %d tokens", dropped, f.FlaggedTokens)
	}
	return nil
}

// text are the flagged values that the notes lack.
func (f *foresight) text() string {
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
		b.WriteString(": " + strings.Join(strings.Fields(g.sentence), " ") + "\n")
	}
	return b.String()
}
