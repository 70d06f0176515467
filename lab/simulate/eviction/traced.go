package eviction

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab/simulate"
)

// traced is a study played on a trace instead of on generated sessions. Seeds are for what draws by chance.
func traced(of simulate.Study, name string, data []byte) (simulate.Study, error) {
	s, err := readTrace(name, data)
	if err != nil {
		return of, err
	}
	var best []float64
	var bounds []string
	for _, share := range budgets {
		found, bound := s.bounds(s.budget(share), false)
		best = append(best, bound)
		if bound > found+rounding {
			bounds = append(bounds, fmt.Sprintf("%g %% (at most %.1f %% too high)", 100*share, 100*(bound/found-1)))
		}
	}
	of.Play = func(_ context.Context, c *simulate.Case) error {
		own := *s
		own.Chunks = slices.Clone(s.Chunks) // whose references are noted while it is played
		own.compare(c, func(i int) float64 { return best[i] })
		return nil
	}
	of.Told = func(r *simulate.Report) {
		r.Title, r.Trace = "Eviction under a budget, on a trace", name
		r.Workload = []simulate.Generated{{Thing: "trace", How: fmt.Sprintf("%s: %d turns, %d chunks of %d tokens", name, len(s.Arrive), len(s.Chunks), s.Tokens)}}
		note := "A use of what was evicted earns nothing. Budgets are shares of the trace's tokens. The optimum knows all uses, and is exact"
		if bounds != nil {
			note += " but where the search for it was stopped, and a bound stands for it: at " + strings.Join(bounds, ", ")
		}
		r.Tables[0].Title, r.Tables[0].Notes = "Hits by budget, % of the optimum", []string{note + "."}
		r.Charts[0].Note = "A trace. Bars: standard deviation over seeds."
	}
	return of, nil
}
