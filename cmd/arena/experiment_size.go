package main

import (
	"context"
	"fmt"

	"contextarena.internal/lab"
)

// estimated is what the plans would ask together, by model. Parts that ask the first one's model
// with other options play some of its strategies again: they count as much a trial.
func estimated(ctx context.Context, l *lab.Lab, plans []lab.Plan) (lab.Estimate, error) {
	var all lab.Estimate
	again := 0
	for _, p := range plans {
		if p.Models[0] != plans[0].Models[0] {
			again += p.Repeats * len(p.Strategies) * all.Scenarios
			continue
		}
		e, err := l.Estimate(ctx, p)
		if err != nil {
			return all, usageError{err}
		}
		all.Trials, all.Scenarios = all.Trials+e.Trials, e.Scenarios
		for i, m := range e.ByModel {
			if len(all.ByModel) == i {
				all.ByModel = append(all.ByModel, lab.ModelEstimate{Model: m.Model, Priced: m.Priced})
			}
			have := &all.ByModel[i]
			have.Calls, have.Input, have.Output, have.USD = have.Calls+m.Calls, have.Input+m.Input, have.Output+m.Output, have.USD+m.USD
		}
	}
	more := 1 + float64(again)/float64(all.Trials)
	for i := range all.ByModel {
		m := &all.ByModel[i]
		m.Calls, m.Input, m.Output = int(more*float64(m.Calls)), int(more*float64(m.Input)), int(more*float64(m.Output))
		m.USD *= more
	}
	all.Trials += again
	return all, nil
}

// sizeOf is an estimate in a line.
func sizeOf(e lab.Estimate, parts int) string {
	calls, usd, priced := 0, 0.0, true
	for _, m := range e.ByModel {
		calls, usd, priced = calls+m.Calls, usd+m.USD, priced && m.Priced
	}
	cost := fmt.Sprintf("nominally %.2f USD", usd)
	if !priced {
		cost = "at an unknown price"
	}
	return fmt.Sprintf("%d trials in %d parts, about %d calls, %s", e.Trials, parts, calls, cost)
}
