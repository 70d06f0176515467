package pruners

import (
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/prune"
)

// policy is what a strategy prunes by.
type policy struct {
	score      func(w worth) float64
	thresholds [prune.Levels]float64
	semantic   bool     // goals and uniqueness are worked out
	settings   Semantic // of those
	byAge      *AgePrune
}

// worth is what a score is made of.
type worth struct {
	utility          prune.Utility
	goal, uniqueness float64
	age              time.Duration
}

// Thresholds are the scores below which memories go once they are old enough.
type Thresholds struct {
	L1 float64 `yaml:"l1" default:"0.2" min:"-10" max:"10" help:"score below which a message or a session's summary goes"`
	L2 float64 `yaml:"l2" default:"0.3" min:"-10" max:"10" help:"the same of a chapter's"`
}

func (t Thresholds) levels() [prune.Levels]float64 { return [prune.Levels]float64{t.L1, t.L1, t.L2} }

// Semantic are the settings of those that go by meaning.
type Semantic struct {
	L1        float64 `yaml:"l1" default:"0" min:"-10" max:"10" help:"score below which a message or a session's summary goes; the source gives none"`
	L2        float64 `yaml:"l2" default:"0" min:"-10" max:"10" help:"the same of a chapter's"`
	Nearest   int     `yaml:"nearest" default:"1" min:"1" max:"1000" help:"memories that uniqueness compares one with: the mean of those most like it"`
	Likeness  float64 `yaml:"likeness" default:"0.8" min:"0.1" max:"1" help:"cosine from which memories are put together, whenever a chapter is over"`
	Goals     int     `yaml:"goals" default:"5" min:"1" max:"1000" help:"newest open requests of the user that are goals"`
	Stability float64 `yaml:"stability" default:"0.25" min:"0" max:"1" help:"how much higher thresholds are while no goal is new, and lower where all are"`
}

func (s Semantic) levels() [prune.Levels]float64 { return [prune.Levels]float64{s.L1, s.L1, s.L2} }

// MUS keeps what was useful when it was retrieved: see prune.Utility.
type MUS struct {
	Common     `yaml:",inline"`
	Thresholds `yaml:",inline"`
	Normalise  bool `yaml:"normalise" default:"false" help:"utility between 0 and 1 instead of as the source writes it, without a bound"`
}

// Name is "mus".
func (MUS) Name() string { return "mus" }

// Start begins a trial.
func (s MUS) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), policy{score: func(w worth) float64 { return mus(w, s.Normalise) }, thresholds: s.levels()})
}

func mus(w worth, normalise bool) float64 {
	if normalise {
		return w.utility.Normalised()
	}
	return w.utility.MUS()
}

// MIS keeps what bears on the user's open requests and is unlike the rest: see prune.MIS.
type MIS struct {
	Common   `yaml:",inline"`
	Semantic `yaml:",inline"`
}

// Name is "mis".
func (MIS) Name() string { return "mis" }

// Start begins a trial.
func (s MIS) Start(env arena.Env) (arena.Memory, error) {
	score := func(w worth) float64 { return prune.MIS(w.goal, w.uniqueness) }
	return s.start(env, s.Name(), policy{score: score, thresholds: s.levels(), semantic: true, settings: s.Semantic})
}

// Final keeps what was useful or bears on the user's open requests: see prune.Final.
type Final struct {
	Common    `yaml:",inline"`
	Semantic  `yaml:",inline"`
	Normalise bool `yaml:"normalise" default:"false" help:"utility between 0 and 1 instead of as the source writes it, without a bound"`
}

// Name is "prune_final".
func (Final) Name() string { return "prune_final" }

// Start begins a trial.
func (s Final) Start(env arena.Env) (arena.Memory, error) {
	score := func(w worth) float64 { return prune.Final(mus(w, s.Normalise), w.goal) }
	return s.start(env, s.Name(), policy{score: score, thresholds: s.levels(), semantic: true, settings: s.Semantic})
}

// AgePrune keeps the newest, the baseline: what was summed up goes after a while, a chapter at an age, and then the
// oldest.
type AgePrune struct {
	Common `yaml:",inline"`
	Delay  float64 `yaml:"delay" default:"7" min:"0" max:"100000" help:"days after which a message goes whose session was summed up, or a session's summary whose chapter was"`
	MaxL2  float64 `yaml:"max_l2" default:"30" min:"0" max:"100000" help:"days after which a chapter's summary goes"`
}

// Name is "age_prune".
func (AgePrune) Name() string { return "age_prune" }

// Start begins a trial. What was retrieved is not protected: age alone decides.
func (s AgePrune) Start(env arena.Env) (arena.Memory, error) {
	return s.start(env, s.Name(), policy{score: func(w worth) float64 { return -w.age.Hours() }, byAge: &s})
}
