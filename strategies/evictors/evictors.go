// Package evictors are the strategies that keep a conversation under a budget by dropping whole items of
// it: RWOE and its rivals. Nothing is asked of a model, unless what leaves is to be summarised.
//
//  1. A message is an item, and a tool call with its results is one (piece.go). classify says what kind of
//     context it is (classify.go), and package discourse which earlier items a message refers to.
//  2. When the user speaks, everything of the turns before has to fit the budget, and package evict drops
//     what its policy values least (memory.go). A message of the user that refers to an item that was
//     dropped brings it back first.
//  3. The strategies differ in that policy alone (strategies.go).
package evictors

import (
	"fmt"

	"contextarena.internal/arena"
)

// Common are the settings of every strategy that evicts.
type Common struct {
	Budget        int     `yaml:"budget" default:"1000" min:"1" max:"10000000" help:"tokens of messages that are kept, where the trial has no budget of its own"`
	PermanentCap  float64 `yaml:"permanent_cap" default:"0.5" min:"0" max:"1" help:"share of the budget that items which are never evicted may take; later ones count as STRUCTURAL"`
	Classes       string  `yaml:"classes" default:"text" oneof:"text structural" help:"text: an item's class and relevance by role, text and tool; structural: all alike"`
	Readmit       bool    `yaml:"readmit" default:"true" help:"what the user refers to comes back"`
	ArchiveTokens int     `yaml:"archive_tokens" default:"100000" min:"0" max:"10000000" help:"tokens of evicted items that can come back; beyond, the oldest go for good"`
	Headroom      float64 `yaml:"headroom" default:"0" min:"0" max:"0.9" help:"share of the budget that is freed as well once it is exceeded"`
	Summarise     bool    `yaml:"summarise" default:"false" help:"the memory model sums up what leaves"`
	SummaryTokens int     `yaml:"summary_tokens" default:"200" min:"64" max:"32768" help:"tokens of the budget that the summary may take"`
	MaxTokens     int     `yaml:"max_tokens" default:"1024" min:"512" max:"32768" help:"cap of the memory model's reply"`
	Log           bool    `yaml:"log" default:"false" help:"each eviction is a remark of the trial: item, turn, value, reason"`
}

// Version is that of the code and of the prompts of a summary.
func (Common) Version() string { return prompts.Version(1, "summary.tmpl", "recall.tmpl") }

// budget is the trial's own, if it has one.
func (c Common) budget(env arena.Env) int {
	if env.Budget > 0 {
		return env.Budget
	}
	return c.Budget
}

// check is an error of settings that can't work together.
func (c Common) check(env arena.Env) error {
	if env.Tokens == nil {
		return fmt.Errorf("a budget needs a count of tokens")
	}
	if c.Summarise && env.Client == nil {
		return fmt.Errorf("summarise: a client is needed to sum up what leaves")
	}
	return nil
}
