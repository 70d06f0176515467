package selection

import (
	"math"
	"slices"
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
