package probes

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes/match"
)

// Lineage knows which facts of a scenario follow from which, and which took the place of others.
// Facts are named by their places; ids that no fact has are passed over.
type Lineage struct {
	facts []arena.Fact
	Index map[string]int // by id

	replaces []bool // whether a fact took the place of another value
}

// LineageOf is the lineage of the facts of a scenario.
func LineageOf(facts []arena.Fact) Lineage {
	g := Lineage{facts, map[string]int{}, make([]bool, len(facts))}
	for i, f := range facts {
		g.Index[f.ID] = i
	}
	for i := range facts {
		g.replaces[i] = len(g.Older(i)) > 0
	}
	return g
}

// operands are what fact i is derived from.
func (g Lineage) operands(i int) []int {
	var out []int
	for _, id := range g.facts[i].DerivedFrom {
		if at, ok := g.Index[id]; ok {
			out = append(out, at)
		}
	}
	return out
}

// line is fact i and all that it follows from, stated or derived, each once: a fact, then its operands
// one after the other, each with its own.
func (g Lineage) line(i int) []int {
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

// Leaves are the stated facts that fact i follows from; itself, if it is stated.
func (g Lineage) Leaves(i int) []int {
	return slices.DeleteFunc(g.line(i), func(i int) bool { return len(g.facts[i].DerivedFrom) > 0 })
}

// Superseded are the facts whose places fact i took, directly or through others, the last one first.
func (g Lineage) Superseded(i int) []int {
	var out []int
	seen := map[int]bool{i: true}
	for {
		at, ok := g.Index[g.facts[i].Supersedes]
		if !ok || seen[at] {
			return out
		}
		seen[at] = true
		out, i = append(out, at), at
	}
}

// oneThing reports whether one of two facts took the place of the other.
func (g Lineage) oneThing(i, j int) bool {
	return slices.Contains(g.Superseded(i), j) || slices.Contains(g.Superseded(j), i)
}

// Older are the facts whose values fact i replaced, directly or through others, the last one first,
// except those whose value is the same again.
func (g Lineage) Older(i int) []int {
	all := g.Superseded(i)
	if len(all) == 0 {
		return nil
	}
	value := match.Key(g.facts[i].Value)
	return slices.DeleteFunc(all, func(j int) bool { return match.Key(g.facts[j].Value) == value })
}

// newer are the facts that replace the value of fact i with a different one. A fact that only repeats
// the value is passed over for those that replace it in turn.
func (g Lineage) newer(i int) []int {
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
