package layers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/pipeline"
)

// Channels keeps two stores beside the notes: a stable one for what a paraphrase would destroy, word
// for word as it was said, and a plastic one for values that change, with their history and flags on
// what is worked out from a value that changed. Regular expressions find identifiers, which are
// stable; a call beside the encoding sorts the rest.
//
// A correction of a stable value is a transition: the store takes the new value in the place of the
// old one, and the plastic store records the change for one cycle.
//
// Source: "Stability-Plasticity Decomposed Memory", proposal 5 of the proposals on long-context agent
// memory. There the stable store only grows; here both keep to a budget.
type Channels struct {
	Classifier     string `yaml:"classifier" default:"regex_and_model" oneof:"regex_and_model regex" help:"who sorts what is said: regex alone knows identifiers only and makes no call, so that its plastic channel has nothing but their changes"`
	CorrectionLog  string `yaml:"correction_log" default:"corrected" oneof:"corrected explicit_negation contrastive_pair temporal_supersession authoritative_override re_derivation structured_diff" help:"how changes are presented: as [CORRECTED] lines, or as correction_format does"`
	StableTokens   int    `yaml:"stable_tokens" default:"800" min:"16" max:"32768" help:"budget of the stable channel; beyond it what was said longest ago goes"`
	PlasticTokens  int    `yaml:"plastic_tokens" default:"800" min:"16" max:"32768" help:"budget of the plastic channel with its log; beyond it what was said longest ago goes"`
	ClassifyTokens int    `yaml:"classify_tokens" default:"512" min:"16" max:"32768" help:"cap of the reply that sorts what is said"`
}

// Name is "channels".
func (Channels) Name() string { return "channels" }

// Version covers the classifier's prompt.
func (Channels) Version() string { return version(1, "channels.tmpl") }

// Attach begins a trial with empty channels.
func (s Channels) Attach(env arena.Env) (pipeline.Hooks, error) {
	if env.Tokens == nil {
		return pipeline.Hooks{}, errors.New("layer channels: a token counter is needed to keep the channels' budgets")
	}
	t := &channelling{Channels: s, env: env}
	return pipeline.Hooks{Plan: t.plan, Revise: t.revise, Text: func() string { return t.text }}, nil
}

// channelling is the two channels during one trial.
type channelling struct {
	Channels
	env     arena.Env
	stable  stableStore
	plastic plasticStore
	asked   *pipeline.Question
	text    string
}

func (t *channelling) plan(_ context.Context, p *pipeline.Plan) error {
	t.asked = nil
	if p.PutOff || t.Classifier == "regex" {
		return nil
	}
	t.asked = p.Ask(t.env, t.ClassifyTokens, render("channels.tmpl", struct{ Known, Transcript string }{
		quoted(strings.Join(t.known(), "\n")), quoted(p.Transcript()),
	}))
	return nil
}

// known are the names of what the channels have.
func (t *channelling) known() []string {
	var out []string
	for _, e := range t.stable.entries {
		if e.label != "" {
			out = append(out, "STABLE | "+e.label)
		}
	}
	for _, e := range t.plastic.entries {
		if !e.moved {
			out = append(out, "PLASTIC | "+e.key)
		}
	}
	return out
}

func (t *channelling) revise(_ context.Context, r *pipeline.Revision) error {
	warn := func(format string, args ...any) {
		t.env.Trace.Warn(fmt.Sprintf("cycle %d: channels: ", r.Cycle) + fmt.Sprintf(format, args...))
	}
	t.plastic.collect(r.Cycle)
	if n := t.scan(r.Segment, r.Cycle); n > 0 {
		warn("%d messages are longer than %d bytes: identifiers further behind weren't looked for", n, longestScan)
	}
	if t.asked != nil {
		t.classify(r, warn)
	}
	t.plastic.flag(r.Cycle)
	if n := t.stable.fit(t.StableTokens, t.env.Tokens); n > 0 {
		warn("the stable channel was over its budget of %d tokens: the %d values said longest ago were dropped", t.StableTokens, n)
	}
	if n := t.plastic.fit(t.PlasticTokens, t.env.Tokens, t.CorrectionLog); n > 0 {
		warn("the plastic channel was over its budget of %d tokens: the %d values said longest ago were dropped", t.PlasticTokens, n)
	}
	t.text = t.recombined()
	return nil
}

// longestScan bounds how much of a message the regular expressions read, in bytes.
const longestScan = 32 << 10

// scan puts the identifiers of what users and tools said into the stable channel, and says how many
// messages were too long to be read whole. What the assistant says repeats them.
func (t *channelling) scan(segment []arena.Message, cycle int) (cut int) {
	for _, m := range segment {
		if m.Role != llm.User && m.Role != llm.Tool {
			continue
		}
		text := m.Text
		if len(text) > longestScan {
			text, cut = strings.ToValidUTF8(text[:longestScan], ""), cut+1
		}
		for _, sentence := range sentencesOf(text) {
			for _, id := range identifiers(sentence) {
				t.keep(sentence, id, cycle)
			}
		}
	}
	return cut
}

func (t *channelling) keep(sentence string, id identifier, cycle int) {
	if at := t.stable.find(id.value); at >= 0 {
		t.stable.entries[at].cycle = cycle
		return
	}
	text := quotation(sentence, id)
	if at := t.stable.renewed(sentence, id); at >= 0 {
		if e := &t.stable.entries[at]; e.text == text { // one sentence says both, and which is which
			e.set(id.value)
			return
		}
		t.transition(at, id.value, cycle)
		return
	}
	t.stable.entries = append(t.stable.entries, stableEntry{kind: id.kind, value: id.value, code: codeKey(id.value), text: text, cycle: cycle})
}

// transition gives a stable entry a new value.
func (t *channelling) transition(at int, value string, cycle int) {
	e := t.stable.entries[at]
	// The new value may have been taken for one of its own; it is this entry's.
	t.stable.entries = slices.DeleteFunc(t.stable.entries, func(o stableEntry) bool { return o.value == value })
	at = t.stable.find(e.value)
	was := t.stable.move(at, value, cycle)
	t.plastic.record(e.name(), value, was, cycle)
}

// sorted is a line of the classifier's reply.
type sorted struct {
	stable     bool
	key, value string
	was        string
	from       []string
}

// readSorted reads a line; ok is false for one of neither form.
func readSorted(line string) (s sorted, ok bool) {
	f := fields(line)
	if len(f) == 2 { // "STABLE: what | value"
		kind, key, _ := strings.Cut(f[0], ":")
		f = []string{kind, strings.TrimSpace(key), f[1]}
	}
	if len(f) < 3 {
		return s, false
	}
	switch strings.ToUpper(strings.Trim(f[0], " :[]")) {
	case "STABLE":
		s.stable = true
	case "PLASTIC":
	default:
		return s, false
	}
	s.key, s.value = f[1], strings.Trim(f[2], `"`)
	for _, part := range f[3:] {
		key, value, has := keyed(part)
		switch strings.ToLower(key) {
		case "was", "old":
			s.was = strings.Trim(value, `"`)
		case "from", "depends on":
			for name := range strings.SplitSeq(value, ",") {
				s.from = append(s.from, strings.TrimSpace(name))
			}
		default:
			if has {
				return s, false
			}
		}
	}
	if strings.EqualFold(s.was, "none") || strings.EqualFold(s.was, "n/a") {
		s.was = ""
	}
	return s, short(s.key, maxName) && short(s.value, maxValue) && len(s.was) <= maxValue && len(s.from) <= 12 && canonical(s.key) != ""
}

// classify takes in the classifier's reply.
func (t *channelling) classify(r *pipeline.Revision, warn func(string, ...any)) {
	if t.asked.Reply.Stop == llm.StopLength {
		warn("the classifier's reply was cut at its cap of %d tokens", t.ClassifyTokens)
	}
	transcript := folded(r.Transcript())
	said, unread, invented := false, 0, 0
	for _, line := range replyLines(t.asked.Reply.Text) {
		if nothing(line) {
			said = true
			continue
		}
		s, ok := readSorted(line)
		if !ok {
			unread++
			continue
		}
		said = true
		if s.stable && !strings.Contains(transcript, folded(s.value)) {
			invented++
			continue
		}
		t.file(s, r.Cycle)
	}
	switch {
	case !said:
		warn("the classifier's reply is empty or in no form that can be read: only identifiers were kept")
	case unread > 0:
		warn("%d lines of the classifier's reply can't be read and were left out", unread)
	}
	if invented > 0 {
		warn("%d stable values aren't word for word in the messages and were left out", invented)
	}
}

// file puts a sorted value into its channel. What corrects a stable value is a transition, whichever
// channel it was sorted into.
func (t *channelling) file(s sorted, cycle int) {
	at := t.stable.labelled(s.key)
	if at < 0 && s.was != "" {
		at = t.stable.find(s.was)
	}
	if at >= 0 && t.stable.entries[at].value != s.value {
		t.stable.entries[at].label = s.key
		t.transition(at, s.value, cycle)
		return
	}
	if at < 0 {
		at = t.stable.find(s.value)
	}
	switch {
	case at >= 0:
		e := &t.stable.entries[at]
		e.label, e.cycle = s.key, cycle
	case s.stable:
		t.stable.entries = append(t.stable.entries, stableEntry{kind: "exact", label: s.key, value: s.value, code: codeKey(s.value), text: s.key + ": " + s.value, cycle: cycle})
	default:
		t.plastic.set(s.key, s.value, s.was, s.from, cycle)
	}
}

// recombined is both channels as the model reads them.
func (t *channelling) recombined() string {
	var parts []string
	for _, p := range []struct{ heading, text string }{
		{"STABLE FACTS (verbatim, do not paraphrase):", t.stable.text()},
		{"CURRENT STATE (latest values, trust them over any earlier mention):", t.plastic.state()},
		{"CORRECTION LOG (what changed and when):", t.plastic.log(t.CorrectionLog)},
	} {
		if p.text != "" {
			parts = append(parts, p.heading+"\n"+p.text)
		}
	}
	return strings.Join(parts, "\n\n")
}
