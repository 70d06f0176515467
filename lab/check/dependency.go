package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/strategies/cascade"
	"contextarena.internal/strategies/pipeline"
)

// dependencies measures the graph of cascade against what the scenarios say follows from what. Both are
// compared by chain: a value and its corrections are one thing.
var dependencies = Check{
	Proposal: "cascade", About: "does the graph have the dependencies?",
	Notes: []string{
		"Between values of which some version was stated: the layer takes no value that nobody stated, so a derived value that is never stated has no place in its graph, and the second row says how many are.",
		"Right edges are counted among those between values that are facts of the scenario.",
	},
	measures: []measure{
		{name: "edges found", by: Simulated},
		{name: "derived values stated", by: Rules, of: 2},
		{name: "edges right", by: Simulated, of: 1},
		{name: "edges found", by: Ideal},
	},
	count: depends,
}

// edge says that one chain of facts follows from another.
type edge struct{ from, to string }

// depends counts the dependencies of stated values and of those the ones found, the edges between known
// values and of those the right ones, and the derived chains and of those the ones that are stated at all.
func depends(ctx context.Context, s *study, sub *subject, by string) ([]tally, error) {
	layer := defaultsOf[cascade.Layer]()
	var look func() []cascade.Dependency
	t := &tap{Layer: layer, attach: func(env arena.Env) (h pipeline.Hooks, err error) {
		h, look, err = layer.Watch(env)
		return h, err
	}}
	follows := sub.edges()
	p, err := s.ride(ctx, sub, t, by, "values", func(f labelled) map[string]any {
		value := f.literal(sub.at(f.Turn), false)
		if !f.stated() || value == "" {
			return nil
		}
		on := []string{}
		for _, e := range follows {
			if e.to == f.chain {
				on = append(on, strings.ReplaceAll(e.from, "-", "_"))
			}
		}
		return map[string]any{"what": f.name(), "value": value, "from": on}
	})
	if err != nil {
		return nil, err
	}
	said := map[string]bool{}
	for _, f := range sub.facts {
		said[f.chain] = said[f.chain] || f.stated() && p.gone.stating(f)
	}
	graph := look()
	chains := make([][]string, len(graph))
	for i, d := range graph {
		chains[i] = sub.chainsOf(d)
	}
	has := map[edge]bool{}
	out := make([]tally, 3)
	for i, d := range graph {
		for _, name := range d.From {
			up := slices.IndexFunc(graph, func(o cascade.Dependency) bool { return o.Name == name })
			if up < 0 || len(chains[i]) == 0 || len(chains[up]) == 0 {
				continue
			}
			right := false
			for _, to := range chains[i] {
				for _, from := range chains[up] {
					has[edge{from, to}] = true
					right = right || slices.Contains(follows, edge{from, to})
				}
			}
			out[1].count(right)
		}
	}
	for _, e := range follows {
		if said[e.from] && said[e.to] {
			out[0].count(has[e])
		}
	}
	var derived []string
	for _, e := range follows {
		if !slices.Contains(derived, e.to) {
			derived = append(derived, e.to)
			out[2].count(said[e.to])
		}
	}
	return out, nil
}

// edges are what the scenario says follows from what, each once.
func (s *subject) edges() []edge {
	var out []edge
	for _, f := range s.facts {
		for _, id := range f.DerivedFrom {
			if up := s.fact(id); up != nil {
				if e := (edge{up.chain, f.chain}); e.from != e.to && !slices.Contains(out, e) {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// chainsOf are the chains of facts that a value of a graph may stand for: those with one of its values and
// with its label in its name, and if no label tells, all with one of its values.
func (s *subject) chainsOf(d cascade.Dependency) []string {
	name := strings.ReplaceAll(d.Name, "_", " ")
	var near, loose []string
	add := func(to *[]string, chain string) {
		if !slices.Contains(*to, chain) {
			*to = append(*to, chain)
		}
	}
	for _, f := range s.facts {
		if f.name() == d.Name {
			return []string{f.chain}
		}
		for _, v := range d.Values {
			if !f.in(v) {
				continue
			}
			add(&loose, f.chain)
			if f.literal(name+": "+v, true) != "" || f.literal(strings.ReplaceAll(name, " ", "-")+": "+v, true) != "" {
				add(&near, f.chain)
			}
		}
	}
	if len(near) > 0 {
		return near
	}
	return loose
}
