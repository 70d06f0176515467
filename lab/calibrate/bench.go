package calibrate

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/lab/world"
	"contextarena.internal/llm"
	"contextarena.internal/llm/providers"
	"contextarena.internal/llm/sim"
	"contextarena.internal/probes"
	matchers "contextarena.internal/probes/match"
	"contextarena.internal/scenarios"
	"contextarena.internal/strategies"
	"contextarena.internal/words"
)

// Settings of every trial: those of the original benchmark, except that our dialogue has its own
// words.
const (
	seed        = 1    // of every plan, so that all parameters meet the same draws
	replyTokens = 1024 // the original's cap of every reply
)

// bench plays the original suite on simulated models. Its trials ask no probe questions: only
// notes and final answers are counted. It is safe for concurrent use.
type bench struct {
	parallel  int
	tokens    func(string) int
	client    llm.Client
	scenarios []played
}

// played is a scenario with what is counted in it.
type played struct {
	script *arena.Scenario // without probes
	scorer *probes.Scorer
	facts  []fact
	rubric []matchers.Matcher
	world  *sim.World
}

// fact is one of the original's 62 probes.
type fact struct {
	contextarena.Fact
	at    int  // of its probe in the scenario
	asked bool // the final task asks for it
}

// newBench prepares the suite. Parallel is how many trials are played at a time.
func newBench(parallel int, tokens func(string) int) (*bench, error) {
	b := &bench{parallel: max(1, parallel), tokens: tokens}
	all, err := scenarios.Builtin()
	if err != nil {
		return nil, err
	}
	asked := published().Asked
	var worlds []*sim.World
	for _, o := range contextarena.Originals() {
		i := slices.IndexFunc(all, func(s *arena.Scenario) bool { return s.ID == o.ID })
		if i < 0 {
			return nil, fmt.Errorf("calibrate: scenario %s isn't builtin", o.ID)
		}
		p, err := prepared(all[i], o, asked[o.ID])
		if err != nil {
			return nil, err
		}
		b.scenarios = append(b.scenarios, p)
		worlds = append(worlds, p.world)
	}
	b.client = sim.New(tokens, worlds...)
	return b, nil
}

func prepared(s *arena.Scenario, o contextarena.Original, asked []int) (played, error) {
	script := *s
	script.Probes = nil
	scorer, err := probes.NewScorer(s)
	p := played{script: &script, scorer: scorer, world: world.Of(s)}
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
		p.facts = append(p.facts, fact{o.Facts[len(p.facts)], i, slices.Contains(asked, 1+len(p.facts))})
	}
	if len(p.facts) < len(o.Facts) {
		return p, fmt.Errorf("calibrate: scenario %s has %d of the original's %d probes", s.ID, len(p.facts), len(o.Facts))
	}
	for _, c := range s.Final.Rubric {
		m, err := matchers.Compile(c.Match)
		if err != nil {
			return p, fmt.Errorf("calibrate: scenario %s: rubric item %q: %w", s.ID, c.Item, err)
		}
		p.rubric = append(p.rubric, m)
	}
	return p, nil
}

// totals is what a bench counted over all repeats.
type totals struct {
	Survival   []Survived       // of the facts that the notes had been shown, in the order of arena.FactTypes
	Strategies []strategyTotals // in the order they were asked for
}

// strategyTotals counts the trials of one strategy.
type strategyTotals struct {
	Spec           string
	Trials, Passed int // trials whose final task was passed
	Asked, AskedOf int // facts in final answers, of those that the tasks ask for
	Incomplete     int // trials cut or refused, counted as not passed
}

// play plays strategies on a simulated model ("sim:nano?cap=off") and counts. Survival is counted
// for the strategy notes alone; an empty one counts none.
func (b *bench) play(ctx context.Context, model string, specs []string, notes string, repeats int) (totals, error) {
	m, err := simulated(model)
	if err != nil {
		return totals{}, err
	}
	out := totals{Survival: blankSurvival()}
	var list []arena.Strategy
	for _, spec := range specs {
		s, err := strategies.Parse(spec)
		if err != nil {
			return totals{}, err
		}
		list = append(list, s)
	}
	n := len(b.scenarios)
	var trials []arena.Trial
	for i := range repeats * n * len(list) {
		s, rest := list[i%len(list)], i/len(list)
		sc := &b.scenarios[rest%n]
		trials = append(trials, arena.Trial{
			Scenario: sc.script, Strategy: s, Spec: strategies.Label(s), Model: m, MemoryModel: m,
			Repeat: 1 + rest/n, PlanSeed: seed, Dialogue: arena.Live, ReplyTokens: replyTokens, World: sc.world.Hash(),
		})
	}
	results, survived := make([]strategyTotals, len(trials)), make([][]Survived, len(trials))
	session := &arena.Session{Client: b.client, Tokens: b.tokens, Parallel: b.parallel}
	err = session.All(ctx, trials, func(i int, rec arena.Record) error {
		t := trials[i]
		if rec.Outcome == arena.Failed {
			return fmt.Errorf("%s on %s: %s", t.Spec, t.Scenario.ID, arena.Brief(rec.Reason))
		}
		sc := &b.scenarios[i/len(list)%n]
		results[i] = sc.count(rec)
		if t.Spec == notes {
			survived[i] = sc.survival(rec)
		}
		return nil
	})
	if err != nil {
		return totals{}, fmt.Errorf("calibrate: %w", err)
	}
	for i, spec := range specs {
		c := strategyTotals{Spec: spec}
		for k := i; k < len(results); k += len(specs) {
			c.add(results[k])
			for t, counted := range survived[k] {
				out.Survival[t].add(counted)
			}
		}
		out.Strategies = append(out.Strategies, c)
	}
	return out, nil
}

// simulated reads the name of a simulated model.
func simulated(name string) (llm.Model, error) {
	m, err := providers.Parse(name)
	if err != nil {
		return m, err
	}
	return sim.Resolve(m)
}

func blankSurvival() []Survived {
	var out []Survived
	for _, t := range arena.FactTypes {
		out = append(out, Survived{Type: t})
	}
	return out
}

func (c *strategyTotals) add(o strategyTotals) {
	c.Trials, c.Passed, c.Incomplete = c.Trials+o.Trials, c.Passed+o.Passed, c.Incomplete+o.Incomplete
	c.Asked, c.AskedOf = c.Asked+o.Asked, c.AskedOf+o.AskedOf
}

// count counts what a trial's answer shows.
func (p *played) count(rec arena.Record) strategyTotals {
	out := strategyTotals{Trials: 1}
	text, held := words.Read(rec.Final.Text), 0
	for _, m := range p.rubric {
		if len(m.Find(text)) > 0 {
			held++
		}
	}
	verdicts := p.scorer.ScoreText(arena.LevelMemory, rec.Final.Text)
	for _, f := range p.facts {
		if !f.asked {
			continue
		}
		out.AskedOf++
		if verdicts[f.at].Result == probes.Kept {
			out.Asked++
		}
	}
	switch {
	case rec.Outcome != arena.Completed:
		out.Asked, out.Incomplete = 0, 1
	case held >= p.script.Final.Pass:
		out.Passed = 1
	}
	return out
}

// survival counts the facts whose first statement had left the window, and those of them that the
// last notes hold. That is how the published logs are judged, which hold no dialogue.
func (p *played) survival(rec arena.Record) []Survived {
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
	}
	return out
}
