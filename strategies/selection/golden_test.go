package selection_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"contextarena.internal/internal/golden"
	"contextarena.internal/strategies/selection"
)

// near is the vectors' tolerance: relative 1e-9.
func near(t *testing.T, want, have float64, what ...any) {
	t.Helper()
	require.LessOrEqual(t, math.Abs(want-have), 1e-9*max(math.Abs(want), math.Abs(have)), what...)
}

type goldenItems struct {
	Name  string
	Input struct {
		Items []struct {
			ID, Tokens       int
			Score, Timestamp float64
		}
		MaxTokens int     `json:"max_tokens"`
		EarlyStop float64 `json:"early_stop"`
		BeamWidth int     `json:"beam_width"`
	}
	Expected struct {
		Selected []int `json:"selected_ids"`
		Picked   []int `json:"selected_ids_pick_order"`
		Listed   []int `json:"selected_ids_input_order"`
		Tokens   int
		Score    float64
	}
	Alternatives struct {
		Optimum *float64 `json:"optimum_score"`
		Ratio   *float64
	}
}

func (c goldenItems) items() []selection.Item {
	var out []selection.Item
	for _, it := range c.Input.Items {
		out = append(out, selection.Item{ID: it.ID, Tokens: it.Tokens, Score: it.Score, At: it.Timestamp})
	}
	return out
}

// check compares a choice with what is expected of it, in the order it is expected in, and the optimum of
// dynamic programming with the one of the vectors.
func (c goldenItems) check(t *testing.T, items []selection.Item, chosen, want []int) {
	t.Helper()
	require.Equal(t, want, ids(items, chosen))
	require.Equal(t, c.Expected.Tokens, selection.Tokens(items, chosen))
	near(t, c.Expected.Score, selection.Score(items, chosen))
	if c.Alternatives.Optimum != nil {
		best, err := selection.Knapsack(items, c.Input.MaxTokens)
		require.NoError(t, err)
		near(t, *c.Alternatives.Optimum, selection.Score(items, best))
		if r := c.Alternatives.Ratio; r != nil {
			near(t, *r, selection.Score(items, chosen)/selection.Score(items, best))
		}
	}
}

func ids(items []selection.Item, chosen []int) []int {
	out := []int{}
	for _, i := range chosen {
		out = append(out, items[i].ID)
	}
	return out
}

func TestGoldenGreedy(t *testing.T) {
	for _, c := range golden.Cases[goldenItems](t, "selection_greedy.json") {
		t.Run(c.Name, func(t *testing.T) {
			items := c.items()
			chosen := selection.Highest(items, c.Input.MaxTokens, c.Input.EarlyStop)
			require.Equal(t, chosen, selection.GreedyDependent(items, c.Input.MaxTokens, c.Input.EarlyStop, .1), "nothing refers to anything")
			c.check(t, items, sorted(items, chosen), c.Expected.Selected)
		})
	}
}

func TestGoldenDensity(t *testing.T) {
	for _, c := range golden.Cases[goldenItems](t, "selection_density.json") {
		t.Run(c.Name, func(t *testing.T) {
			items := c.items()
			c.check(t, items, selection.Densest(items, c.Input.MaxTokens), c.Expected.Picked)
		})
	}
}

func TestGoldenOptimal(t *testing.T) {
	for _, c := range golden.Cases[goldenItems](t, "selection_dp.json") {
		t.Run(c.Name, func(t *testing.T) {
			items := c.items()
			chosen, err := selection.Knapsack(items, c.Input.MaxTokens)
			require.NoError(t, err)
			c.check(t, items, chosen, c.Expected.Listed)
		})
	}
}

func TestGoldenBeam(t *testing.T) {
	for _, c := range golden.Cases[goldenItems](t, "selection_beam.json") {
		t.Run(c.Name, func(t *testing.T) {
			items := c.items()
			c.check(t, items, selection.BeamSearch(items, c.Input.MaxTokens, c.Input.BeamWidth), c.Expected.Listed)
		})
	}
}

func TestGoldenResolve(t *testing.T) {
	type message struct {
		ID, Tokens int
		Timestamp  float64
		References []int
	}
	type vector struct {
		Name  string
		Input struct {
			Messages  []message
			Selected  []int `json:"selected_ids"`
			MaxTokens int   `json:"max_tokens"`
		}
		Expected struct {
			Selected []int `json:"selected_ids"`
			Tokens   int
			Added    []int
		}
	}
	for _, c := range golden.Cases[vector](t, "dependency_resolution.json") {
		t.Run(c.Name, func(t *testing.T) {
			var items []selection.Item
			for _, m := range c.Input.Messages {
				items = append(items, selection.Item{ID: m.ID, Tokens: m.Tokens, At: m.Timestamp, Refs: m.References})
			}
			var chosen []int
			for _, id := range c.Input.Selected {
				chosen = append(chosen, slices.IndexFunc(items, func(it selection.Item) bool { return it.ID == id }))
			}
			added := selection.Resolve(items, chosen, c.Input.MaxTokens)
			all := append(slices.Clone(chosen), added...)
			require.Equal(t, c.Expected.Tokens, selection.Tokens(items, all))
			shown := ids(items, sorted(items, all))
			require.Equal(t, c.Expected.Selected, shown)
			require.ElementsMatch(t, c.Expected.Added, ids(items, added))
			references, missing := 0, 0
			for _, i := range all {
				for _, to := range items[i].Refs {
					references++
					if !slices.Contains(shown, to) {
						missing++
					}
				}
			}
			haveReferences, haveMissing := selection.Missing(items, all)
			require.Equal(t, [2]int{references, missing}, [2]int{haveReferences, haveMissing})
		})
	}
}

// cosine is the likeness of two vectors; 0 if either is zero or missing.
func cosine(a, b []float64) float64 {
	if len(a) != len(b) || floats.Norm(a, 2)*floats.Norm(b, 2) == 0 {
		return 0
	}
	return floats.Dot(a, b) / (floats.Norm(a, 2) * floats.Norm(b, 2))
}

func TestGoldenScores(t *testing.T) {
	type vector struct {
		Name  string
		Input struct {
			Embedding   []float64
			Task        []float64 `json:"task_embedding"`
			Tokens      int
			Timestamp   float64
			CurrentTime float64            `json:"current_time"`
			ToolCalls   int                `json:"tool_calls"`
			IsDecision  bool               `json:"is_decision"`
			IsError     bool               `json:"is_error"`
			AvgLength   float64            `json:"avg_length"`
			References  []int              `json:"references"`
			Selected    []int              `json:"selected_ids"`
			Scores      map[string]float64 `json:"all_scores"`
			Weights     struct{ Alpha, Beta, Gamma, Delta float64 }
			Lambda      float64 `json:"lambda_decay"`
		}
		Expected struct{ Semantic, Recency, Importance, Dependency, Score float64 }
	}
	for _, c := range golden.Cases[vector](t, "selection_scores.json") {
		t.Run(c.Name, func(t *testing.T) {
			in := c.Input
			w := selection.Weights{Semantic: in.Weights.Alpha, Recency: in.Weights.Beta, Importance: in.Weights.Gamma, Dependency: in.Weights.Delta, Decay: in.Lambda}
			semantic := cosine(in.Embedding, in.Task)
			item := selection.Item{
				Tokens: in.Tokens, At: -(in.CurrentTime - in.Timestamp) / 86400,
				ToolCalls: in.ToolCalls, Decision: in.IsDecision, Error: in.IsError, Refs: in.References,
			}
			parts := w.Parts(item, semantic, 0, in.AvgLength)
			parts.Dependency = selection.Dependency(in.References, func(id int) (float64, bool) {
				return in.Scores[strconv.Itoa(id)], slices.Contains(in.Selected, id)
			})
			near(t, c.Expected.Semantic, parts.Semantic, "semantic")
			near(t, c.Expected.Recency, parts.Recency, "recency")
			near(t, c.Expected.Importance, parts.Importance, "importance")
			near(t, c.Expected.Dependency, parts.Dependency, "dependency")
			near(t, c.Expected.Score, w.Of(parts), fmt.Sprintf("%+v", parts))
		})
	}
}

// sorted is what is chosen by time. Items of one time stay in the order in which they were chosen.
func sorted(items []selection.Item, chosen []int) []int {
	slices.SortStableFunc(chosen, func(i, j int) int { return cmp.Compare(items[i].At, items[j].At) })
	return chosen
}
