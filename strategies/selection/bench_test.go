package selection_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"contextarena.internal/llm"
	"contextarena.internal/llm/embed"
	"contextarena.internal/strategies/selection"
)

// conversation is n messages of the source document's own sizes and marks, and their embeddings.
func conversation(n, dims int) ([]selection.Item, *embed.Index, llm.Vector) {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	embedding := func() llm.Vector {
		v := make(llm.Vector, dims)
		for i := range v {
			v[i] = float32(r.NormFloat64() / math.Sqrt(float64(dims)))
		}
		return v
	}
	items, vectors := make([]selection.Item, n), &embed.Index{}
	for i := range items {
		items[i] = selection.Item{
			ID: i, Tokens: max(10, int(100+30*r.NormFloat64())), At: -5 * r.ExpFloat64(),
			Decision: r.Float64() < .05, Error: r.Float64() < .02,
		}
		if i > 0 && r.Float64() < .3 {
			items[i].Refs = append(items[i].Refs, i-1)
		}
		if vectors.Add(embedding()) != nil {
			panic("an embedding")
		}
	}
	return items, vectors, embedding()
}

// BenchmarkGreedy scores messages of 512 dimensions and chooses among them within half of their tokens.
func BenchmarkGreedy(b *testing.B) {
	w := selection.Documented
	for _, n := range []int{100, 500, 1000, 5000} {
		items, vectors, question := conversation(n, 512)
		for name, choose := range map[string]func(items []selection.Item, budget int) []int{
			"as-written": func(items []selection.Item, budget int) []int {
				return selection.Highest(items, budget, selection.EarlyStop)
			},
			"dependent": func(items []selection.Item, budget int) []int {
				return selection.GreedyDependent(items, budget, selection.EarlyStop, w.Dependency)
			},
			"density": selection.Densest,
		} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					semantic, err := vectors.Cosines(question)
					if err != nil {
						b.Fatal(err)
					}
					choose(w.Scored(items, semantic, 0), 50*n)
				}
			})
		}
	}
}

// BenchmarkOptimal is the exact choice among n scored messages within half of their tokens, or a tenth, where fewer
// sizes can be left out.
func BenchmarkOptimal(b *testing.B) {
	for _, n := range []int{100, 500, 1000, 5000} {
		for _, part := range []int{2, 10} {
			items, _, _ := conversation(n, 1)
			for i := range items {
				items[i].Tokens *= part / 2
			}
			items = selection.Documented.Scored(items, nil, 0)
			b.Run(fmt.Sprintf("%dx%d/one-in-%d", n, 50*n, part), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := selection.Knapsack(items, 50*n); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkBeam is a beam of ten over 1,000 scored messages.
func BenchmarkBeam(b *testing.B) {
	items, _, _ := conversation(1000, 1)
	items = selection.Documented.Scored(items, nil, 0)
	b.ReportAllocs()
	for b.Loop() {
		selection.BeamSearch(items, 50_000, 10)
	}
}
