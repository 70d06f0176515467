package page

import (
	"context"
	"fmt"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// pieces are the evidence of a result's stored trials, as far as a page lists them, in chapters of a scenario each: what its
// trials share is there once, and a reader who opens one of them waits for a few hundred kilobytes.
func pieces(ctx context.Context, l *lab.Lab, r lab.Result) []reports.Chapter {
	var out []reports.Chapter
	for i, s := range r.Scenarios {
		out = append(out, reports.Chapter{Name: fmt.Sprintf("told-%d", i), Read: func() (any, error) {
			var trials []*lab.Trial
			for of, t := range r.Each(listed(r, mostTrials)) {
				if of == s && t.Name() != "" {
					trials = append(trials, t)
				}
			}
			return tell(ctx, l, trials)
		}})
	}
	return out
}
