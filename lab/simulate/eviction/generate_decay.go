package eviction

import (
	"math"
	"math/rand/v2"

	"contextarena.internal/lab/simulate"
	"contextarena.internal/strategies/evict"
)

// rate is how likely a chunk is used at an age: Start·exp(-Decay·age).
type rate struct{ Start, Decay float64 }

// at is the probability at an age.
func (r rate) at(age int) float64 { return min(1, r.Start*math.Exp(-r.Decay*float64(age))) }

// within is the probability of a use in so many turns from an age on.
func (r rate) within(age, turns int) float64 {
	none := 1.0
	for i := range turns {
		none *= 1 - r.at(age+i)
	}
	return 1 - none
}

// truth are the rates by which chunks are used in the workload of decay. They aren't the source's: what it
// assumes of λ would be right by construction.
var truth = [evict.Classes]rate{{0.06, 0}, {0.10, 0.05}, {0.25, 0.4}, {0.10, 1.5}}

// decaying is a session whose uses follow the decay that the source assumes and its generator ignores:
// every chunk is used each turn, by itself, with a probability that falls with its age.
func decaying(r *rand.Rand) *Session {
	s := blank(Turns)
	for turn := range Turns {
		for range min(12, max(4, int(8+2*r.NormFloat64()))) {
			class := drawn(r, shares)
			size := min(2000, max(50, int(300*r.ExpFloat64())))
			s.add(turn, evict.Chunk{
				Class: class, Size: size, Relevance: 0.5 + 0.5*r.Float64(), Decay: evict.Decays[class], Rebuild: float64(size),
			})
		}
		for i := range s.Chunks {
			c := &s.Chunks[i]
			if r.Float64() < truth[c.Class].at(turn-c.Inserted) {
				s.use(turn, i, false)
			}
		}
	}
	return s
}

var decayWorkload = simulate.Generated{
	Thing: "decay", How: "arrivals and sizes as above; each chunk is used each turn with p·e^(−λ·age): PERMANENT .06 and 0, STRUCTURAL .10 and .05, TRANSIENT .25 and .4, EPHEMERAL .10 and 1.5",
}

// learned are the rates of each class that explain the uses of sessions best: the maximum of the likelihood
// of Poisson counts with a log link, whose λ solves
//
//	Σ uses·age / Σ uses = Σ chunks·age·exp(-λ·age) / Σ chunks·exp(-λ·age)
//
// over ages, by bisection; its right side falls with λ. A class without uses has rate 0, one whose uses
// grow with age λ 0.
func learned(sessions []*Session) [evict.Classes]rate {
	var chunks, uses [evict.Classes][Turns]float64
	for _, s := range sessions {
		for i := range s.Chunks {
			c := &s.Chunks[i]
			for age := range len(s.Arrive) - c.Inserted {
				chunks[c.Class][age]++
			}
		}
		for turn, us := range s.Uses {
			for _, u := range us {
				c := &s.Chunks[u.Chunk]
				uses[c.Class][turn-c.Inserted]++
			}
		}
	}
	var out [evict.Classes]rate
	for class := range out {
		total, moment := 0.0, 0.0
		for age, n := range uses[class] {
			total, moment = total+n, moment+n*float64(age)
		}
		if total == 0 {
			continue
		}
		sums := func(decay float64) (n, aged float64) {
			for age, there := range chunks[class] {
				x := there * math.Exp(-decay*float64(age))
				n, aged = n+x, aged+x*float64(age)
			}
			return n, aged
		}
		low, high := 0.0, 20.0
		for range 60 {
			middle := (low + high) / 2
			if n, aged := sums(middle); aged/n > moment/total {
				low = middle
			} else {
				high = middle
			}
		}
		n, _ := sums(low)
		out[class] = rate{total / n, low}
	}
	return out
}
