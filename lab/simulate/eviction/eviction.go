package eviction

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/eviction"
)

// Study is arena simulate eviction.
var Study = simulate.Study{
	Use: "eviction", Short: "What to drop from a full context, against the optimum",
	Long: `Play generated sessions by what evicts pieces of a full context (RWOE and its
rivals), and by policies that know the future, and say how much of what was
needed was still there. docs/eviction.md tells what the source claims and what
is true.`,
	Example: `  arena simulate eviction
  arena simulate eviction --seeds 3 --cases 100 --format md --out eviction.md
  arena simulate eviction --format svg --out sweep.svg`,
	Case: "session", Cases: 500, Charts: []string{"budgets"}, Data: study, Play: play,
}

//go:embed study.yaml
var study []byte

func play(_ context.Context, c *simulate.Case) error {
	a := game{Session: uniform(c.Rand()), Case: c}
	a.uniform()
	if a.err != nil || !c.First(5) {
		return a.err
	}
	r := c.Rand()
	for _, touch := range []float64{0.02, 0.30} {
		b := game{Session: byTopic(r, touch), Case: c}
		b.topics(touch)
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

// game is a session that several policies play, for a case.
type game struct {
	*Session
	*simulate.Case
	err error // what went wrong first
}

// budget is a share of the session's tokens.
func (g *game) budget(share float64) int { return int(share * float64(g.Tokens)) }

// by is what a contender has of the session.
func (g *game) by(c contender, r rules) Outcome {
	seed := (g.Seed+uint64(g.Place))*1_000_003 + uint64(g.Number) // apart from the generator's
	o, err := g.play(c.of(g.Session, seed), r)
	if g.err == nil {
		g.err = err
	}
	return o
}

// best is the most that any evictions could have had. How sure that is counts under a name.
func (g *game) best(budget int, name string) float64 {
	o := g.optimum(budget, false)
	stopped := 0.0
	if o.Bounded {
		stopped = 100
	}
	g.Add("search", name, "stopped, %", stopped, 1)
	g.Add("search", name, "bound, % of found", 100*o.Value, o.Found)
	return o.Value
}

// budgets of the sweep, as shares of the tokens of a session. The first is the budget of the author's code,
// which divides the half that the text speaks of by the number of turns.
var budgets = []float64{0.025, 0.05, 0.10, 0.25, 0.50}

// middle is the budget at which all but the sweep is compared.
const middle = 0.10

// altered is RWOE with other priors than those the generator uses, and with noise.
var altered = func() []contender {
	var out []contender
	for _, m := range []struct {
		name   string
		priors [eviction.Classes]float64
	}{
		{"as generated", eviction.Source().Priors},
		{"all alike", [eviction.Classes]float64{0.5, 0.5, 0.5, 0.5}},
		{"reversed", [eviction.Classes]float64{1, 0.05, 0.3, 0.6}},
	} {
		p := coded()
		p.Priors = m.priors
		out = append(out, contender{"priors " + m.name, func(*Session, uint64) eviction.Policy { return &eviction.ByValue{Parameters: p} }})
	}
	for _, n := range []float64{0.05, 0.1, 0.2, 0.5} {
		out = append(out, contender{fmt.Sprintf("noise %g", n), rwoe(eviction.Paper, n)})
	}
	return out
}()

// uniform plays experiment A.
func (g *game) uniform() {
	for i, share := range budgets {
		budget := g.budget(share)
		best := g.best(budget, "sweep")
		for _, c := range contenders {
			g.Add("sweep", c.name, fmt.Sprintf("%g %%", 100*share), 100*g.by(c, rules{budget: budget}).Hits, best)
		}
		if i == 0 {
			g.asCoded(budget)
		}
		if share == middle {
			g.compared(budget, best)
		}
	}
}

// asCoded adds what the author's code measures, at its budget.
func (g *game) asCoded(budget int) {
	oracle := g.by(named("Bélády coded"), rules{budget: budget})
	add := func(name string, o Outcome) {
		turns := float64(len(g.Arrive))
		g.Add("as_coded", name, "utility, % of Bélády", 100*o.consolation(), oracle.consolation())
		g.Add("as_coded", name, "rebuilt a turn", float64(o.Misses), turns)
		g.Add("as_coded", name, "over budget, % of turns", 100*float64(o.Over), turns)
	}
	for _, c := range contenders {
		add(c.name, g.by(c, rules{budget: budget}))
	}
	add("no chunk but permanent", g.by(named("truncate"), rules{}))
	add("no chunk at all", g.by(named("truncate"), rules{unprotected: true}))
}

// compared adds what is compared at one budget.
func (g *game) compared(budget int, best float64) {
	turns := float64(len(g.Arrive))
	for _, c := range contenders[:blind] {
		o := g.by(c, rules{budget: budget, readmit: true})
		g.Add("spending", c.name, "context", o.Tokens, turns)
		g.Add("spending", c.name, "rebuilt", o.Rebuilt, turns)
		g.Add("spending", c.name, "together", o.Tokens+o.Rebuilt, turns)
		g.Add("unprotected", c.name, "a session", float64(g.by(c, rules{budget: budget, unprotected: true}).Permanents), 1)
	}
	for _, c := range altered {
		g.Add("altered", c.name, "hits, % of the optimum", 100*g.by(c, rules{budget: budget}).Hits, best)
	}
}

// asking are RWOE that is shown the topic of the moment, with the weight of similarity that its text has.
var asking = func() []contender {
	of := func(value eviction.Value) func(*Session, uint64) eviction.Policy {
		return func(*Session, uint64) eviction.Policy {
			p := eviction.Source()
			p.Value = value
			return &eviction.ByValue{Parameters: p}
		}
	}
	return []contender{{"rwoe, query", of(eviction.Paper)}, {"density, query", of(eviction.UtilityDensity)}}
}()

// topics plays experiment B.
func (g *game) topics(touch float64) {
	silent := *g.Session
	silent.Queries = nil
	deaf := game{Session: &silent, Case: g.Case}
	for _, share := range []float64{0.08, 0.15, 0.30} {
		budget := g.budget(share)
		best := g.best(budget, "topics")
		hit := func(by *game, all []contender) {
			for _, c := range all {
				g.Add("topics", c.name, fmt.Sprintf("%g %%, %.2f", 100*share, touch), 100*by.by(c, rules{budget: budget}).Hits, best)
			}
		}
		hit(g, asking)
		hit(&deaf, contenders)
	}
	g.err = errors.Join(g.err, deaf.err)
}
