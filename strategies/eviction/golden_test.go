package eviction

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/golden"
)

// vector is a chunk as the golden vectors write it.
type vector struct {
	ID         string
	Class      string
	Size       int
	Inserted   int     `json:"insertion_turn"`
	Relevance  float64 `json:"base_relevance"`
	Rebuild    float64 `json:"reconstruction_cost"`
	References []int
	Content    string
}

func (v vector) chunk(t *testing.T) *Chunk {
	t.Helper()
	for class := range Class(Classes) {
		if class.String() == v.Class {
			return &Chunk{
				ID: v.ID, Class: class, Size: v.Size, Inserted: v.Inserted, Relevance: v.Relevance, Decay: Decays[class],
				Rebuild: v.Rebuild, Refs: v.References, Vector: Bag(v.Content),
			}
		}
	}
	require.Fail(t, "no such class", v.Class)
	return nil
}

// asCoded are the parameters of the author's code.
func asCoded() Parameters {
	p := Source()
	p.Semantic, p.Future = 0.4, true
	return p
}

func near(t *testing.T, want, have float64, name string, what ...any) {
	t.Helper()
	require.InDelta(t, want, have, 1e-9*math.Max(1, math.Abs(want)), append([]any{name}, what...)...)
}

func TestRelevance(t *testing.T) {
	type test struct {
		Name  string
		Input struct {
			vector
			Turn  int
			Alpha float64
		}
		Expected     struct{ Relevance float64 }
		Alternatives struct {
			Past  float64 `json:"relevance_refs_up_to_t_only"`
			Decay float64 `json:"decay_rate"`
		}
	}
	for _, c := range golden.Cases[test](t, "rwoe_relevance.json") {
		p := asCoded()
		p.Boost = c.Input.Alpha
		chunk := c.Input.chunk(t)
		near(t, c.Expected.Relevance, p.Relevance(chunk, c.Input.Turn), c.Name)
		near(t, c.Alternatives.Decay, chunk.Decay, c.Name)
		p.Future = false
		near(t, c.Alternatives.Past, p.Relevance(chunk, c.Input.Turn), c.Name)
	}
}

// Of the alternatives, efv_total_value, P·(r+R), is not provided: it is efv_consistent_per_token times the size.
func TestEFV(t *testing.T) {
	type test struct {
		Name  string
		Input struct {
			vector
			Turn  int
			Query string
		}
		Expected struct {
			Relevance, Similarity, EFV float64
			P                          float64 `json:"p_ref"`
		}
		Alternatives struct {
			P        float64 `json:"p_ref_paper_semantic_weight_0.5"`
			EFV      float64 `json:"efv_paper_semantic_weight_0.5"`
			PerToken float64 `json:"efv_consistent_per_token"`
			Density  float64 `json:"efv_utility_density"`
		}
	}
	for _, c := range golden.Cases[test](t, "rwoe_efv.json") {
		chunk, turn := c.Input.chunk(t), c.Input.Turn
		similarity := 0.0
		if c.Input.Query != "" {
			similarity = Similarity(chunk.Vector, Bag(c.Input.Query))
		}
		// Vectors are of single precision.
		single := func(want, have float64) { t.Helper(); require.InEpsilon(t, 1+want, 1+have, 2e-7, c.Name) }
		single(c.Expected.Similarity, similarity)
		similarity = c.Expected.Similarity
		p := asCoded()
		near(t, c.Expected.Relevance, p.Relevance(chunk, turn), c.Name)
		near(t, c.Expected.P, p.Probability(chunk, turn, similarity), c.Name)
		near(t, c.Expected.EFV, p.EFV(chunk, turn, similarity), c.Name)
		p.Value = PerToken
		near(t, c.Alternatives.PerToken, p.EFV(chunk, turn, similarity), c.Name)
		p.Value = UtilityDensity
		near(t, c.Alternatives.Density, p.EFV(chunk, turn, similarity), c.Name)
		p = Source()
		near(t, c.Alternatives.P, p.Probability(chunk, turn, similarity), c.Name)
		near(t, c.Alternatives.EFV, p.EFV(chunk, turn, similarity), c.Name)
	}
}

func TestCut(t *testing.T) {
	type test struct {
		Name  string
		Input struct {
			Algorithm        string
			Active, Incoming []vector
			Budget, Turn     int
			Query            string
			Future           json.RawMessage `json:"future_refs"`
		}
		Expected struct {
			Kept, Evicted []string
			Tokens        int                `json:"kept_tokens"`
			Over          bool               `json:"over_budget"`
			EFV           map[string]float64 `json:"efv_of_all"`
			Relevance     map[string]float64 `json:"relevance_of_all"`
		}
	}
	rwoe := &ByValue{Parameters: asCoded()}
	policies := map[string]Policy{"rwoe": rwoe, "truncate": ByAge, "lru": ByLastUse, "lfu": ByUses}
	for _, c := range golden.Cases[test](t, "rwoe_eviction.json") {
		policy := policies[c.Input.Algorithm]
		if policy == nil {
			require.Equal(t, "belady", c.Input.Algorithm, "that knows the future: see lab/simulate/eviction")
			continue
		}
		now := Now{Turn: c.Input.Turn}
		if c.Input.Query != "" {
			now.Query = Bag(c.Input.Query)
		}
		var pool []*Chunk
		byID := map[string]*Chunk{}
		for _, v := range append(c.Input.Active, c.Input.Incoming...) {
			pool = append(pool, v.chunk(t))
			byID[v.ID] = pool[len(pool)-1]
		}
		kept, gone := (&Evictor{Policy: policy}).Cut(pool, c.Input.Budget, now)
		require.Equal(t, c.Expected.Kept, ids(kept), c.Name)
		require.Equal(t, c.Expected.Evicted, ids(gone), c.Name)
		tokens := 0
		for _, k := range kept {
			tokens += k.Size
		}
		require.Equal(t, c.Expected.Tokens, tokens, c.Name)
		require.Equal(t, c.Expected.Over, tokens > c.Input.Budget, c.Name)
		for id, want := range c.Expected.Relevance {
			near(t, want, rwoe.Relevance(byID[id], now.Turn), c.Name, id)
		}
		if len(gone) == 0 {
			continue // the values are those of before
		}
		for id, want := range c.Expected.EFV {
			require.InEpsilon(t, want, rwoe.EFV(byID[id], now.Turn, Similarity(byID[id].Vector, now.Query)), 2e-7, "%s %s", c.Name, id)
		}
	}
}

func ids(chunks []*Chunk) []string {
	out := []string{}
	for _, c := range chunks {
		out = append(out, c.ID)
	}
	return out
}
