package eviction

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/golden"
	"contextarena.internal/strategies/eviction"
)

// recorded is a session of the golden vectors.
type recorded struct {
	Turns, Budget int
	Chunks        []struct {
		ID        string
		Class     string
		Size      int
		Inserted  int     `json:"insertion_turn"`
		Relevance float64 `json:"base_relevance"`
		Rebuild   float64 `json:"reconstruction_cost"`
	}
	Arrivals, References [][]string
}

func classOf(t *testing.T, name string) eviction.Class {
	t.Helper()
	for class := range eviction.Class(eviction.Classes) {
		if class.String() == name {
			return class
		}
	}
	require.Fail(t, "no such class", name)
	return 0
}

func (r recorded) session(t *testing.T) (*Session, map[string]int) {
	t.Helper()
	s := blank(r.Turns)
	at, place := map[string]int{}, map[string]int{}
	for i, c := range r.Chunks {
		at[c.ID] = i
	}
	for turn, ids := range r.Arrivals {
		for _, id := range ids {
			c := r.Chunks[at[id]]
			class := classOf(t, c.Class)
			place[id] = len(s.Chunks)
			s.add(turn, eviction.Chunk{Class: class, Size: c.Size, Relevance: c.Relevance, Decay: eviction.Decays[class], Rebuild: c.Rebuild})
			s.Chunks[place[id]].ID = id
		}
		for _, id := range r.References[turn] {
			s.use(turn, place[id])
		}
	}
	return s, place
}

func TestSessions(t *testing.T) {
	type found struct {
		Utility  float64    `json:"total_utility"`
		Possible float64    `json:"total_possible"`
		Misses   int        `json:"reconstructions"`
		Rebuilt  float64    `json:"recon_token_cost"`
		Evicted  [][]string `json:"evicted_per_turn"`
	}
	type test struct {
		Name     string
		Input    recorded
		Expected map[string]json.RawMessage
	}
	for _, c := range golden.Cases[test](t, "rwoe_session.json") {
		s, _ := c.Input.session(t)
		for name, policy := range map[string]eviction.Policy{
			"TRUNCATE": eviction.ByAge, "LRU": eviction.ByLastUse, "LFU": eviction.ByUses, "RWOE": &eviction.ByValue{Parameters: coded()},
			"BELADY": late{belady(s)}, "BELADY_CORRECTED": belady(s),
		} {
			var want found
			require.NoError(t, json.Unmarshal(c.Expected[name], &want))
			have := played(s, policy, rules{budget: c.Input.Budget})
			require.InEpsilon(t, want.Utility, have.consolation(), 1e-9, "%s %s", c.Name, name)
			require.Equal(t, want.Misses, have.Misses, "%s %s", c.Name, name)
			if want.Possible == 0 {
				continue // of the corrected one no more is recorded
			}
			require.InEpsilon(t, want.Possible, have.Possible, 1e-9, c.Name)
			require.InDelta(t, want.Rebuilt, have.Rebuilt, 1e-9, c.Name)
		}
		for name, readmit := range map[string]bool{"exact_optimum_hit_utility_no_readmission": false, "exact_optimum_hit_utility_with_readmission": true} {
			var want float64
			require.NoError(t, json.Unmarshal(c.Expected[name], &want))
			require.InDelta(t, want, s.optimum(c.Input.Budget, readmit), 1e-9, "%s %s", c.Name, name)
		}
	}
}

// The vectors of Bélády as coded, which knows the uses after this turn.
func TestBelady(t *testing.T) {
	type chunk struct {
		ID       string
		Class    string
		Size     int
		Inserted int `json:"insertion_turn"`
	}
	type test struct {
		Name  string
		Input struct {
			Algorithm        string
			Active, Incoming []chunk
			Budget, Turn     int
			Future           map[string][]int `json:"future_refs"`
		}
		Expected struct{ Kept, Evicted []string }
	}
	found := 0
	for _, c := range golden.Cases[test](t, "rwoe_eviction.json") {
		if c.Input.Algorithm != "belady" {
			continue // package evict has them
		}
		found++
		var pool []*eviction.Chunk
		f := belady(blank(0))
		for i, v := range append(c.Input.Active, c.Input.Incoming...) {
			pool = append(pool, &eviction.Chunk{ID: v.ID, Class: classOf(t, v.Class), Size: v.Size, At: i})
			f.uses = append(f.uses, c.Input.Future[v.ID])
		}
		kept, gone := (&eviction.Evictor{Policy: late{f}}).Cut(pool, c.Input.Budget, eviction.Now{Turn: c.Input.Turn})
		require.Equal(t, c.Expected.Kept, ids(kept), c.Name)
		require.Equal(t, c.Expected.Evicted, ids(gone), c.Name)
	}
	require.Positive(t, found)
}

func ids(chunks []*eviction.Chunk) (out []string) {
	for _, c := range chunks {
		out = append(out, c.ID)
	}
	return out
}
