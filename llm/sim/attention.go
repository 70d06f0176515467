package sim

import (
	"math"

	"contextarena.internal/llm/sim/belief"
	"contextarena.internal/llm/sim/read"
)

// item is a clause of the request, on its way through the reader's head.
type item struct {
	*read.Clause
	nth   int  // which clause of its shape it is
	notes bool // stands in the reader's own notes
}

// reading is one request being answered.
type reading struct {
	*Parameters
	dice
	texts *texts
	items []item
	place map[*read.Clause]int // which clause of its shape each is, once somebody asked
	known []belief.Fact        // what an answer was given from
}

// add takes in clauses. Those that only ask state nothing.
func (r *reading) add(clauses []*read.Clause, notes bool) {
	for _, c := range clauses {
		if !c.Asks && !(notes && c.Text == nothing[2:]) {
			r.items = append(r.items, item{Clause: c, notes: notes})
		}
	}
}

// number counts the clauses of each shape, in reading order, and makes the dice.
func (r *reading) number(seed int64, sample int) {
	seen := make(map[uint64]int, len(r.items))
	for i := range r.items {
		shape := r.items[i].Shape
		r.items[i].nth = seen[shape]
		seen[shape]++
	}
	r.dice = newDice(seed, sample, len(r.items))
}

// attend is what isn't overlooked, in reading order. Directed says that exactness was ordered.
func (r *reading) attend(occasion uint64, overlook float64, directed bool) []*read.Clause {
	out := make([]*read.Clause, 0, len(r.items))
	hazard := r.hazards(overlook, directed)
	for i := range r.items {
		it := &r.items[i]
		if r.unit(occasion, it.Shape, it.nth) >= happens(hazard(i, it)) {
			out = append(out, it.Clause)
		}
	}
	return out
}

// hazards is the hazard of overlooking item i.
func (r *reading) hazards(overlook float64, directed bool) func(i int, it *item) float64 {
	n := float64(len(r.items))
	base := overlook * r.Strength[attention] * scaled(loadFactor(n, r.Fresh, r.Capacity, r.Strain), r.Strength[load])
	dip := r.Dip * n / (n + r.Capacity)
	kind := r.kindFactors()
	if directed {
		f := scaled(r.Directed, r.Strength[directives])
		kind[read.Amount] *= f
		kind[read.Date] *= f
		kind[read.Identifier] *= f
	}
	own := r.rereadFactor()
	return func(i int, it *item) float64 {
		h := base * kind[it.Kind] * scaled(positionFactor((float64(i)+0.5)/n, dip, r.Skew), r.Strength[position])
		if it.notes {
			h *= own
		}
		return h
	}
}

// scaled is a factor at a strength.
func scaled(factor, strength float64) float64 {
	switch strength {
	case 0:
		return 1
	case 1:
		return factor
	}
	return math.Pow(factor, strength)
}

// loadFactor grows with the clauses of a request: from next to nothing to 1 after some multiple of
// fresh, then slowly up to the capacity and evenly beyond.
func loadFactor(clauses, fresh, capacity, strain float64) float64 {
	load := clauses / capacity
	return clauses / (clauses + fresh) * (1 + strain*load*load/(1+load))
}

// positionFactor is a U upside down over the place at, 0 to 1, in a request, tilted by skew; its mean
// is 1.
func positionFactor(at, dip, skew float64) float64 {
	return 1 + dip*(4*at*(1-at)-2.0/3) + skew*(0.5-at)
}

// kindFactors are the factors of clauses by their kind.
func (r *reading) kindFactors() [read.Correction + 1]float64 {
	f := [read.Correction + 1]float64{
		read.Plain: r.KindPlain, read.Name: r.KindName, read.Relation: r.KindRelation,
		read.Place: r.KindPlace, read.Amount: r.KindAmount, read.Date: r.KindDate,
		read.Identifier: r.KindIdentifier, read.Decision: r.KindDecision, read.Correction: r.KindCorrection,
	}
	for k := range f {
		f[k] = scaled(f[k], r.Strength[kinds])
	}
	return f
}

// rereadFactor is the factor of own notes, from how many of them state a value.
func (r *reading) rereadFactor() float64 {
	notes, dense := 0.0, 0.0
	for _, it := range r.items {
		if it.notes {
			notes++
			if len(it.Values) > 0 {
				dense++
			}
		}
	}
	if notes == 0 {
		return 1
	}
	f := math.Pow(r.RereadDense, dense/notes) * math.Pow(r.RereadNoisy, 1-dense/notes)
	return scaled(f, r.Strength[rereading])
}
