package sim

import (
	"hash/fnv"
	"math"
)

// dice draws numbers that depend on nothing but the seed of the request, what they are about and the
// occasion. They are no stream: no draw depends on how many were made before, and none on any value,
// so renaming a value renames the reply.
type dice uint64

func newDice(seed int64, sample int, world uint64) dice {
	return dice(mix(uint64(seed) ^ mix(uint64(sample)+1) ^ mix(world)))
}

// unit is a number from 0 to 1 (exclusive), evenly spread, for a mechanism and a fact on an occasion.
func (d dice) unit(mechanism int, occasion uint64, fact int) float64 {
	h := mix(uint64(d) ^ mix(occasion^mix(uint64(mechanism)<<32^uint64(fact+1))))
	return float64(h>>11) / (1 << 53)
}

// mix is the finisher of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// occasionOf folds what tells one occasion from another into a number.
func occasionOf(numbers ...int) uint64 {
	var h uint64
	for _, n := range numbers {
		h = mix(h ^ uint64(n))
	}
	return h
}

// occasionNamed is occasionOf for a word.
func occasionNamed(word string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(word))
	return h.Sum64()
}

// chance scales the chance that something goes wrong by a mechanism's strength: its hazard
// -ln(1-p) is multiplied, so that 0 is never and 1 as it stands.
func chance(p, strength float64) float64 {
	switch {
	case strength == 0 || p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return -math.Expm1(strength * math.Log1p(-p))
}
