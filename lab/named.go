package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/store"
	"contextarena.internal/strategies"
)

// Names choose trials of an experiment. What is empty, or 0, chooses all.
type Names struct {
	Experiment string // as Find takes it
	Strategy   string // its label, or a spec that means the same
	Model      string
	Scenario   string
	Repeat     int
}

// Canonical is the label of a strategy's spec, and the text itself where it is none.
func Canonical(spec string) string {
	if s, err := strategies.Parse(spec); err == nil {
		return strategies.Label(s)
	}
	return spec
}

// Named finds the stored trials of an experiment that names choose, in its order. Names that no trial
// has are an arena.Mistake that says which there are, all at once.
func (l *Lab) Named(ctx context.Context, n Names) (store.Experiment, []store.Trial, error) {
	e, err := l.Find(ctx, n.Experiment)
	if err != nil {
		return e, nil, err
	}
	trials, err := l.DB.Trials(ctx, e.ID)
	if err != nil {
		return e, nil, err
	}
	if len(trials) == 0 {
		return e, nil, arena.Mistake{Err: fmt.Errorf("experiment %d (%s) keeps no trials: name another with --in (see arena experiments)", e.Number, e.Kind)}
	}
	planned, _ := PlannedOf(e) // an experiment without a plan calls nothing otherwise
	for i := range trials {
		planned.call(&trials[i])
	}
	if n.Strategy != "" {
		n.Strategy = planned.Named(n.Strategy)
	}
	repeat := ""
	if n.Repeat != 0 {
		repeat = fmt.Sprint(n.Repeat)
	}
	var errs []error
	for _, by := range []struct {
		what, want string
		of         func(store.Trial) string
	}{
		{"strategy", n.Strategy, func(t store.Trial) string { return t.Strategy }},
		{"model", n.Model, func(t store.Trial) string { return t.Model }},
		{"scenario", n.Scenario, func(t store.Trial) string { return t.Scenario }},
		{"repeat", repeat, func(t store.Trial) string { return fmt.Sprint(t.Repeat) }},
	} {
		if by.want == "" {
			continue
		}
		var have []string
		for _, t := range trials {
			if v := by.of(t); !slices.Contains(have, v) {
				have = append(have, v)
			}
		}
		if !slices.Contains(have, by.want) {
			errs = append(errs, fmt.Errorf("experiment %d has no %s %q (%sit has %s)", e.Number, by.what, by.want,
				strictyaml.DidYouMean(by.want, have), strings.Join(have, ", ")))
			continue
		}
		trials = slices.DeleteFunc(trials, func(t store.Trial) bool { return by.of(t) != by.want })
	}
	if err := errors.Join(errs...); err != nil {
		return e, nil, arena.Mistake{Err: err}
	}
	return e, trials, nil
}
