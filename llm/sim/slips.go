package sim

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// about draws about a fact: by its newest clause.
func (r *reading) about(occasion uint64, f *belief.Fact) float64 {
	return r.unit(occasion, f.Clause.Shape, r.nth(f.Clause))
}

// nth is which clause of its shape a clause is.
func (r *reading) nth(c *read.Clause) int {
	if r.place == nil {
		r.place = make(map[*read.Clause]int, len(r.items))
		for i := range r.items {
			r.place[r.items[i].Clause] = r.items[i].nth
		}
	}
	return r.place[c]
}

// put lets a clause be drawn about like the one that it is made from.
func (r *reading) put(c, from *read.Clause) {
	n := r.nth(from)
	r.place[c] = n
}

// slips are what goes wrong while beliefs are formed and combined.
func (r *reading) slips(occasion uint64) belief.Slips {
	var s belief.Slips
	if r.Strength[entrenchment] > 0 {
		s.Resists = func(old *belief.Fact, c *read.Clause) bool {
			return r.unit(onResistance^occasion<<8, c.Shape, r.nth(c)) < r.resists(old.Said, c.How)
		}
	}
	if r.Strength[arithmetic] > 0 {
		s.Miscalculates = func(shape uint64, operands int) bool {
			return r.unit(onSum^occasion<<8, shape, 0) < r.miscalculates(operands)
		}
	}
	return s
}

// resists is the chance that a value stated said times resists a correction.
func (r *reading) resists(said int, how read.Presentation) float64 {
	n := float64(max(said, 1))
	p := r.Resistance * r.Strength[entrenchment] * n / (n + 2)
	return min(1, p*scaled(math.Pow(r.Spread, float64(read.Explicit)-float64(how)), r.Strength[presentation]))
}

// miscalculates is the chance that a calculation goes wrong.
func (r *reading) miscalculates(operands int) float64 {
	return happens(r.Miscalculation * r.Strength[arithmetic] * float64(operands-1))
}

// age makes some facts give a value that was replaced, as they were when it was last stated.
func (r *reading) age(occasion uint64, facts []belief.Fact) {
	hazard := r.Stale * r.Strength[staleness]
	if hazard == 0 {
		return
	}
	for i := range facts {
		f := &facts[i]
		if len(f.Was) == 0 || f.Sum {
			continue
		}
		k := slices.IndexFunc(f.Now, func(v read.Value) bool { return v.Kind == f.Was[0].Kind })
		then := slices.IndexFunc(f.Earlier, func(t belief.Telling) bool { return states(t.Clause, f.Was[0]) })
		if k < 0 || then < 0 || r.about(onStale^occasion<<8, f) >= happens(hazard*float64(len(f.Was))) {
			continue
		}
		f.Clause = f.Earlier[then].Clause
		f.Now = slices.Clone(f.Now)
		f.Now[k], f.Was = f.Was[0], append([]read.Value{f.Now[k]}, f.Was[1:]...)
	}
}

// states reports whether a clause holds a value.
func states(c *read.Clause, v read.Value) bool {
	return slices.ContainsFunc(c.Values, func(o read.Value) bool { return o.Kind == v.Kind && o.Key == v.Key })
}

// line puts a fact as a note, its long identifiers copied as well as the reader can.
func (r *reading) line(f *belief.Fact, exact bool) string {
	return r.copied(concise(f.Line(), f), f, exact)
}

// copied is a line about a fact after copying.
func (r *reading) copied(line string, f *belief.Fact, exact bool) string {
	hazard := r.SlipRate * r.Strength[slips]
	if exact {
		hazard *= scaled(r.Directed, r.Strength[directives])
	}
	if hazard == 0 {
		return line
	}
	for k, v := range f.Now {
		n := utf8.RuneCountInString(v.Text)
		if v.Kind != read.Identifier || float64(n) <= r.SlipLength {
			continue
		}
		if r.about(onCopy+uint64(k)<<8, f) < happens(hazard*(float64(n)-r.SlipLength)) {
			line = strings.ReplaceAll(line, v.Text, slipped(v.Text))
		}
	}
	return line
}

// slipped is an identifier badly copied: without its last part if it has parts, else with the two
// characters behind its middle swapped.
func slipped(id string) string {
	if i := strings.LastIndexAny(id, "-/._: "); i > len(id)/2 {
		return id[:i]
	}
	c := []rune(id)
	i := len(c) / 2
	c[i], c[i+1] = c[i+1], c[i]
	return string(c)
}
