package eviction

import (
	"math/rand/v2"

	"contextarena.internal/strategies/eviction"
)

// Turns is how long every generated session is.
const Turns = 20

// uniform is the workload of the source's experiment A, as its code has it: study.yaml says how. Its text
// calls the uses "Poisson(2)" and the arrivals "4 to 12".
func uniform(r *rand.Rand) *Session {
	s := blank(Turns)
	priors := world.Priors
	weights := make([]float64, 0, 12*Turns)
	for turn := range Turns {
		for range min(12, max(4, int(8+2*r.NormFloat64()))) {
			class := drawn(r, shares)
			size := min(2000, max(50, int(300*r.ExpFloat64())))
			s.add(turn, eviction.Chunk{
				Class: class, Size: size, Relevance: 0.5 + 0.5*r.Float64(), Decay: eviction.Decays[class], Rebuild: float64(size),
			})
		}
		weights = weights[:len(s.Chunks)]
		total := 0.0
		for i := range s.Chunks {
			c := &s.Chunks[i]
			weights[i] = priors[c.Class]*max(0, 1-0.05*float64(turn-c.Inserted)) + 0.01
			total += weights[i]
		}
		for range min(int(2*r.ExpFloat64()), len(s.Chunks)) {
			x := r.Float64() * total
			i := 0
			for ; i < len(weights)-1; i++ {
				if x -= weights[i]; x < 0 && weights[i] > 0 {
					break
				}
			}
			total -= weights[i]
			weights[i] = 0
			s.use(turn, i)
		}
	}
	return s
}

// shares are how many of the chunks are of a class.
var shares = [eviction.Classes]float64{0.10, 0.25, 0.45, 0.20}

// drawn is a class by its share.
func drawn(r *rand.Rand, shares [eviction.Classes]float64) eviction.Class {
	x := r.Float64()
	for class, share := range shares {
		if x -= share; x < 0 {
			return eviction.Class(class)
		}
	}
	return eviction.Ephemeral
}
