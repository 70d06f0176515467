package pruning

import (
	"cmp"
	"fmt"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/prompt"
)

// Common are the settings of every strategy that prunes.
type Common struct {
	Budget          int     `yaml:"budget" default:"1000" min:"1" max:"10000000" help:"tokens of memories that are shown, where the run gives no budget"`
	TopK            int     `yaml:"top_k" default:"0" min:"0" max:"100000" help:"memories that are retrieved for a question (0: 12, or as many as fit where the run gives a budget)"`
	Unit            string  `yaml:"unit" default:"day" oneof:"day turn" help:"what counts as a day: one of the scenario's clock, or a turn"`
	SessionGap      float64 `yaml:"session_gap" default:"4" min:"0" max:"100000" help:"hours of silence after which a session is over; 0 for none, and none where turns count as days"`
	SessionMessages int     `yaml:"session_messages" default:"12" min:"2" max:"100000" help:"messages after which a session is over"`
	ChapterSessions int     `yaml:"chapter_sessions" default:"4" min:"2" max:"100000" help:"sessions of a chapter"`
	Raw             int     `yaml:"raw" default:"20" min:"1" max:"1000000" help:"new messages after which the store is pruned"`
	Target          int     `yaml:"target" default:"0" min:"0" max:"100000" help:"memories that are kept; with more the store is pruned at once, and what is protected stays (0: 40 for each 1,000 tokens of the run's budget, and no fewer)"`
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
func (s Common) Version() string { return s.Prompts().Version() }

// Prompts are its templates.
func (Common) Prompts() prompt.Texts {
	return prompts.Of(1, "session.tmpl", "chapter.tmpl", "merge.tmpl", "recall.tmpl")
}

// protection is what no rule takes.
func (c Common) protection() Protection {
	return Protection{Cooldown: c.Cooldown, Relevance: c.Protect, Grace: c.Grace}
}

// minimumAge is that of a level.
func (c Common) minimumAge(level Level) int {
	return [Levels]int{c.MinL1, c.MinL1, c.MinL2}[level]
}

// start is a memory that prunes by a policy.
func (c Common) start(env arena.Env, name string, p policy) (arena.Memory, error) {
	if env.Tokens == nil || env.Client == nil {
		return nil, fmt.Errorf("%s: a count of tokens and a client are needed, to keep to a budget and to sum up", name)
	}
	if c.TopK == 0 {
		c.TopK = 12
		if env.Budget > 0 {
			c.TopK = 100_000
		}
	}
	if c.Target == 0 {
		c.Target = max(40, env.Budget/25)
	}
	env.Embedder = cmp.Or[llm.Embedder](env.Embedder, embed.Local{})
	return &memory{env: env, name: name, settings: c, policy: p, budget: cmp.Or(env.Budget, c.Budget), goals: goals{most: p.settings.Goals}}, nil
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

// policy is what a strategy prunes by.
type policy struct {
	score      func(w worth) float64
	thresholds [Levels]float64
	semantic   bool     // goals and uniqueness are worked out
	settings   Semantic // of those
	byAge      *AgePrune
}

// worth is what a score is made of.
type worth struct {
	utility          Utility
	goal, uniqueness float64
	age              time.Duration
}

// Thresholds are the scores below which memories go once they are old enough.
type Thresholds struct {
	L1 float64 `yaml:"l1" default:"0.2" min:"-10" max:"10" help:"score below which a message or a session's summary goes"`
	L2 float64 `yaml:"l2" default:"0.3" min:"-10" max:"10" help:"the same of a chapter's"`
}

func (t Thresholds) levels() [Levels]float64 { return [Levels]float64{t.L1, t.L1, t.L2} }

// Semantic are the settings of those that go by meaning.
type Semantic struct {
	L1        float64 `yaml:"l1" default:"0" min:"-10" max:"10" help:"score below which a message or a session's summary goes; the source gives none"`
	L2        float64 `yaml:"l2" default:"0" min:"-10" max:"10" help:"the same of a chapter's"`
	Nearest   int     `yaml:"nearest" default:"1" min:"1" max:"1000" help:"memories that uniqueness compares one with: the mean of those most like it"`
	Likeness  float64 `yaml:"likeness" default:"0.8" min:"0.1" max:"1" help:"cosine from which memories are put together, whenever a chapter is over"`
	Goals     int     `yaml:"goals" default:"5" min:"1" max:"1000" help:"newest open requests of the user that are goals"`
	Stability float64 `yaml:"stability" default:"0.25" min:"0" max:"1" help:"how much higher thresholds are while no goal is new, and lower where all are"`
}

func (s Semantic) levels() [Levels]float64 { return [Levels]float64{s.L1, s.L1, s.L2} }

// MUS keeps what was useful when it was retrieved: see Utility.
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

// MIS keeps what bears on the user's open requests and is unlike the rest: see Importance.
type MIS struct {
	Common   `yaml:",inline"`
	Semantic `yaml:",inline"`
}

// Name is "mis".
func (MIS) Name() string { return "mis" }

// Start begins a trial.
func (s MIS) Start(env arena.Env) (arena.Memory, error) {
	score := func(w worth) float64 { return Importance(w.goal, w.uniqueness) }
	return s.start(env, s.Name(), policy{score: score, thresholds: s.levels(), semantic: true, settings: s.Semantic})
}

// Final keeps what was useful or bears on the user's open requests: see Joined.
type Final struct {
	Common    `yaml:",inline"`
	Semantic  `yaml:",inline"`
	Normalise bool `yaml:"normalise" default:"false" help:"utility between 0 and 1 instead of as the source writes it, without a bound"`
}

// Name is "prune_final".
func (Final) Name() string { return "prune_final" }

// Start begins a trial.
func (s Final) Start(env arena.Env) (arena.Memory, error) {
	score := func(w worth) float64 { return Joined(mus(w, s.Normalise), w.goal) }
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
