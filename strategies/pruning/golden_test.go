package pruning

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"contextarena.internal/internal/golden"
)

// now is the clock of the golden vectors.
var now = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)

// when is a time as the vectors write it; the zero time for one that can't be read.
func when(text string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at
		}
	}
	return time.Time{}
}

// metadata is a memory as the source's code keeps it.
type metadata struct {
	Type      string  `json:"memory_type"`
	Count     int     `json:"retrieval_count"`
	Relevance float64 `json:"accumulated_relevance_score"`
	Scored    int     `json:"retrieval_relevance_count"`
	Last      string  `json:"last_retrieved_timestamp"`
	Step      string  `json:"simulation_step_timestamp"`
	End       string  `json:"simulation_step_end_timestamp"`
}

func (m metadata) usage() Usage {
	return Usage{Count: m.Count, Relevance: m.Relevance, Scored: m.Scored, Last: when(m.Last)}
}

func near(t *testing.T, want, have float64, name, what string) {
	t.Helper()
	require.InDelta(t, want, have, 1e-9*math.Max(1, math.Abs(want)), "%s: %s", name, what)
}

func TestGoldenScores(t *testing.T) {
	type test struct {
		Name     string
		Input    struct{ Metadata metadata }
		Expected struct {
			MUS, RFS, RS, Recs float64

			Low    bool `json:"pruned_at_0.2"`
			Medium bool `json:"pruned_at_0.3"`
			Raises string
		}
	}
	for _, c := range golden.Cases[test](t, "mus_score.json") {
		usage, want := c.Input.Metadata.usage(), c.Expected
		if want.Raises != "" {
			require.Error(t, usage.Check(), c.Name)
			continue
		}
		require.NoError(t, usage.Check(), c.Name)
		have := usage.Utility(now)
		near(t, want.RFS, have.Frequency, c.Name, "frequency")
		near(t, want.RS, have.Relevance, c.Name, "relevance")
		near(t, want.Recs, have.Recency, c.Name, "recency")
		near(t, want.MUS, have.MUS(), c.Name, "MUS")
		old := []Memory{{Score: have.MUS(), Created: now.AddDate(-1, 0, 0)}}
		require.Equal(t, want.Low, len(Below(old, now, .2, 0)) > 0, c.Name)
		require.Equal(t, want.Medium, len(Below(old, now, .3, 0)) > 0, c.Name)
	}
}

// rules are the vectors of rules: what is in the store, and what goes.
type rules struct {
	Name  string
	Input struct {
		Kind  string
		Items []struct {
			ID       string
			Metadata metadata

			Utility    float64   `json:"memory_utility_score"`
			Goal       float64   `json:"goal_relevance_score"`
			Relevances []float64 `json:"relevance_scores"`
			Last       string    `json:"last_retrieved"`
			MUS        float64
		}
		Params struct {
			Threshold  float64
			MinimumAge int     `json:"min_age_days"`
			MostAge    float64 `json:"max_age_days"`
			Target     int     `json:"target_count"`
			Cooldown   float64 `json:"cooldown_days"`
		}
	}
	Expected struct {
		Prune []string
		Final map[string]float64 `json:"final_score"`
	}
}

// list is what a rule is shown.
func (c rules) list(t *testing.T) []Memory {
	types := map[string]string{"l1_mus": "consolidated_summary", "l2_mus": "chapter_summary", "l2_age": "chapter_summary"}
	var out []Memory
	for _, it := range c.Input.Items {
		if it.Metadata.Type != types[c.Input.Kind] {
			continue
		}
		m := Memory{ID: it.ID, Usage: it.Metadata.usage(), Created: when(it.Metadata.Step + it.Metadata.End)}
		switch c.Input.Kind {
		case "hybrid_proposal":
			m.Score = Joined(it.Utility, it.Goal)
			near(t, c.Expected.Final[it.ID], m.Score, c.Name, it.ID)
			m.Usage.Last = when(it.Last)
			for _, r := range it.Relevances {
				m.Usage.Best = max(m.Usage.Best, r)
			}
		case "strategy1_selective":
			m.Score = it.MUS
		default:
			m.Score = m.Usage.Utility(now).MUS()
		}
		out = append(out, m)
	}
	return out
}

func TestGoldenRules(t *testing.T) {
	for _, c := range golden.Cases[rules](t, "mus_pruning.json") {
		list, p := c.list(t), c.Input.Params
		var places []int
		switch c.Input.Kind {
		case "l1_mus", "l2_mus":
			places = Below(list, now, p.Threshold, p.MinimumAge)
		case "l2_age":
			places = OlderThan(list, now, p.MostAge)
		case "hybrid_proposal":
			places = Excess(list, now, p.Target, Protection{Cooldown: p.Cooldown, Relevance: Source.Relevance})
		case "strategy1_selective":
			slices.Reverse(list) // of equals it keeps the first
			places = Excess(list, now, p.Target, Protection{Relevance: math.Inf(1)})
			places = slices.DeleteFunc(places, func(i int) bool { return list[i].Score >= p.Threshold })
			slices.Reverse(places) // it tells the highest first
		default:
			require.Fail(t, "no such rule", c.Input.Kind)
		}
		pruned := []string{}
		for _, i := range places {
			pruned = append(pruned, list[i].ID)
		}
		require.Equal(t, c.Expected.Prune, pruned, c.Name)
	}
}
