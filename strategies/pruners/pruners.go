// Package pruners are the strategies that store every message and summaries of sessions and chapters with their
// embeddings, show for each question what is most like it, and prune the store: by utility, importance, both, or age.
// What is pruned is package prune's.
//
//  1. When the user speaks, what was said before becomes memories (memory.go): each message, or tool call with its
//     results, is one. A session that is over is summed up, and so are some sessions, a chapter (summary.go).
//  2. Every few messages, or when the store is too large, it is pruned (round.go): what is alike is put together,
//     what scores too little goes, then what scores least. Goals are what the user asked for and hasn't called off
//     (goals.go).
//  3. What is most like the user's message is retrieved, which is the usage that utility goes by. Recall does the same
//     for any question and notes nothing (recall.go).
//  4. The strategies differ in their score and thresholds alone (strategies.go).
package pruners

import (
	"errors"
	"fmt"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/prune"
)

// Common are the settings of every strategy that prunes.
type Common struct {
	Budget          int     `yaml:"budget" default:"1000" min:"1" max:"10000000" help:"tokens of memories that are shown, where the run gives no budget"`
	TopK            int     `yaml:"top_k" default:"12" min:"1" max:"100000" help:"memories that are retrieved for a question"`
	Unit            string  `yaml:"unit" default:"day" oneof:"day turn" help:"what counts as a day: one of the scenario's clock, or a turn"`
	SessionGap      float64 `yaml:"session_gap" default:"4" min:"0" max:"100000" help:"hours of silence after which a session is over; 0 for none, and none where turns count as days"`
	SessionMessages int     `yaml:"session_messages" default:"12" min:"2" max:"100000" help:"messages after which a session is over"`
	ChapterSessions int     `yaml:"chapter_sessions" default:"4" min:"2" max:"100000" help:"sessions of a chapter"`
	Raw             int     `yaml:"raw" default:"20" min:"1" max:"1000000" help:"new messages after which the store is pruned"`
	Target          int     `yaml:"target" default:"40" min:"1" max:"100000" help:"memories that are kept; with more the store is pruned at once, and what is protected stays"`
	Warmup          float64 `yaml:"warmup" default:"0" min:"0" max:"100000" help:"days at the beginning in which only usage is collected"`
	MinL1           int     `yaml:"min_l1" default:"7" min:"0" max:"100000" help:"whole days before which no threshold applies to a message or a session's summary"`
	MinL2           int     `yaml:"min_l2" default:"14" min:"0" max:"100000" help:"the same of a chapter's"`
	Cooldown        float64 `yaml:"cooldown" default:"3" min:"0" max:"100000" help:"days for which a memory stays that was retrieved"`
	Protect         float64 `yaml:"protect" default:"0.9" min:"0" max:"1" help:"a memory whose cosine with what was asked was once above this stays"`
	Grace           float64 `yaml:"grace" default:"0" min:"0" max:"100000" help:"days for which a new memory stays though the store is too large; 0 as in the source"`
	SummaryTokens   int     `yaml:"summary_tokens" default:"120" min:"16" max:"32768" help:"tokens of a summary"`
	MaxTokens       int     `yaml:"max_tokens" default:"1024" min:"512" max:"32768" help:"cap of the memory model's reply"`
}

// Version is that of the code and of the prompts.
func (Common) Version() string {
	return prompts.Version(1, "session.tmpl", "chapter.tmpl", "merge.tmpl", "recall.tmpl")
}

// protection is what no rule takes.
func (c Common) protection() prune.Protection {
	return prune.Protection{Cooldown: c.Cooldown, Relevance: c.Protect, Grace: c.Grace}
}

// minimumAge is that of a level.
func (c Common) minimumAge(level prune.Level) int {
	return [prune.Levels]int{c.MinL1, c.MinL1, c.MinL2}[level]
}

// start is a memory that prunes by a policy.
func (c Common) start(env arena.Env, name string, p policy) (arena.Memory, error) {
	if env.Tokens == nil || env.Client == nil {
		return nil, fmt.Errorf("%s: %w", name, errors.New("a count of tokens and a client are needed, to keep to a budget and to sum up"))
	}
	return newMemory(env, name, c, p), nil
}

// epoch is when turns begin that count as days.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// when is the time of a message.
func (c Common) when(m arena.Message) time.Time {
	if c.Unit == "turn" {
		return epoch.AddDate(0, 0, int(m.Turn))
	}
	return m.At
}
