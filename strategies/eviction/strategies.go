package eviction

import (
	"cmp"
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/excerpt"
)

// Common are the settings of every strategy that evicts.
type Common struct {
	Budget       int     `yaml:"budget" default:"1000" min:"1" max:"10000000" help:"tokens of messages that are kept, where the trial has no budget of its own"`
	PermanentCap float64 `yaml:"permanent_cap" default:"0.5" min:"0" max:"1" help:"share of the budget that items which are never evicted may take; later ones count as STRUCTURAL"`
	Classes      string  `yaml:"classes" default:"text" oneof:"text structural" help:"text: an item's class and relevance by role, text and tool; structural: all alike"`
	Readmit      bool    `yaml:"readmit" default:"true" help:"what the user refers to comes back"`
}

// Version is an integer alone: there are no prompts.
func (Common) Version() string { return "3" }

// Weights are the settings of RWOE, with the values of its source.
type Weights struct {
	EFV             string  `yaml:"efv" default:"paper" oneof:"paper per_token utility_density" help:"value of keeping an item: P·(r + R/σ), P·(r + R)/σ or P·r/σ"`
	Boost           float64 `yaml:"boost" default:"0.3" min:"0" max:"10" help:"what each reference adds to the factor of relevance"`
	Semantic        float64 `yaml:"semantic" default:"0.5" min:"0" max:"1" help:"what a full likeness to what the user says adds to the probability of use"`
	DecayStructural float64 `yaml:"decay_structural" default:"0.01" min:"0" max:"100" help:"λ a turn of facts and decisions"`
	DecayTransient  float64 `yaml:"decay_transient" default:"0.1" min:"0" max:"100" help:"λ a turn of work in progress"`
	DecayEphemeral  float64 `yaml:"decay_ephemeral" default:"1" min:"0" max:"100" help:"λ a turn of scaffolding"`
}

// embed is how texts are likened; nil where that adds nothing.
func (w Weights) embed(env arena.Env) func(context.Context, string) (llm.Vector, error) {
	if w.Semantic == 0 {
		return nil
	}
	embedder := cmp.Or[llm.Embedder](env.Embedder, embed.Local{})
	return func(ctx context.Context, text string) (llm.Vector, error) {
		vectors, err := embedder.Embed(ctx, []string{excerpt.Head(text)})
		if err != nil {
			return nil, err
		}
		return vectors[0], nil
	}
}

// start begins a trial of RWOE with so much noise.
func (w Weights) start(env arena.Env, name string, c Common, noise float64, seed uint64) (arena.Memory, error) {
	decays := [Classes]float64{0, w.DecayStructural, w.DecayTransient, w.DecayEphemeral}
	p := Source()
	p.Value, p.Boost, p.Semantic = Value(w.EFV), w.Boost, w.Semantic
	policy := &ByValue{Parameters: p, Noise: noise, Seed: seed}
	return c.start(env, name, policy, decays, w.embed(env))
}

// RWOE drops what has the lowest expected future value: the probability of use, times its relevance, which
// decays by class, with what rebuilding it would cost. After "RWOE: Relevance-Decay Optimal Memory Eviction
// for LLM Agents".
type RWOE struct {
	Common  `yaml:",inline"`
	Weights `yaml:",inline"`
}

// Name is "rwoe".
func (RWOE) Name() string { return "rwoe" }

// Start begins a trial.
func (s RWOE) Start(env arena.Env) (arena.Memory, error) {
	return s.Weights.start(env, s.Name(), s.Common, 0, 0)
}

// RWOER is RWOE with noise added to its values.
type RWOER struct {
	Common  `yaml:",inline"`
	Weights `yaml:",inline"`
	Noise   float64 `yaml:"noise" default:"0.1" min:"0" max:"0.5" help:"standard deviation of what is added to each value"`
	Seed    int     `yaml:"seed" default:"1" min:"0" max:"1000000000" help:"of the noise; the same seed, the same noise"`
}

// Name is "rwoe_r".
func (RWOER) Name() string { return "rwoe_r" }

// Start begins a trial.
func (s RWOER) Start(env arena.Env) (arena.Memory, error) {
	return s.Weights.start(env, s.Name(), s.Common, s.Noise, uint64(s.Seed))
}

// LRU drops what was referred to longest ago.
type LRU struct {
	Common `yaml:",inline"`
}

// Name is "lru".
func (LRU) Name() string { return "lru" }

// Start begins a trial.
func (s LRU) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), ByLastUse, Decays, nil)
}

// LFU drops what was referred to least often.
type LFU struct {
	Common `yaml:",inline"`
}

// Name is "lfu".
func (LFU) Name() string { return "lfu" }

// Start begins a trial.
func (s LFU) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), ByUses, Decays, nil)
}

// GDSF drops what has the fewest references per token, of what wasn't referred to lately.
type GDSF struct {
	Common `yaml:",inline"`
}

// Name is "gdsf".
func (GDSF) Name() string { return "gdsf" }

// Start begins a trial.
func (s GDSF) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), &GreedyDual{}, Decays, nil)
}

// Truncate drops the oldest.
type Truncate struct {
	Common `yaml:",inline"`
}

// Name is "truncate".
func (Truncate) Name() string { return "truncate" }

// Start begins a trial.
func (s Truncate) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), ByAge, Decays, nil)
}

// Random drops any, by its seed.
type Random struct {
	Common `yaml:",inline"`
	Seed   int `yaml:"seed" default:"1" min:"0" max:"1000000000" help:"of the choice; the same seed, the same choice"`
}

// Name is "random_evict".
func (Random) Name() string { return "random_evict" }

// Start begins a trial.
func (s Random) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), ByChance(s.Seed), Decays, nil)
}
