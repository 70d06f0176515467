package pruning

import (
	"math/rand/v2"
	"testing"

	"contextarena.internal/llm"
)

// BenchmarkUtility scores memories and finds those that have to go.
func BenchmarkUtility(b *testing.B) {
	const n = 100_000
	list := make([]Memory, n)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range list {
		list[i].Created = now.AddDate(0, 0, -r.IntN(60))
		for range r.IntN(5) {
			list[i].Usage.Retrieve(now.AddDate(0, 0, -r.IntN(40)), r.Float64())
		}
	}
	for b.Loop() {
		for i := range list {
			list[i].Score = list[i].Usage.Utility(now).MUS()
		}
		Excess(list, now, n/2, Source)
	}
}

// BenchmarkUniqueness compares memories with each other.
func BenchmarkUniqueness(b *testing.B) {
	const n, dimensions = 1000, 256
	r := rand.New(rand.NewPCG(1, 1))
	list := make([]llm.Vector, n)
	for i := range list {
		list[i] = make(llm.Vector, dimensions)
		for k := range list[i] {
			list[i][k] = float32(r.NormFloat64())
		}
	}
	for b.Loop() {
		if _, err := Uniqueness(list, 1); err != nil {
			b.Fatal(err)
		}
	}
}
