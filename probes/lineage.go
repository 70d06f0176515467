package probes

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
)

// lineage knows which facts of a scenario follow from which, and which took the place of others.
// Facts are named by their places; ids that no fact has are passed over.
type lineage struct {
	facts []arena.Fact
	index map[string]int
}

func lineageOf(facts []arena.Fact) lineage {
	g := lineage{facts, map[string]int{}}
	for i, f := range facts {
		g.index[f.ID] = i
	}
	return g
}

// operands are what fact i is derived from.
func (g lineage) operands(i int) []int {
	var out []int
	for _, id := range g.facts[i].DerivedFrom {
		if at, ok := g.index[id]; ok {
			out = append(out, at)
		}
	}
	return out
}

// line is fact i and all that it follows from, stated or derived, each once: a fact, then its operands
// one after the other, each with its own.
func (g lineage) line(i int) []int {
	var out []int
	var add func(i int)
	add = func(i int) {
		if slices.Contains(out, i) {
			return
		}
		out = append(out, i)
		for _, operand := range g.operands(i) {
			add(operand)
		}
	}
	add(i)
	return out
}

// leaves are the stated facts that fact i follows from; itself, if it is stated.
func (g lineage) leaves(i int) []int {
	return slices.DeleteFunc(g.line(i), func(i int) bool { return len(g.facts[i].DerivedFrom) > 0 })
}

// older are the facts whose values fact i replaced, directly or through others, the last one first,
// except those whose value is the same again.
func (g lineage) older(i int) []int {
	var out []int
	value := match.Key(g.facts[i].Value)
	seen := map[int]bool{i: true}
	for id := g.facts[i].Supersedes; id != ""; {
		at, ok := g.index[id]
		if !ok || seen[at] {
			break
		}
		seen[at] = true
		if match.Key(g.facts[at].Value) != value {
			out = append(out, at)
		}
		id = g.facts[at].Supersedes
	}
	return out
}

// replaces reports whether fact i took the place of another value.
func (g lineage) replaces(i int) bool { return len(g.older(i)) > 0 }

// newer are the facts that replace the value of fact i with a different one. A fact that only repeats
// the value is passed over for those that replace it in turn.
func (g lineage) newer(i int) []int {
	var out []int
	value := match.Key(g.facts[i].Value)
	seen := map[int]bool{i: true}
	for open := []int{i}; len(open) > 0; open = open[1:] {
		for j, f := range g.facts {
			if seen[j] || f.Supersedes != g.facts[open[0]].ID {
				continue
			}
			seen[j] = true
			if match.Key(f.Value) != value {
				out = append(out, j)
			} else {
				open = append(open, j)
			}
		}
	}
	return out
}
