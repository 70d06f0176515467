package selection

import (
	"fmt"
	"math"
	"slices"

	"contextarena.internal/llm"
)

// Weights say what a score is made of. The source document's are Documented.
type Weights struct {
	Semantic   float64 // α
	Recency    float64 // β
	Importance float64 // γ
	Dependency float64 // δ
	Decay      float64 // λ, per unit of Item.At
	Normalise  bool    // importance counts as Normalised instead of as it is written
}

// Documented are the weights of the source document; its λ is per day.
var Documented = Weights{Semantic: .4, Recency: .2, Importance: .3, Dependency: .1, Decay: .1}

// Parts are the four components of a score.
type Parts struct{ Semantic, Recency, Importance, Dependency float64 }

// Of is the score made of parts: α·semantic + β·recency + γ·importance + δ·dependency.
func (w Weights) Of(p Parts) float64 {
	return w.Semantic*p.Semantic + w.Recency*p.Recency + w.Importance*p.Importance + w.Dependency*p.Dependency
}

// Parts are an item's components but for the dependency, which depends on what is chosen. mean is the mean size
// of the items.
func (w Weights) Parts(it Item, semantic, now, mean float64) Parts {
	p := Parts{Semantic: semantic, Recency: Decayed(now-it.At, w.Decay), Importance: Importance(it, mean)}
	if w.Normalise {
		p.Importance = Normalised(p.Importance)
	}
	return p
}

// Scored is a copy of the items with their scores, the dependency aside. semantic is each item's likeness to the
// question; nil is no likeness at all.
func (w Weights) Scored(items []Item, semantic []float64, now float64) []Item {
	out := slices.Clone(items)
	total := 0
	for _, it := range items {
		total += it.Tokens
	}
	mean := float64(total) / float64(max(1, len(items)))
	for i := range out {
		like := 0.
		if semantic != nil {
			like = semantic[i]
		}
		out[i].Score = w.Of(w.Parts(out[i], like, now, mean))
	}
	return out
}

// Decayed is the recency component, exp(-λ·age). It is above 1 of what is said in the future.
func Decayed(age, decay float64) float64 { return math.Exp(-decay * age) }

// Importance is ln(1 + tool calls) + 2 for a decision + 1.5 for an error + size / mean size, as it is written. It
// has no bound: an item forty times the mean weighs forty, and twenty decisions. Without a mean size the last
// term is 0.
func Importance(it Item, mean float64) float64 {
	s := 0.
	if it.ToolCalls > 0 {
		s = math.Log(1 + float64(it.ToolCalls))
	}
	if it.Decision {
		s += 2
	}
	if it.Error {
		s += 1.5
	}
	if mean > 0 {
		s += float64(it.Tokens) / mean
	}
	return s
}

// Normalised brings an importance of 0 or more between 0 and 1 and keeps its order: x / (1 + x). It depends on
// no other item, so a score never changes because something else was said.
func Normalised(importance float64) float64 { return importance / (1 + importance) }

// Dependency is the mean score of those references that are chosen, 0 if none is. Dividing by all references
// instead, as the document's formula reads but not its code, would count what is missing against a message that
// can't help it; it is not provided.
func Dependency(refs []int, chosen func(id int) (score float64, ok bool)) float64 {
	sum, n := 0., 0
	for _, id := range refs {
		if s, ok := chosen(id); ok {
			sum += s
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// Cosine is the likeness of two vectors, from -1 to 1; 0 if either is zero or missing. Vectors of different
// lengths are of different embedders, and a cosine that isn't a number comes of one that isn't: both are errors.
func Cosine[F float32 | float64](a, b []F) (float64, error) {
	if len(a) == 0 || len(b) == 0 {
		return 0, nil
	}
	if len(a) != len(b) {
		return 0, fmt.Errorf("embeddings of %d and %d dimensions: one embedder makes vectors of one length", len(a), len(b))
	}
	return cosine(dot(a, b), dot(a, a), dot(b, b))
}

func cosine(ab, aa, bb float64) (float64, error) {
	if aa == 0 || bb == 0 {
		return 0, nil
	}
	c := ab / (math.Sqrt(aa) * math.Sqrt(bb))
	if math.IsNaN(c) {
		return 0, fmt.Errorf("an embedding has numbers that are none, or too large")
	}
	return c, nil
}

// dot sums in four lanes, which a processor adds side by side; each product is rounded before it is added, so that
// the result is the same on every machine.
func dot[F, G float32 | float64](a []F, b []G) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		s0 += float64(float64(x[0]) * float64(y[0]))
		s1 += float64(float64(x[1]) * float64(y[1]))
		s2 += float64(float64(x[2]) * float64(y[2]))
		s3 += float64(float64(x[3]) * float64(y[3]))
	}
	for ; i < len(a); i++ {
		s0 += float64(float64(a[i]) * float64(b[i]))
	}
	return s0 + s1 + s2 + s3
}

// Vectors are the embeddings of a list's items, in its order.
type Vectors struct {
	of   []llm.Vector
	norm []float64 // squared
	dims int
}

// Add takes the next item's embedding; nil is one without. A vector of another length than those before, or with
// what isn't a number, is refused.
func (v *Vectors) Add(e llm.Vector) error {
	square := dot(e, e)
	switch {
	case math.IsNaN(square) || math.IsInf(square, 0):
		return fmt.Errorf("embedding %d has numbers that are none, or too large", len(v.of)+1)
	case len(e) > 0 && v.dims > 0 && len(e) != v.dims:
		return fmt.Errorf("embedding %d has %d dimensions, those before it %d: one embedder makes vectors of one length", len(v.of)+1, len(e), v.dims)
	}
	v.dims = max(v.dims, len(e))
	v.of, v.norm = append(v.of, e), append(v.norm, square)
	return nil
}

// Cosines are the likenesses of all items to a question; 0 for an item or a question without a vector.
func (v *Vectors) Cosines(question llm.Vector) ([]float64, error) {
	out := make([]float64, len(v.of))
	if len(question) == 0 {
		return out, nil
	}
	if v.dims > 0 && len(question) != v.dims {
		return nil, fmt.Errorf("the question's embedding has %d dimensions, the messages' %d: one embedder makes vectors of one length", len(question), v.dims)
	}
	wide := make([]float64, len(question)) // converted once
	for i, x := range question {
		wide[i] = float64(x)
	}
	square := dot(wide, wide)
	for i, e := range v.of {
		if len(e) == 0 {
			continue
		}
		var err error
		if out[i], err = cosine(dot(e, wide), v.norm[i], square); err != nil {
			return nil, fmt.Errorf("the question or message %d: %w", i+1, err)
		}
	}
	return out, nil
}
