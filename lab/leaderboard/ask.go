package leaderboard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// Ask is what is asked of an experiment. The zero value asks for the answer screen: the finding and one
// table.
type Ask struct {
	Views []string       // of Views; empty: the answer
	Type  arena.FactType // the answer screen and the probes are of this type alone; empty: of all
}

// All are the views that are shown where all are asked for: variants, of which most experiments have none, have to be named.
func All() []string {
	return slices.DeleteFunc(Views(), func(name string) bool { return name == variantsView })
}

// Chosen are the views of these names, of which all stands for All. Names that no view has are an error
// with the nearest that there is.
func Chosen(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		if name == reports.AllViews {
			out = append(out, All()...)
		} else {
			out = append(out, name)
		}
	}
	return out, reports.KnownViews(names, Views())
}

// Narrow is a result on some of its scenarios; on all if none is named. A name that isn't among them is a
// mistake.
func Narrow(r lab.Result, scenarios []string) (lab.Result, error) {
	if len(scenarios) == 0 {
		return r, nil
	}
	var errs []error
	for _, id := range scenarios {
		if !slices.Contains(r.Planned.Scenarios, id) {
			errs = append(errs, fmt.Errorf("experiment %d has no scenario %q (%sit played %s)", r.Experiment.Number, id, strictyaml.DidYouMean(id, r.Planned.Scenarios), strings.Join(r.Planned.Scenarios, ", ")))
		}
	}
	if len(errs) > 0 {
		return r, arena.Mistake{Err: errors.Join(errs...)}
	}
	return on(r, func(id string) bool { return slices.Contains(scenarios, id) }), nil
}

// on is a result on the scenarios that keep picks.
func on(r lab.Result, keep func(id string) bool) lab.Result {
	if !slices.ContainsFunc(r.Scenarios, func(s *arena.Scenario) bool { return !keep(s.ID) }) {
		return r
	}
	r.Planned.Scenarios = slices.DeleteFunc(slices.Clone(r.Planned.Scenarios), func(id string) bool { return !keep(id) })
	r.Scenarios = slices.DeleteFunc(slices.Clone(r.Scenarios), func(s *arena.Scenario) bool { return !keep(s.ID) })
	r.Trials = slices.DeleteFunc(slices.Clone(r.Trials), func(t lab.Trial) bool { return !keep(t.Scenario) })
	return r
}

// counts reports whether a probe is among those that are asked for.
func (a Ask) counts(p arena.Probe) bool {
	return p.Kind.Headline() && (a.Type == "" || p.Type == a.Type)
}
