package eviction

import (
	"math"

	"contextarena.internal/llm"
)

// Value is how the worth of keeping a chunk is put together from P, the probability that it is
// referenced, r, its relevance, R, what rebuilding it costs, and σ, its size.
type Value string

// The modes. The source derives (P·r + P·R)/σ and then writes P·(r + R/σ), which isn't the same.
const (
	Paper          Value = "paper"           // P·(r + R/σ), as its formula stands
	PerToken       Value = "per_token"       // P·(r + R)/σ, as its derivation has it
	UtilityDensity Value = "utility_density" // P·r/σ
)

// Parameters are what relevance, probability and value are computed with.
type Parameters struct {
	Boost    float64          // α, added to the factor of relevance by each reference
	Future   bool             // references after the turn count too, as in the author's code (in play there are none)
	Priors   [Classes]float64 // how likely a chunk of a class is referenced
	Semantic float64          // added by a cosine of 1 with the query; 0.5 in the text, 0.4 in the author's code
	Recent   float64          // added by a reference in this very turn
	Fading   float64          // rate a turn at which that passes
	Value    Value
}

// Source are the parameters of the source document; Decays are its λ.
func Source() Parameters {
	return Parameters{
		Boost: 0.3, Priors: [Classes]float64{1, 0.6, 0.3, 0.05},
		Semantic: 0.5, Recent: 0.3, Fading: 0.2, Value: Paper,
	}
}

// Decays are the source's λ of each class.
var Decays = [Classes]float64{0, 0.01, 0.1, 1}

// Relevance is r(0)·exp(-λ·age)·(1 + α·references), section 2.1 and 2.2 of the source. It isn't bounded
// by 1, and references don't slow the decay: they multiply what is left. A chunk from after turn has
// age 0.
func (p *Parameters) Relevance(c *Chunk, turn int) float64 {
	r := c.Relevance
	if age := turn - c.Inserted; age > 0 && c.Decay > 0 {
		r *= math.Exp(-c.Decay * float64(age))
	}
	if len(c.Refs) == 0 {
		return r
	}
	return r * (1 + p.Boost*float64(p.counted(c, turn)))
}

// counted is how many references boost a chunk.
func (p *Parameters) counted(c *Chunk, turn int) int {
	if p.Future {
		return len(c.Refs)
	}
	n := 0
	for _, t := range c.Refs {
		if t <= turn {
			n++
		}
	}
	return n
}

// Probability is min(1, prior + semantic·cosine + recent·exp(-fading·turns since the last reference)),
// section 4.3 of the source. similarity is the cosine with the query; a negative one counts as 0.
func (p *Parameters) Probability(c *Chunk, turn int, similarity float64) float64 {
	prob := p.Priors[c.Class] + p.Semantic*max(0, similarity)
	if last, ok := c.lastRef(); ok {
		prob += p.Recent * math.Exp(-p.Fading*float64(turn-last))
	}
	return min(1, prob)
}

// EFV is the expected future value of keeping a chunk, by p.Value.
func (p *Parameters) EFV(c *Chunk, turn int, similarity float64) float64 {
	prob, r, size := p.Probability(c, turn, similarity), p.Relevance(c, turn), float64(max(1, c.Size))
	switch p.Value {
	case PerToken:
		return prob * (r + c.Rebuild) / size
	case UtilityDensity:
		return prob * r / size
	}
	return prob * (r + c.Rebuild/size)
}

// Similarity is the cosine of two vectors of length 1. It is 0 where either is missing, they differ in
// dimension, or the result isn't a number: what can't be compared is like nothing.
func Similarity(a, b llm.Vector) float64 {
	if len(a) != len(b) || len(a) == 0 {
		return 0
	}
	var s0, s1, s2, s3 float32
	n := len(a) &^ 3
	for i := 0; i < n; i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
	}
	for i := n; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	cos := float64(s0+s1) + float64(s2+s3)
	if math.IsNaN(cos) || math.IsInf(cos, 0) {
		return 0
	}
	return cos
}
