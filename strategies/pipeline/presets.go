package pipeline

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/prompt"
)

// RLM delegates reading to the memory model: at each cycle it gets its own last notes and the
// messages that leave the window, and answers one or five questions about them; the reply
// replaces the notes. Passes beyond the first read the preceding pass only.
type RLM struct {
	Questions int `yaml:"questions" default:"5" oneof:"1 5" help:"how many questions the memory model answers about the segment"`
	Depth     int `yaml:"depth" default:"1" min:"1" max:"3" help:"passes per cycle; the second and third extract anew from the pass before"`
	Cadence   `yaml:",inline"`
	MaxTokens int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each reply of the memory model"`
}

// Name is "rlm".
func (RLM) Name() string { return "rlm" }

// Version covers the prompts of all settings.
func (s RLM) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (RLM) Prompts() prompt.Texts {
	return used(codeVersion, "delegate_one.tmpl", "delegate_five.tmpl", "delegate_again.tmpl")
}

// Start begins a trial.
func (s RLM) Start(env arena.Env) (arena.Memory, error) { return s.Under(env) }

// Under begins a trial with layers over it.
func (s RLM) Under(env arena.Env, layers ...Layer) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: inPasses(s.Depth, s.MaxTokens, delegation(s.Questions)),
		store:  &replace{},
	}, layers...)
}

// Summarize keeps a running prose summary. A cycle is due once more than CompressEvery +
// RecentWindow messages wait.
type Summarize struct {
	CompressEvery int `yaml:"compress_every" default:"8" min:"1" max:"1000" help:"messages beyond the recent window that must wait before a cycle"`
	RecentWindow  int `yaml:"recent_window" default:"6" min:"1" max:"1000" help:"newest messages that stay raw after a cycle"`
	MaxTokens     int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of the summary"`
}

// Name is "summarize".
func (Summarize) Name() string { return "summarize" }

// Version covers the summary prompt.
func (s Summarize) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (Summarize) Prompts() prompt.Texts { return used(codeVersion, "summarize.tmpl") }

// Start begins a trial.
func (s Summarize) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: manager{compressEvery: s.CompressEvery, recentWindow: s.RecentWindow, waiting: true},
		encode: inPasses(1, s.MaxTokens, summary),
		store:  &replace{},
	})
}

// Structured keeps a numbered list of facts. A new fact that begins like a stored one replaces
// it; beyond the budget those written longest ago go.
type Structured struct {
	Cadence     `yaml:",inline"`
	MatchPrefix int `yaml:"match_prefix" default:"30" min:"1" max:"1000" help:"characters two facts must share at their beginning for the new one to replace the old"`
	KeepTokens  int `yaml:"keep_tokens" default:"16000" min:"64" max:"1000000" help:"tokens of the list of facts; beyond, those written longest ago go"`
	MaxTokens   int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of each list"`
}

// Name is "structured".
func (Structured) Name() string { return "structured" }

// Version covers the fact prompt.
func (s Structured) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (Structured) Prompts() prompt.Texts { return used(3, "facts.tmpl") }

// Start begins a trial.
func (s Structured) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: inPasses(1, s.MaxTokens, factList),
		store:  &appendDeduplicate{headedNotes{tokens: env.Tokens, budget: s.KeepTokens, key: byBeginning(s.MatchPrefix)}},
	})
}

// Hybrid keeps both the facts of Structured and a running summary, written by two parallel
// calls a cycle.
type Hybrid struct {
	Cadence     `yaml:",inline"`
	MatchPrefix int `yaml:"match_prefix" default:"30" min:"1" max:"1000" help:"characters two facts must share at their beginning for the new one to replace the old"`
	KeepTokens  int `yaml:"keep_tokens" default:"16000" min:"64" max:"1000000" help:"tokens of the list of facts; beyond, those written longest ago go"`
	MaxTokens   int `yaml:"max_tokens" default:"1024" min:"16" max:"32768" help:"cap of the list and of the summary, each"`
}

// Name is "hybrid".
func (Hybrid) Name() string { return "hybrid" }

// Version covers both prompts.
func (s Hybrid) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (Hybrid) Prompts() prompt.Texts { return used(3, "facts.tmpl", "summarize.tmpl") }

// Start begins a trial.
func (s Hybrid) Start(env arena.Env) (arena.Memory, error) {
	return start(env, modules{
		manage: s.manager(),
		encode: inPasses(1, s.MaxTokens, factList, summary),
		store:  &twoTracks{facts: &appendDeduplicate{headedNotes{tokens: env.Tokens, budget: s.KeepTokens, key: byBeginning(s.MatchPrefix)}}},
	})
}

// Alone is the strategy that one layer makes over RLM, under the layer's own name. Its settings are
// those of both.
type Alone[L Layer] struct {
	Base  RLM `yaml:",inline"`
	Layer L   `yaml:",inline"`
}

// Name is the layer's.
func (s Alone[L]) Name() string { return s.Layer.Name() }

// Version covers the prompts.
func (s Alone[L]) Version() string { return s.Prompts().Version() }

// Prompts are RLM's and the layer's.
func (s Alone[L]) Prompts() prompt.Texts {
	return slices.Concat(s.Base.Prompts(), s.Layer.Prompts(), Beside())
}

// Check refuses settings of the layer that make no sense together.
func (s Alone[L]) Check() error {
	if c, ok := any(s.Layer).(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// Start begins a trial.
func (s Alone[L]) Start(env arena.Env) (arena.Memory, error) { return s.Base.Under(env, s.Layer) }
