package episodic

import (
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

const (
	gamma = 0.9 // how much an outcome counts after each further session
	prior = 4   // outcomes of now, all kept, that weigh as much as what is taken for granted of any kind
)

// qValue is the value Q of a kind of fact in conversations of a type: the mean of the rewards of its
// outcomes (1 kept, 0 lost), each discounted by gamma for every session between it and now, with the
// prior:
//
//	Q = (prior + Σ rᵢ·γ^(now−tᵢ)) / (prior + Σ γ^(now−tᵢ))
//
// It is between 0 and 1, and 1 where nothing is known. The order of outcomes of one session
// doesn't matter. The proposal's formula is that without the prior; it has no value for a kind that was
// never seen, and forgets nothing where all there is to know is old.
func qValue(known []arena.Experience, sessionType int, kind string, now int) float64 {
	sum, weight := float64(prior), float64(prior)
	for _, x := range known {
		if x.Type != sessionType {
			continue
		}
		kept, all := 0, 0
		for _, o := range x.Outcomes {
			if o.Kind == kind {
				all++
				if o.Kept {
					kept++
				}
			}
		}
		discount := math.Pow(gamma, float64(now-x.Session))
		sum, weight = sum+discount*float64(kept), weight+discount*float64(all)
	}
	return sum / weight
}

// centroid is the sum of vectors, scaled to length 1; the zero vector where they cancel or there is
// none.
func centroid(vectors []llm.Vector) llm.Vector {
	if len(vectors) == 0 {
		return nil
	}
	out := make(llm.Vector, len(vectors[0]))
	for _, v := range vectors {
		for i := range min(len(v), len(out)) {
			out[i] += v[i]
		}
	}
	square := 0.0
	for _, x := range out {
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return out
	}
	length := math.Sqrt(square)
	for i, x := range out {
		out[i] = float32(float64(x) / length)
	}
	return out
}

// typeOf is the type of a session that begins so: that of the nearest centroid, that of the
// beginnings of all known sessions of a type, if its cosine is at least threshold, else a new one.
// A tie goes to the older type.
func typeOf(known []arena.Experience, opening llm.Vector, threshold float64) int {
	beginnings := map[int][]llm.Vector{}
	last := 0
	for _, x := range known {
		beginnings[x.Type] = append(beginnings[x.Type], x.Opening)
		last = max(last, x.Type)
	}
	best, nearest := last+1, threshold
	for t := 1; t <= last; t++ {
		if len(beginnings[t]) == 0 {
			continue
		}
		c := cosine(centroid(beginnings[t]), opening)
		if c > nearest || c == nearest && best > last {
			best, nearest = t, c
		}
	}
	return best
}

// cosine is the dot product of two vectors of length 1. Vectors of different dimensions are of
// different embedders: they have nothing to do with each other.
func cosine(a, b llm.Vector) float64 {
	if len(a) != len(b) {
		return -1
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
