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
	"contextarena.internal/strategies"
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
	session   *arena.Session
	scenarios []played
}

// played is a scenario with what is counted in it.
type played struct {
	contextarena.Original
	contextarena.Scorer
	script *arena.Scenario // without probes
	asked  []int           // facts, from 1, that the final task asks for
	world  *sim.World
}

// newBench prepares the suite. Parallel is how many trials are played at a time.
func newBench(parallel int, tokens func(string) int) (*bench, error) {
	b := &bench{}
	scored, err := contextarena.Scored()
	if err != nil {
		return nil, fmt.Errorf("calibrate: %w", err)
	}
	var worlds []*sim.World
	for _, o := range contextarena.Originals() {
		p := played{Original: o, Scorer: scored[o.ID], asked: published().Asked[o.ID]}
		script := *p.Scenario()
		script.Probes = nil
		p.script, p.world = &script, world.Of(p.Scenario())
		b.scenarios = append(b.scenarios, p)
		worlds = append(worlds, p.world)
	}
	b.session = &arena.Session{Client: sim.New(tokens, worlds...), Tokens: tokens, Parallel: parallel}
	return b, nil
}

// totals is what a bench counted over all repeats.
type totals struct {
	Survival   []Survived // of the facts that the notes had been shown, in the order of arena.FactTypes
	Strategies []Ranked   // in the order they were asked for
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
	results, survived := make([]Ranked, len(trials)), make([][]Survived, len(trials))
	err = b.session.All(ctx, trials, func(i int, rec arena.Record) error {
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
		c := Ranked{Spec: spec}
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

// count counts what a trial's answer shows.
func (p *played) count(rec arena.Record) Ranked {
	out := Ranked{Tasks: 1}
	verdicts := p.ScoreText(arena.LevelMemory, rec.Final.Text)
	for _, fact := range p.asked {
		out.AskedOf++
		if verdicts[p.At[fact-1]].Result == probes.Kept {
			out.Asked++
		}
	}
	switch {
	case rec.Outcome != arena.Completed:
		out.Asked, out.Incomplete = 0, 1
	case p.Passes(rec.Final.Text):
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
	verdicts := p.ScoreText(arena.LevelMemory, text)
	for i, f := range p.Facts {
		if !left[said[f.Turn]] {
			continue
		}
		c := &out[slices.Index(arena.FactTypes, f.Type)]
		c.N++
		if verdicts[p.At[i]].Result == probes.Kept {
			c.Kept++
		}
	}
	return out
}
