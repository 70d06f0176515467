package pipeline

import (
	"context"
	"fmt"
	"strings"

	"contextarena.internal/arena"
)

// CorrectionAware keeps a reference document that is rewritten each cycle, and laid over it a log
// of corrections and of details the document lacks: two parallel calls a cycle. After the
// strategy of the same name of the original benchmark.
type CorrectionAware struct {
	MaxEntries    int `yaml:"max_entries" default:"30" min:"1" max:"1000" help:"entries of the log; beyond, the oldest go"`
	KeepTokens    int `yaml:"keep_tokens" default:"2048" min:"64" max:"1000000" help:"tokens of the log; beyond, the oldest entries go"`
	CompressEvery int `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages since the last cycle that make the next one due"`
	RecentWindow  int `yaml:"recent_window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	MaxTokens     int `yaml:"max_tokens" default:"2048" min:"16" max:"32768" help:"cap of the document, and of what a cycle adds to the log"`
}

// Name is "correction_aware".
func (CorrectionAware) Name() string { return "correction_aware" }

// Version covers both prompts.
func (CorrectionAware) Version() string { return version("reference.tmpl", "log.tmpl") }

// Start begins a trial.
func (s CorrectionAware) Start(env arena.Env) (arena.Memory, error) { return s.Under(env) }

// Under begins a trial with layers over it.
func (s CorrectionAware) Under(env arena.Env, layers ...Layer) (arena.Memory, error) {
	return start(env, modules{
		manage: manager{compressEvery: s.CompressEvery, recentWindow: s.RecentWindow},
		encode: referenceAndLog{maxTokens: s.MaxTokens},
		store:  &overlaid{tokens: env.Tokens, budget: s.KeepTokens, most: s.MaxEntries},
	}, layers...)
}

// referenceAndLog rewrites the document, and beside that lists what is to be laid over it. Since
// both are asked at once, the log is drawn up against the document before.
type referenceAndLog struct{ maxTokens int }

func (e referenceAndLog) encode(ctx context.Context, env arena.Env, p *Plan, notes notebook) (written, error) {
	document, log := notes.narrative(), ""
	if o, ok := notes.(*overlaid); ok {
		log = o.lines()
	}
	rs, err := p.complete(
		ctx, env.Client,
		ask(env, e.maxTokens, p.extended(render("reference.tmpl", data{Knowledge: document, Transcript: p.Transcript()}))),
		ask(env, e.maxTokens, p.directed(render("log.tmpl", data{Knowledge: document, Log: log, Transcript: p.Transcript()}))),
	)
	if err != nil {
		return written{}, err
	}
	w := written{text: said(rs[0]), facts: facts(said(rs[1])), stop: worst(rs...)}
	if w.text == "" {
		w.warnings = append(w.warnings, "the memory model's document was empty or a refusal: the one before it was kept")
	}
	if said(rs[1]) == "" {
		w.warnings = append(w.warnings, "the memory model's list of corrections was empty or a refusal: none were added")
	}
	return w, nil
}

// overlaid is a document and the entries laid over it, oldest first.
type overlaid struct {
	document replace
	log      []string
	tokens   func(text string) int
	budget   int
	most     int
}

// add replaces the document and appends to the log. An entry that says of one thing what an older
// one says, which is what stands before its colon, takes its place at the end.
func (s *overlaid) add(w written) []string {
	s.document.add(written{text: w.text})
	for _, f := range w.facts {
		subject := subjectOf(f)
		for i, old := range s.log {
			if subjectOf(old) == subject {
				s.log = append(s.log[:i], s.log[i+1:]...)
				break
			}
		}
		s.log = append(s.log, f)
	}
	size := 0
	for _, f := range s.log {
		size += s.tokens(item(f))
	}
	dropped := 0
	for len(s.log)-dropped > s.most || size > s.budget && dropped < len(s.log) {
		size -= s.tokens(item(s.log[dropped]))
		dropped++
	}
	s.log = s.log[dropped:]
	if dropped == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the %d oldest entries of the log were dropped to keep it within max_entries and keep_tokens", dropped)}
}

// subjectOf is what a line is about: what stands before its first colon, or all of it.
func subjectOf(line string) string {
	subject, _, _ := strings.Cut(line, ": ")
	return strings.ToLower(strings.Trim(subject, "*_ "))
}

func (s *overlaid) narrative() string { return s.document.narrative() }

// lines is the log, one entry a line.
func (s *overlaid) lines() string {
	var b strings.Builder
	for _, f := range s.log {
		b.WriteString(item(f))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (s *overlaid) text() string {
	document, log := s.document.text(), s.lines()
	if log == "" {
		return document
	}
	return strings.TrimSpace(document + "\n\nCorrections and details. Where they disagree with the text above they are right, and of two entries the later:\n" + log)
}

func (s *overlaid) edit(f func(string) string) {
	s.document.edit(f)
	s.log = edited(s.log, f)
}
