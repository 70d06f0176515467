// Package qtd is the strategy that writes no notes: it keeps the conversation as it is, and distils
// it for each question.
package qtd

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/memo"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/strategies/shelf"
)

// QTD (query-time distillation) shows the raw conversation until it has more than Budget tokens.
// From then on it shows the newest Window messages raw, and above them what one call of the
// memory model finds in all the others for the newest user message. That text is made for one
// request and not kept. After the strategy of the same name of the original benchmark.
//
// What is kept is the messages themselves, so they are the memory text of each cycle: a fact can
// be missing from what the model is shown and yet not be lost.
type QTD struct {
	Budget     int `yaml:"budget" default:"8000" min:"1" max:"10000000" help:"tokens of conversation that are shown raw; no more than the run's budget, where it gives one"`
	Window     int `yaml:"window" default:"4" min:"1" max:"1000" help:"newest messages that stay raw beyond that"`
	KeepTokens int `yaml:"keep_tokens" default:"32000" min:"64" max:"10000000" help:"tokens of the messages to distil from; beyond, the oldest go for good"`
	MaxTokens  int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of what is distilled"`
}

// Name is "qtd".
func (QTD) Name() string { return "qtd" }

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil)

// Version covers both prompts.
func (s QTD) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (QTD) Prompts() prompt.Texts { return prompts.Of(3, "extract.tmpl", "recall.tmpl") }

// Start begins a trial.
func (s QTD) Start(env arena.Env) (arena.Memory, error) {
	if env.Client == nil {
		return nil, errors.New("qtd: a client is needed to distil the conversation")
	}
	if env.Budget > 0 { // half of it is for what is distilled
		s.Budget, s.MaxTokens = min(s.Budget, env.Budget), min(s.MaxTokens, max(16, env.Budget/2))
	}
	return &memory{env: env, settings: s}, nil
}

type memory struct {
	env      arena.Env
	settings QTD
	shelf    shelf.Shelf
	size     int // tokens of the whole conversation
	cycles   int
	away     []line // what the rest is distilled from, oldest first
}

// line is a message that left the window, as a model reads it.
type line struct {
	text   string
	tokens int
}

// Observe adds m. Once the conversation is over its budget, each user message makes all but the
// newest messages leave the window; no model is asked. A tool result leaves with the call it
// answers.
func (q *memory) Observe(ctx context.Context, m arena.Message) error {
	if _, err := q.shelf.Add(ctx, m); err != nil {
		return err
	}
	q.size += q.env.SizeOf(m.Message)
	if m.Role != llm.User || q.size <= q.settings.Budget {
		return nil
	}
	leaving := q.shelf.Over(q.settings.Window)
	if len(leaving) == 0 {
		return nil
	}
	for _, m := range shelf.Messages(leaving...) {
		text := shelf.Window{m}.Transcript()
		q.away = append(q.away, line{text, q.env.Tokens(text)})
	}
	q.cycles++
	q.forget()
	q.env.Trace.Cycle(arena.Cycle{Left: q.shelf.Leave(leaving...), Text: transcript(q.away)})
	return nil
}

// forget drops the oldest messages there is no room for.
func (q *memory) forget() {
	var n int
	q.away, n = memo.FitEach(q.away, memo.Unaged, q.settings.KeepTokens, func(l line) int { return l.tokens })
	if n > 0 {
		q.env.Trace.Warn(fmt.Sprintf("cycle %d: the %d oldest messages were dropped to stay within keep_tokens", q.cycles, n))
	}
}

// transcript is messages as a model reads them.
func transcript(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
	}
	return b.String()
}

// Recall shows the window, and above it what the rest holds for query. An empty reply or a refusal leaves
// the newest of the rest that fits the cap of the reply, so that the model never sees nothing of it.
func (q *memory) Recall(ctx context.Context, query string) (arena.Context, error) {
	if err := ctx.Err(); err != nil {
		return arena.Context{}, err
	}
	c := q.shelf.Context(q.env.System)
	if len(q.away) == 0 {
		return c, nil
	}
	prompt := render(q.env, "extract.tmpl", data{Question: query, Transcript: transcript(q.away)})
	r, err := q.env.Client.Complete(ctx, llm.Ask(q.env.MemoryModel, q.settings.MaxTokens, prompt))
	if err != nil {
		return arena.Context{}, fmt.Errorf("distil the conversation: %w", err)
	}
	distilled := r.Said()
	if distilled == "" {
		distilled = q.newest(q.settings.MaxTokens)
	}
	if distilled != "" {
		c.System = render(q.env, "recall.tmpl", data{System: q.env.System, Knowledge: distilled})
	}
	return c, nil
}

// newest are the newest of the messages that left the window, as many as have no more tokens than
// room.
func (q *memory) newest(room int) string {
	from := len(q.away)
	for from > 0 && q.away[from-1].tokens <= room {
		from--
		room -= q.away[from].tokens
	}
	return strings.TrimSpace(transcript(q.away[from:]))
}

// data is what a prompt may quote. Each part stands in a tagged block of the prompt.
type data struct{ System, Question, Knowledge, Transcript string }

// render fills a template.
func render(env arena.Env, name string, d data) string {
	d.Question, d.Knowledge, d.Transcript = prompt.Quote(d.Question), prompt.Quote(d.Knowledge), prompt.Quote(d.Transcript)
	return prompts.Render(env, name, d)
}
