package calibrate

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
)

// Settings of every trial: those of the original benchmark, except that our dialogue has its own
// words.
const (
	seed        = 1    // of every plan, so that all parameters meet the same draws
	replyTokens = 1024 // the original's cap of every reply
)

// Bench plays the original suite on simulated models. Its trials ask no probe questions: only
// notes and final answers are counted. It is safe for concurrent use.
type Bench struct {
	parallel  int
	tokens    func(string) int
	client    llm.Client
	scenarios []played
}

// played is a scenario with what is counted in it.
type played struct {
	full   *arena.Scenario
	script *arena.Scenario // the same without probes
	scorer *probes.Scorer
	facts  []fact
	rubric []probes.Matcher
	world  *sim.World
}

// fact is one of the original's 62 probes.
type fact struct {
	contextarena.Fact
	at       int // of its probe in the scenario
	patterns []string
}

// NewBench prepares the suite. Parallel is how many trials are played at a time.
func NewBench(parallel int, tokens func(string) int) (*Bench, error) {
	b := &Bench{parallel: max(1, parallel), tokens: tokens}
	all, err := scenarios.Builtin()
	if err != nil {
		return nil, err
	}
	var worlds []*sim.World
	for _, o := range contextarena.Originals() {
		i := slices.IndexFunc(all, func(s *arena.Scenario) bool { return s.ID == o.ID })
		if i < 0 {
			return nil, fmt.Errorf("calibrate: scenario %s isn't builtin", o.ID)
		}
		p, err := prepared(all[i], o)
		if err != nil {
			return nil, err
		}
		b.scenarios = append(b.scenarios, p)
		worlds = append(worlds, p.world)
	}
	b.client = sim.New(tokens, worlds...)
	return b, nil
}

func prepared(s *arena.Scenario, o contextarena.Original) (played, error) {
	script := *s
	script.Probes = nil
	scorer, err := probes.NewScorer(s)
	p := played{full: s, script: &script, scorer: scorer, world: world.Of(s)}
	if err != nil {
		return p, err
	}
	for i, q := range s.Probes {
		if q.Extended {
			continue
		}
		if len(p.facts) == len(o.Facts) {
			return p, fmt.Errorf("calibrate: scenario %s has more than the original's %d probes", s.ID, len(o.Facts))
		}
		p.facts = append(p.facts, fact{o.Facts[len(p.facts)], i, q.Legacy})
	}
	if len(p.facts) < len(o.Facts) {
		return p, fmt.Errorf("calibrate: scenario %s has %d of the original's %d probes", s.ID, len(p.facts), len(o.Facts))
	}
	for _, c := range s.Final.Rubric {
		m, err := probes.Compile(c.Match)
		if err != nil {
			return p, fmt.Errorf("calibrate: scenario %s: rubric item %q: %w", s.ID, c.Item, err)
		}
		p.rubric = append(p.rubric, m)
	}
	return p, nil
}

// Counts is what a bench counted over all repeats.
type Counts struct {
	Repeats    int              `json:"repeats"`
	Survival   []SurvivalCount  `json:"survival"`   // in the order of arena.FactTypes
	Strategies []StrategyCounts `json:"strategies"` // in the order they were asked for
}

// SurvivalCount counts the facts of one type that the notes had been shown.
type SurvivalCount struct {
	Type   arena.FactType `json:"type"`
	Kept   int            `json:"kept"`   // held by the last notes, by today's matchers
	Legacy int            `json:"legacy"` // by the original's rule
	N      int            `json:"n"`
}

// StrategyCounts counts the trials of one strategy. Slices are by scenario.
type StrategyCounts struct {
	Spec         string `json:"spec"`
	Passed       []int  `json:"passed"`        // trials whose final task was passed, by today's rubric
	LegacyPassed []int  `json:"legacy_passed"` // by the original's checker
	Found        []int  `json:"found"`         // facts in final answers, by the original's rule
	Facts        []int  `json:"facts"`         // that could have been, in all repeats
	Incomplete   int    `json:"incomplete"`    // trials cut or refused, counted as not passed
}

// trial is what one trial showed.
type trial struct {
	survival       []SurvivalCount
	passed, legacy bool
	found          int
	completed      bool
}

// Play plays strategies on a simulated model ("sim:nano?cap=off") and counts. Survival is counted
// for the strategy notes alone; an empty one counts none.
func (b *Bench) Play(ctx context.Context, model string, specs []string, notes string, repeats int) (Counts, error) {
	m, err := simulated(model)
	if err != nil {
		return Counts{}, err
	}
	out := Counts{Repeats: repeats, Survival: blankSurvival()}
	var list []arena.Strategy
	for _, spec := range specs {
		s, err := strategies.Parse(spec)
		if err != nil {
			return Counts{}, err
		}
		list = append(list, s)
	}
	n := len(b.scenarios)
	results := make([]trial, repeats*n*len(list))
	runner := &arena.Runner{Client: b.client, Tokens: b.tokens}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(b.parallel)
	for i := range results {
		s, rest := list[i%len(list)], i/len(list)
		sc, repeat := &b.scenarios[rest%n], 1+rest/n
		g.Go(func() error {
			rec, err := runner.Play(gctx, arena.Trial{
				Scenario: sc.script, Strategy: s, Spec: strategies.Label(s), Model: m, MemoryModel: m,
				Repeat: repeat, PlanSeed: seed, Dialogue: arena.Live, ReplyTokens: replyTokens, World: sc.world.Hash(),
			})
			if err != nil {
				return fmt.Errorf("calibrate: %s on %s: %w", strategies.Label(s), sc.script.ID, err)
			}
			if rec.Outcome == arena.Failed {
				return fmt.Errorf("calibrate: %s on %s: %s", strategies.Label(s), sc.script.ID, rec.Reason)
			}
			results[i] = sc.count(rec, strategies.Label(s) == notes)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Counts{}, err
	}
	for i, spec := range specs {
		c := StrategyCounts{Spec: spec, Passed: make([]int, n), LegacyPassed: make([]int, n), Found: make([]int, n), Facts: make([]int, n)}
		for k := i; k < len(results); k += len(specs) {
			c.add(k/len(specs)%n, len(b.scenarios[k/len(specs)%n].facts), results[k])
			out.addSurvival(results[k].survival)
		}
		out.Strategies = append(out.Strategies, c)
	}
	return out, nil
}

// simulated reads the name of a simulated model.
func simulated(name string) (llm.Model, error) {
	m, err := llm.ParseModel(name)
	if err != nil {
		return m, err
	}
	return sim.Resolve(m)
}

func blankSurvival() []SurvivalCount {
	var out []SurvivalCount
	for _, t := range arena.FactTypes {
		out = append(out, SurvivalCount{Type: t})
	}
	return out
}

func (c *Counts) addSurvival(s []SurvivalCount) {
	for i := range s {
		c.Survival[i].Kept += s[i].Kept
		c.Survival[i].Legacy += s[i].Legacy
		c.Survival[i].N += s[i].N
	}
}

func (c *StrategyCounts) add(scenario, facts int, t trial) {
	if t.passed {
		c.Passed[scenario]++
	}
	if t.legacy {
		c.LegacyPassed[scenario]++
	}
	if !t.completed {
		c.Incomplete++
	}
	c.Found[scenario] += t.found
	c.Facts[scenario] += facts
}

// count counts what a record shows.
func (p *played) count(rec arena.Record, notes bool) trial {
	out := trial{completed: rec.Outcome == arena.Completed}
	if notes {
		out.survival = p.survival(rec)
	}
	if !out.completed {
		return out
	}
	answer := rec.Final.Text
	out.legacy, _ = contextarena.Passed(p.full.ID, answer)
	text, held := probes.Read(answer), 0
	for _, m := range p.rubric {
		if len(m.Find(text)) > 0 {
			held++
		}
	}
	out.passed = held >= p.full.Final.Pass
	for _, f := range p.facts {
		if probes.LegacyMatch(answer, f.patterns) {
			out.found++
		}
	}
	return out
}

// survival counts the facts whose first statement had left the window, and those of them that the
// last notes hold. That is how the published logs are judged, which hold no dialogue.
func (p *played) survival(rec arena.Record) []SurvivalCount {
	out := blankSurvival()
	if len(rec.Cycles) == 0 {
		return out
	}
	left := map[arena.MessageIndex]bool{}
	for _, c := range rec.Cycles {
		for _, i := range c.Left {
			left[i] = true
		}
	}
	said := map[arena.Turn]arena.MessageIndex{}
	for _, m := range rec.Messages {
		if m.Role == llm.User {
			said[m.Turn] = m.Index
		}
	}
	text := rec.Cycles[len(rec.Cycles)-1].Text
	verdicts := p.scorer.ScoreText(arena.LevelMemory, text)
	for _, f := range p.facts {
		if !left[said[f.Turn]] {
			continue
		}
		c := &out[slices.Index(arena.FactTypes, f.Type)]
		c.N++
		if verdicts[f.at].Result == probes.Kept {
			c.Kept++
		}
		if verdicts[f.at].Legacy == probes.LegacyHit {
			c.Legacy++
		}
	}
	return out
}
