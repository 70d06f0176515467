package lab

import (
	"context"
	"errors"
	"slices"
)

// Parts are the plans of a study that plays several, one after the other.
type Parts []Plan

// Check is the Check of all parts. What is wrong in several is reported once.
func (parts Parts) Check(m Models) error {
	var errs []error
	for _, p := range parts {
		err := Check(p, m)
		if err != nil && !slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Estimate is what the parts would ask together, by model. Parts that ask the first one's model with other
// options play some of its strategies again: they count as much a trial.
func (parts Parts) Estimate(ctx context.Context, l *Lab) (Workload, error) {
	var all Workload
	again := 0
	for _, p := range parts {
		if p.Models[0] != parts[0].Models[0] {
			again += p.Repeats * len(p.Strategies) * all.Scenarios
			continue
		}
		e, err := l.Estimate(ctx, p)
		if err != nil {
			return all, err
		}
		all, all.Limits, all.Scenarios = all.Plus(e), e.Limits, e.Scenarios
	}
	more := 1 + float64(again)/float64(all.Trials)
	for i, m := range all.ByModel {
		all.ByModel[i] = m.times(more)
	}
	all.Trials += again
	return all, nil
}

// Total is what all models would be asked together, and what that costs if each has a price.
func (e Workload) Total() (calls int, usd float64, priced bool) {
	priced = true
	for _, m := range e.ByModel {
		calls, usd, priced = calls+m.Calls, usd+m.USD, priced && m.Priced
	}
	return calls, usd, priced
}
