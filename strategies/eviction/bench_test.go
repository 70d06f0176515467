package eviction

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// many is a pool of so many chunks of every class, some of them used.
func many(n int) []*Chunk {
	var pool []*Chunk
	for i := range n {
		class := Class(i % Classes)
		c := &Chunk{
			ID: fmt.Sprintf("t%dc%d", i/8, i%8), Class: class, Size: 50 + i*37%500, Inserted: i / 8, Relevance: 0.5 + float64(i%50)/100,
			Decay: Decays[class], Rebuild: float64(50 + i*37%500), Vector: Bag(fmt.Sprintf("chunk %d of turn %d with words %d %d %d", i, i/8, i%7, i%11, i%13)),
		}
		for t := range i % 3 {
			c.Refs = append(c.Refs, i/8+t)
		}
		pool = append(pool, c)
	}
	return pool
}

// BenchmarkCut is one turn of RWOE over 150 chunks, half of whose tokens go.
func BenchmarkCut(b *testing.B) {
	pool := many(150)
	tokens := 0
	for _, c := range pool {
		tokens += c.Size
	}
	for name, now := range map[string]Now{"no query": {Turn: 20}, "query of 512 dimensions": {Turn: 20, Query: Bag("chunk of turn with words")}} {
		b.Run(name, func(b *testing.B) {
			e := Evictor{Policy: &ByValue{Parameters: Source()}}
			b.ReportAllocs()
			for b.Loop() {
				_, gone := e.Cut(pool, tokens/2, now)
				require.NotEmpty(b, gone)
			}
		})
	}
}
