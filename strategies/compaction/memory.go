package compaction

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/prompt"
)

// ConversationMemory quotes the older half of a conversation once it has too many turns, and asks no model. It is the
// source's memory for chats.
type ConversationMemory struct {
	Mode          string `yaml:"mode" default:"carry_summary" oneof:"carry_summary as_documented" help:"all that left is quoted, within a bound; or the first three turns of the last half, as in the source"`
	MaxTurns      int    `yaml:"max_turns" default:"20" min:"0" max:"1000000" help:"turns that are kept before the older half is compacted"`
	UserChars     int    `yaml:"user_chars" default:"0" min:"0" max:"1000000" help:"characters of what the user said that are quoted; 0 for all (the source has 100)"`
	ReplyChars    int    `yaml:"reply_chars" default:"100" min:"0" max:"1000000" help:"characters of a reply that are quoted; 0 for all"`
	SummaryTokens int    `yaml:"summary_tokens" default:"500" min:"0" max:"1000000" help:"bound of a summary that is carried, where the run gives no budget"`
}

// Name is "conversation_memory".
func (ConversationMemory) Name() string { return "conversation_memory" }

// Version covers the prompt that shows the summary.
func (s ConversationMemory) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (ConversationMemory) Prompts() prompt.Texts { return prompts.Of(1, "recall.tmpl") }

// Start begins a trial.
func (s ConversationMemory) Start(env arena.Env) (arena.Memory, error) {
	c := &conversing{chat: chat{env: env}}
	c.core = Conversation{
		MaxTurns: s.MaxTurns, Mode: Mode(s.Mode), UserChars: s.UserChars, ReplyChars: s.ReplyChars,
		Most: c.room(s.SummaryTokens), Size: c.count,
	}
	return c, nil
}

// conversing is a conversation whose older turns are quoted.
type conversing struct {
	chat
	core Conversation
}

// Observe adds m, and lets go the turns before it that are no longer shown.
func (c *conversing) Observe(ctx context.Context, m arena.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	over := c.next(m)
	if over == nil {
		return nil
	}
	e := over.entry()
	c.core.Add(Turn{User: e.Reasoning, Assistant: e.Output})
	if c.core.Mode == CarrySummary && c.exceeds(c.core.Summary(), c.core.Shown()) {
		c.core.Compact(c.fitting(min(c.core.Kept(), max(1, c.core.MaxTurns/2))))
	}
	c.keep(c.core.Shown(), c.core.Summary(), arena.Cycle{})
	return nil
}

// Recall shows the summary and the newest turns, whatever the query.
func (c *conversing) Recall(ctx context.Context, _ string) (arena.Context, error) {
	return c.context(), ctx.Err()
}

// Remarks say what there was no room for.
func (c *conversing) Remarks() []string {
	return remarks(c.core.Dropped, "turns left the summary")
}
