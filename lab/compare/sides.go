package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
)

// side is what one side of a comparison names: an experiment, or some of its arms.
type side struct {
	result  lab.Result
	arms    []contrast.Arm
	named   bool     // a strategy was named
	dropped []string // scenarios whose trials can't be compared with anything, and why
}

func mistake(format string, args ...any) error {
	return arena.Mistake{Err: fmt.Errorf(format, args...)}
}

// sides looks both sides up. A side is EXPERIMENT, EXPERIMENT:STRATEGY or
// EXPERIMENT:STRATEGY@MODEL; within the experiment in, it is STRATEGY or STRATEGY@MODEL. Two
// names that are no experiments but strategies of the newest one are looked up there.
func sides(ctx context.Context, l *lab.Lab, textA, textB, in string) (a, b side, err error) {
	var errs []error
	for _, text := range []string{textA, textB} {
		experiment, strategy, narrowed := strings.Cut(text, ":")
		if in == "" && experiment == "" || narrowed && strategy == "" || strings.HasSuffix(text, "@") {
			errs = append(errs, fmt.Errorf("%q names nothing to compare: want EXPERIMENT, EXPERIMENT:STRATEGY or EXPERIMENT:STRATEGY@MODEL", text))
		}
	}
	if len(errs) > 0 {
		return a, b, arena.Mistake{Err: errors.Join(errs...)}
	}
	if in == "" {
		if in, err = inNewest(ctx, l, textA, textB); err != nil {
			return a, b, err
		}
	}
	if in != "" {
		textA, textB = in+":"+textA, in+":"+textB
	}
	a, errA := sideOf(ctx, l, textA)
	b, errB := sideOf(ctx, l, textB)
	if errA != nil && errB != nil && errA.Error() == errB.Error() {
		errB = nil // the same experiment, the same mistake
	}
	if err := errors.Join(errA, errB); err != nil {
		return a, b, err
	}
	if slices.EqualFunc(a.arms, b.arms, func(x, y contrast.Arm) bool { return x.Name() == y.Name() }) {
		return a, b, mistake("both sides are the same (%s of experiment %d): nothing to compare", labels(a.arms), a.result.Experiment.Number)
	}
	return a, b, nil
}

// inNewest is the newest experiment's id if neither side names an experiment, but either one of
// the newest's strategies; it is empty if both name experiments.
func inNewest(ctx context.Context, l *lab.Lab, texts ...string) (string, error) {
	var errs []error
	for _, text := range texts {
		experiment, _, _ := strings.Cut(text, ":")
		if _, err := l.Find(ctx, experiment); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return "", nil
	}
	newest, err := l.Load(ctx, "")
	if err != nil {
		return "", err
	}
	known := func(text string) bool {
		_, err := within(newest, text)
		return err == nil
	}
	if len(errs) == len(texts) && slices.ContainsFunc(texts, known) {
		return newest.Experiment.ID, nil
	}
	return "", errors.Join(errs...)
}

// sideOf loads one side. Scores of matchers other than today's are an error.
func sideOf(ctx context.Context, l *lab.Lab, text string) (side, error) {
	experiment, rest, named := strings.Cut(text, ":")
	r, err := l.Load(ctx, experiment)
	if err != nil {
		return side{}, err
	}
	s := side{result: r, arms: lab.Arms(r), named: named}
	if named {
		if s.arms, err = within(r, rest); err != nil {
			return s, err
		}
	}
	for _, sc := range r.Scenarios {
		script, scorer := sc.PlayHash(), probes.Version(sc)
		rewritten, outdated := false, false
		for _, t := range r.Trials {
			if t.Scenario == sc.ID && slices.ContainsFunc(s.arms, func(a contrast.Arm) bool { return a.Strategy == t.Strategy && a.Model == t.Model }) {
				rewritten = rewritten || t.ScenarioHash != script
				outdated = outdated || t.Scorer != scorer
			}
		}
		switch {
		case rewritten:
			s.drop(sc)
		case outdated:
			return s, fmt.Errorf("experiment %d was judged by other matchers than today's: bring it up to date with arena rescore %d", r.Experiment.Number, r.Experiment.Number)
		}
	}
	return s, nil
}

// drop takes a scenario out of the side's arms: what was played isn't what it says today.
func (s *side) drop(sc *arena.Scenario) {
	for i := range s.arms {
		s.arms[i].Scenarios = slices.DeleteFunc(s.arms[i].Scenarios, func(as contrast.Scenario) bool { return as.ID == sc.ID })
	}
	s.dropped = append(s.dropped, fmt.Sprintf("scenario %s: it has been rewritten since experiment %d played it", sc.ID, s.result.Experiment.Number))
}

// within finds the arms of an experiment that STRATEGY or STRATEGY@MODEL names.
func within(r lab.Result, text string) ([]contrast.Arm, error) {
	strategy, model := text, ""
	if i := strings.LastIndex(text, "@"); i >= 0 {
		strategy, model = text[:i], text[i+1:]
	}
	strategy = r.Planned.Named(strategy)
	var errs []error
	for _, name := range []struct {
		what, name, played string
		all                []string
	}{{"strategy", strategy, "it played", r.Planned.Strategies}, {"model", model, "it asked", r.Planned.Models}} {
		if !slices.Contains(name.all, name.name) && (name.what == "strategy" || name.name != "") {
			errs = append(errs, fmt.Errorf("experiment %d has no %s %q (%s%s %s)", r.Experiment.Number, name.what, name.name,
				strictyaml.DidYouMean(name.name, name.all), name.played, strings.Join(name.all, ", ")))
		}
	}
	if len(errs) > 0 {
		return nil, arena.Mistake{Err: errors.Join(errs...)}
	}
	return slices.DeleteFunc(lab.Arms(r), func(a contrast.Arm) bool { return a.Strategy != strategy || model != "" && a.Model != model }), nil
}

// pairArms says which arms are compared. Two named strategies are compared whatever they are
// called, others with the strategy of the same label; models with the same model, or, where each
// side has only one, with each other. Arms without a counterpart are listed.
func pairArms(a, b side) (pairs [][2]contrast.Arm, unpaired []string, err error) {
	oneModel := oneModel(a.arms) && oneModel(b.arms)
	alone := a.named && b.named || len(a.arms) == 1 && len(b.arms) == 1
	fits := func(x, y contrast.Arm) bool {
		return (alone || x.Strategy == y.Strategy) && (oneModel || x.Model == y.Model)
	}
	for _, x := range a.arms {
		i := slices.IndexFunc(b.arms, func(y contrast.Arm) bool { return fits(x, y) })
		if i < 0 {
			unpaired = append(unpaired, x.Label()+": only A has it")
			continue
		}
		pairs = append(pairs, [2]contrast.Arm{x, b.arms[i]})
	}
	for _, y := range b.arms {
		if !slices.ContainsFunc(a.arms, func(x contrast.Arm) bool { return fits(x, y) }) {
			unpaired = append(unpaired, y.Label()+": only B has it")
		}
	}
	if len(pairs) == 0 {
		return nil, nil, mistake("no strategy and model in common: A has %s; B has %s; name one of each: EXPERIMENT:STRATEGY@MODEL", labels(a.arms), labels(b.arms))
	}
	return pairs, unpaired, nil
}

// oneModel reports whether all arms asked one model.
func oneModel(arms []contrast.Arm) bool {
	return len(arms) > 0 && !slices.ContainsFunc(arms, func(a contrast.Arm) bool { return a.Model != arms[0].Model })
}

func labels(arms []contrast.Arm) string {
	var out []string
	for _, a := range arms {
		out = append(out, a.Label())
	}
	return strings.Join(out, ", ")
}
