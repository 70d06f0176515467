package selection

import (
	"contextarena.internal/arena"
)

// Common are the settings of every strategy that selects.
type Common struct {
	Budget       int  `yaml:"budget" default:"1000" min:"0" max:"10000000" help:"tokens of earlier messages that are shown, where the run gives no budget"`
	Dependencies bool `yaml:"dependencies" default:"true" help:"what is left of the budget goes to what the chosen messages refer to"`
}

// Version is an integer alone: there are no prompts.
func (Common) Version() string { return "1" }

// Scoring are the settings of those that score messages against the question.
type Scoring struct {
	Common
	Semantic   float64 `yaml:"semantic" default:"0.4" min:"0" max:"100" help:"weight of the likeness to the question"`
	Recency    float64 `yaml:"recency" default:"0.2" min:"0" max:"100" help:"weight of recency, exp(-decay × age)"`
	Importance float64 `yaml:"importance" default:"0.3" min:"0" max:"100" help:"weight of tool calls, decisions, errors and length"`
	Decay      float64 `yaml:"decay" default:"0.1" min:"0" max:"100" help:"how fast recency decays, per unit of time"`
	Unit       string  `yaml:"unit" default:"day" oneof:"day turn" help:"what age is counted in"`
	Normalise  bool    `yaml:"normalise" default:"false" help:"importance counts between 0 and 1 instead of as the source writes it, without a bound"`
}

func (s Scoring) weights() *Weights {
	return &Weights{Semantic: s.Semantic, Recency: s.Recency, Importance: s.Importance, Decay: s.Decay, Normalise: s.Normalise}
}

// start begins a trial of a strategy that scores.
func (s Scoring) start(env arena.Env, whole func(tokens, budget int) bool, choose chooser) (arena.Memory, error) {
	m := s.Common.start(env, whole, choose)
	m.weights, m.byTurn = s.weights(), s.Unit == "turn"
	return m, nil
}

// fits is when most methods show everything: there is nothing to choose.
func fits(tokens, budget int) bool { return tokens <= budget }

// Greedy takes messages by score and stops at 95 % of the budget, as the source document's code does; with
// its term for references at work, which the code leaves at 0.
type Greedy struct {
	Scoring
	Dependency float64 `yaml:"dependency" default:"0.1" min:"0" max:"100" help:"weight of the scores of chosen messages that a message refers to"`
}

// Name is "greedy".
func (Greedy) Name() string { return "greedy" }

// Start begins a trial.
func (s Greedy) Start(env arena.Env) (arena.Memory, error) {
	whole := func(tokens, budget int) bool { return float64(tokens) < float64(budget)*EarlyStop }
	return s.start(env, whole, func(items []Item, budget int) ([]int, error) {
		return GreedyDependent(items, budget, EarlyStop, s.Dependency), nil
	})
}

// GreedyFull is Greedy without the early stop.
type GreedyFull struct{ Greedy }

// Name is "greedy_full".
func (GreedyFull) Name() string { return "greedy_full" }

// Start begins a trial.
func (s GreedyFull) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, fits, func(items []Item, budget int) ([]int, error) {
		return GreedyDependent(items, budget, 0, s.Dependency), nil
	})
}

// Density takes messages by score per token, or the best single one if that is worth more: see Densest.
type Density struct{ Scoring }

// Name is "density".
func (Density) Name() string { return "density" }

// Start begins a trial.
func (s Density) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, fits, func(items []Item, budget int) ([]int, error) { return Densest(items, budget), nil })
}

// Optimal takes the messages of the greatest total score that fits: see Knapsack.
type Optimal struct{ Scoring }

// Name is "select_dp".
func (Optimal) Name() string { return "select_dp" }

// Start begins a trial.
func (s Optimal) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, fits, Knapsack)
}

// Beam keeps the best partial choices while it goes through the conversation: see BeamSearch.
type Beam struct {
	Scoring
	Width int `yaml:"width" default:"10" min:"1" max:"10000" help:"partial choices that are kept"`
}

// Name is "beam".
func (Beam) Name() string { return "beam" }

// Start begins a trial.
func (s Beam) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, fits, func(items []Item, budget int) ([]int, error) {
		return BeamSearch(items, budget, s.Width), nil
	})
}

// Recency takes the end of the conversation: see Newest.
type Recency struct{ Common }

// Name is "recency".
func (Recency) Name() string { return "recency" }

// Start begins a trial.
func (s Recency) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, fits, func(items []Item, budget int) ([]int, error) { return Newest(items, budget), nil }), nil
}

// EveryKth takes every k-th message, counted from the newest: see Strided.
type EveryKth struct {
	Common
	K int `yaml:"k" default:"0" min:"0" max:"100000" help:"every k-th message, counted from the newest; 0 for the smallest k that fits"`
}

// Name is "every_kth".
func (EveryKth) Name() string { return "every_kth" }

// Start begins a trial. With a k above 1 messages are left out even where all would fit.
func (s EveryKth) Start(env arena.Env) (arena.Memory, error) {
	whole := func(tokens, budget int) bool { return s.K <= 1 && tokens <= budget }
	return s.start(env, whole, func(items []Item, budget int) ([]int, error) {
		return Strided(items, budget, s.K), nil
	}), nil
}
