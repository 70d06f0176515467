// Package correctionformat is the layer that presents corrections in one of seven formats.
package correctionformat

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/strategies/corrections"
	"contextarena.internal/strategies/pipeline"
	"contextarena.internal/strategies/prompt"
	"contextarena.internal/words"
)

//go:embed prompts/*.tmpl
var promptFiles embed.FS

var prompts = prompt.Load(promptFiles, nil, corrections.Prompts)

// Layer keeps what was corrected beside the notes and presents it in one of seven formats,
// as the form in which a model is told of a change may decide whether it goes on using the old value.
type Layer struct {
	Format            string `yaml:"format" default:"structured_diff" oneof:"explicit_negation contrastive_pair temporal_supersession authoritative_override re_derivation structured_diff socratic_elicitation" help:"how corrections are presented"`
	CorrectionsTokens int    `yaml:"corrections_tokens" default:"600" min:"16" max:"100000" help:"tokens of the corrections as presented; those named longest ago go first"`
	ListTokens        int    `yaml:"list_tokens" default:"1024" min:"16" max:"32768" help:"cap of the reply that lists corrections, and of that to socratic questions"`
}

// Name is "correction_format".
func (Layer) Name() string { return "correction_format" }

// Prompts are its templates.
func (Layer) Prompts() prompt.Texts { return prompts.Of(3, "corrections.tmpl", "socratic.tmpl") }

// Attach begins a trial.
func (s Layer) Attach(env arena.Env) (pipeline.Hooks, error) {
	var book corrections.Book
	var asked *pipeline.Question
	t := pipeline.NewTrial(env, s)
	hooks := pipeline.Hooks{
		Plan: func(_ context.Context, p *pipeline.Plan) error {
			asked = p.Ask(corrections.Ask(t, p, book.Lines(), s.ListTokens))
			return nil
		},
		Revise: func(_ context.Context, r *pipeline.Revision) error {
			changes := corrections.Read(t, &r.Plan, asked.Reply)
			t.Unsaid(&r.Plan, book.Take(changes, r.Plan.Notes+"\n"+r.Transcript(), r.Cycle), corrections.Listed)
			if n := book.Fit(s.Format, s.CorrectionsTokens, env.Tokens); n > 0 {
				t.Warn(r.Cycle, "%d corrections were dropped, those named longest ago first: the rest fill the budget", n)
			}
			return nil
		},
		Text: func() string { return corrections.Present(s.Format, book.List()) },
	}
	if s.Format == "socratic_elicitation" {
		hooks.Render = func(ctx context.Context, query string, c *arena.Context) error {
			return s.elicit(ctx, env, book.List(), query, c)
		}
	}
	return hooks, nil
}

// mostElicited bounds the questions of one exchange.
const mostElicited = 5

// elicit asks the model which value holds of each thing the query touches, and puts the exchange
// before the messages. A query that touches none costs no call, and an empty or refused reply
// leaves the context as it was: the questions stand in the notes.
func (s Layer) elicit(ctx context.Context, env arena.Env, cs []corrections.Correction, query string, c *arena.Context) error {
	var questions []string
	for _, correction := range slices.Backward(cs) { // the newest where there are too many
		if words.SharesWord(correction.What, query) && len(questions) < mostElicited {
			questions = append(questions, corrections.Elicitation(correction))
		}
	}
	if len(questions) == 0 {
		return nil
	}
	slices.Reverse(questions)
	question := llm.Message{Role: llm.User, Text: strings.TrimSpace(prompts.Render(env, "socratic.tmpl", prompt.Quote(strings.Join(questions, "\n"))))}
	seen := c.Messages
	for len(seen) > 0 && seen[len(seen)-1].Role == llm.User {
		seen = seen[:len(seen)-1] // a question that waits for its answer would get it here
	}
	r, err := env.Client.Complete(ctx, llm.Request{
		Model:     env.Model,
		Messages:  slices.Concat([]llm.Message{{Role: llm.System, Text: c.System}}, seen, []llm.Message{question}),
		MaxTokens: s.ListTokens,
	})
	if err != nil {
		return fmt.Errorf("correction_format: %w", err)
	}
	answer := r.Said()
	if answer == "" {
		return nil
	}
	c.Messages = slices.Concat([]llm.Message{question, {Role: llm.Assistant, Text: answer}}, c.Messages)
	return nil
}
