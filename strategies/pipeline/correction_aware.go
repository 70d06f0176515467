package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/form"
	"contextarena.internal/strategies/prompt"
)

// CorrectionAware keeps a reference document that is rewritten each cycle, and laid over it a log
// of corrections and of details the document lacks: two parallel calls a cycle. After the
// strategy of the same name of the original benchmark.
type CorrectionAware struct {
	MaxEntries int `yaml:"max_entries" default:"30" min:"1" max:"1000" help:"entries of the log; beyond, the oldest go"`
	KeepTokens int `yaml:"keep_tokens" default:"2048" min:"64" max:"1000000" help:"tokens of the log; beyond, the oldest entries go"`
	Cadence    `yaml:",inline"`
	MaxTokens  int `yaml:"max_tokens" default:"2048" min:"16" max:"32768" help:"cap of the document, and of what a cycle adds to the log"`
}

// Name is "correction_aware".
func (CorrectionAware) Name() string { return "correction_aware" }

// Version covers both prompts.
func (s CorrectionAware) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (CorrectionAware) Prompts() prompt.Texts { return used(2, "reference.tmpl", "log.tmpl") }

// Start begins a trial.
func (s CorrectionAware) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: referenceAndLog{maxTokens: s.MaxTokens},
		store:  newOverlaid(env.Tokens, s.KeepTokens, s.MaxEntries),
	})
}

// referenceAndLog rewrites the document, and beside that lists what is to be laid over it. Since
// both are asked at once, the log is drawn up against the document before.
type referenceAndLog struct{ maxTokens int }

func (e referenceAndLog) encode(ctx context.Context, env arena.Env, p *Plan, notes noteStore) (written, error) {
	document, log := notes.narrative(), ""
	if o, ok := notes.(*overlaid); ok {
		log = o.log.text()
	}
	rs, err := p.complete(
		ctx, env.Client,
		llm.Ask(env.MemoryModel, e.maxTokens, p.extended(render(env, "reference.tmpl", data{Knowledge: document, Transcript: p.Transcript()}))),
		logForm.Ask(env.MemoryModel, e.maxTokens, p.directed(render(env, "log.tmpl", data{Knowledge: document, Log: log, Transcript: p.Transcript()}))),
	)
	if err != nil {
		return written{}, err
	}
	w := written{text: p.said(rs[0]), stop: worst(rs...)}
	entries, count := Read(p, logForm, rs[1])
	for _, e := range entries.Details {
		w.facts = append(w.facts, e.What+": "+e.Value)
	}
	for _, e := range entries.Changes {
		line := e.What + ": " + e.Value
		if e.Was != "" {
			line = fmt.Sprintf("%s: changed from %s to %s", e.What, e.Was, e.Value)
		}
		w.facts = append(w.facts, line)
	}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's document was empty or a refusal: the one before it was kept")
	}
	if unread(count, rs[1]) {
		w.warnings = append(w.warnings, "the memory model's list of corrections was empty, a refusal or can't be read: none were added")
	}
	return w, nil
}

// logEntries are what is laid over a document.
type logEntries struct {
	Changes []struct {
		What  string `json:"what" about:"the thing's name, in the words of the log where it has the thing"`
		Value string `json:"value" about:"its value now, copied exactly"`
		Was   string `json:"was" about:"the value it replaces, empty if none was said" optional:"true"`
	} `json:"changes" about:"every value that was stated before and is changed by these messages"`
	Details []struct {
		What  string `json:"what" about:"the thing's name, in the words of the log where it has the thing"`
		Value string `json:"value" about:"what is said of it, copied exactly" most:"300"`
	} `json:"details" about:"details of these messages that the document lacks"`
}

var logForm = form.New[logEntries]("log_entries")

// overlaid is a document and the entries laid over it, oldest first. An entry that says of one thing what
// an older one says, which is what stands before its colon, takes its place at the end.
type overlaid struct {
	document replace
	log      headedNotes
	most     int
}

func newOverlaid(tokens func(string) int, budget, most int) *overlaid {
	return &overlaid{log: headedNotes{tokens: tokens, budget: budget, key: func(e entry) string { return subjectOf(e.text) }}, most: most}
}

func (s *overlaid) add(w written) []string {
	s.document.add(written{text: w.text})
	s.log.cycle++
	for _, f := range w.facts {
		s.log.entries = slices.DeleteFunc(s.log.entries, func(e entry) bool { return subjectOf(e.text) == subjectOf(f) })
		s.log.put("", s.log.cycle, f)
	}
	before := len(s.log.entries)
	s.log.entries = s.log.entries[max(0, before-s.most):]
	s.log.fitTo(s.log.budget)
	if dropped := before - len(s.log.entries); dropped > 0 {
		return []string{fmt.Sprintf("the %d oldest entries of the log were dropped to keep it within max_entries and keep_tokens", dropped)}
	}
	return nil
}

// subjectOf is what a line is about: what stands before its first colon, or all of it.
func subjectOf(line string) string {
	subject, _, _ := strings.Cut(line, ": ")
	return strings.ToLower(strings.Trim(subject, "*_ "))
}

func (s *overlaid) narrative() string { return s.document.narrative() }

func (s *overlaid) text() string {
	document, log := s.document.text(), s.log.text()
	if log == "" {
		return document
	}
	return strings.TrimSpace(document + "\n\nCorrections and details. Where they disagree with the text above they are right, and of two entries the later:\n" + log)
}

func (s *overlaid) edit(f func(string) string) {
	s.document.edit(f)
	s.log.edit(f)
}
