package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies"
)

// side is what one side of a comparison names: an experiment, or some of its arms.
type side struct {
	result  Result
	arms    []Arm
	named   bool     // a strategy was named
	dropped []string // scenarios whose trials can't be compared with anything, and why
}

// sides looks both sides up. A side is EXPERIMENT, EXPERIMENT:STRATEGY or
// EXPERIMENT:STRATEGY@MODEL; within the experiment in, it is STRATEGY or STRATEGY@MODEL. Two
// names that are no experiments but strategies of the newest one are looked up there.
func (l *Lab) sides(ctx context.Context, textA, textB, in string) (a, b side, err error) {
	var errs []error
	for _, text := range []string{textA, textB} {
		experiment, strategy, narrowed := strings.Cut(text, ":")
		if in == "" && experiment == "" || narrowed && strategy == "" || strings.HasSuffix(text, "@") {
			errs = append(errs, fmt.Errorf("%q names nothing to compare: want EXPERIMENT, EXPERIMENT:STRATEGY or EXPERIMENT:STRATEGY@MODEL", text))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return a, b, arena.Mistake{Err: err}
	}
	if in == "" {
		_, errA := l.Find(ctx, experimentOf(textA))
		_, errB := l.Find(ctx, experimentOf(textB))
		if in, err = l.inNewest(ctx, textA, textB, errA, errB); err != nil {
			return a, b, err
		}
	}
	if in != "" {
		textA, textB = in+":"+textA, in+":"+textB
	}
	a, errA := l.side(ctx, textA)
	b, errB := l.side(ctx, textB)
	if errA != nil && errB != nil && errA.Error() == errB.Error() {
		errB = nil // the same experiment, the same mistake
	}
	if err := errors.Join(errA, errB); err != nil {
		return a, b, err
	}
	if len(a.arms) == len(b.arms) && slices.EqualFunc(a.arms, b.arms, func(x, y Arm) bool { return x.Name() == y.Name() }) {
		return a, b, arena.Mistake{Err: fmt.Errorf("both sides are the same (%s of experiment %d): nothing to compare", strings.Join(labels(a.arms), ", "), a.result.Experiment.Number)}
	}
	return a, b, nil
}

// experimentOf is the part of a side that names its experiment.
func experimentOf(text string) string {
	experiment, _, _ := strings.Cut(text, ":")
	return experiment
}

// inNewest is the newest experiment's id if neither side names an experiment, but either one of
// the newest's strategies; it is empty if both name experiments.
func (l *Lab) inNewest(ctx context.Context, textA, textB string, errA, errB error) (string, error) {
	if errA == nil && errB == nil {
		return "", nil
	}
	newest, err := l.Load(ctx, "")
	if err != nil {
		return "", err
	}
	_, notA := within(newest, textA)
	_, notB := within(newest, textB)
	if errA != nil && errB != nil && (notA == nil || notB == nil) {
		return newest.Experiment.ID, nil
	}
	all, err := l.DB.Experiments(ctx)
	if err != nil {
		return "", err
	}
	names := slices.Clone(newest.Planned.Strategies)
	for _, e := range all {
		if e.Name != "" {
			names = append(names, e.Name)
		}
	}
	for _, e := range []struct {
		err  *error
		text string
	}{{&errA, textA}, {&errB, textB}} {
		if near := strictyaml.Nearest(experimentOf(e.text), names); *e.err != nil && near != "" {
			*e.err = fmt.Errorf("did you mean %s for %q? %w", near, e.text, *e.err)
		}
	}
	return "", errors.Join(errA, errB)
}

// side loads one side. Scores of matchers other than today's are an error.
func (l *Lab) side(ctx context.Context, text string) (side, error) {
	experiment, rest, named := strings.Cut(text, ":")
	r, err := l.Load(ctx, experiment)
	if err != nil {
		return side{}, err
	}
	s := side{result: r, arms: Arms(r), named: named}
	if named {
		if s.arms, err = within(r, rest); err != nil {
			return s, err
		}
	}
	scorers, err := l.DB.Scorers(ctx, r.Experiment.ID)
	if err != nil {
		return s, err
	}
	for _, sc := range r.Scenarios {
		played := func(t Trial) bool {
			return t.Scenario == sc.ID && slices.ContainsFunc(s.arms, func(a Arm) bool { return a.Strategy == t.Strategy && a.Model == t.Model })
		}
		script := sc.PlayHash()
		rewritten := slices.ContainsFunc(r.Trials, func(t Trial) bool { return played(t) && t.ScenarioHash != script })
		if rewritten {
			s.drop(sc)
			continue
		}
		for _, a := range s.arms {
			i := slices.IndexFunc(a.Scenarios, func(as ArmScenario) bool { return as.ID == sc.ID })
			for _, t := range r.Trials {
				if played(t) && scorers[t.Key] != a.Scenarios[i].Scorer {
					return s, fmt.Errorf("experiment %d was judged by other matchers than today's: bring it up to date with arena rescore %d", r.Experiment.Number, r.Experiment.Number)
				}
			}
		}
	}
	return s, nil
}

// drop takes a scenario out of the side's arms: what was played isn't what it says today.
func (s *side) drop(sc *arena.Scenario) {
	for i := range s.arms {
		s.arms[i].Scenarios = slices.DeleteFunc(s.arms[i].Scenarios, func(as ArmScenario) bool { return as.ID == sc.ID })
	}
	s.dropped = append(s.dropped, fmt.Sprintf("scenario %s: it has been rewritten since experiment %d played it", sc.ID, s.result.Experiment.Number))
}

// within finds the arms of an experiment that STRATEGY or STRATEGY@MODEL names.
func within(r Result, text string) ([]Arm, error) {
	strategy, model := text, ""
	if i := strings.LastIndex(text, "@"); i >= 0 {
		strategy, model = text[:i], text[i+1:]
	}
	if s, err := strategies.Parse(strategy); err == nil {
		strategy = strategies.Label(s)
	}
	var errs []error
	if !slices.Contains(r.Planned.Strategies, strategy) {
		errs = append(errs, fmt.Errorf("experiment %d has no strategy %q (%sit played %s)", r.Experiment.Number, strategy, meant(strategy, r.Planned.Strategies), strings.Join(r.Planned.Strategies, ", ")))
	}
	if model != "" && !slices.Contains(r.Planned.Models, model) {
		errs = append(errs, fmt.Errorf("experiment %d has no model %q (%sit asked %s)", r.Experiment.Number, model, meant(model, r.Planned.Models), strings.Join(r.Planned.Models, ", ")))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, arena.Mistake{Err: err}
	}
	return slices.DeleteFunc(Arms(r), func(a Arm) bool { return a.Strategy != strategy || model != "" && a.Model != model }), nil
}

// pairArms says which arms are compared. Two named strategies are compared whatever they are
// called, others with the strategy of the same label; models with the same model, or, where each
// side has only one, with each other. Arms without a counterpart are listed.
func pairArms(a, b side) (pairs [][2]Arm, unpaired []string, err error) {
	oneModel := len(models(a.arms)) == 1 && len(models(b.arms)) == 1
	alone := a.named && b.named || len(a.arms) == 1 && len(b.arms) == 1
	fits := func(x, y Arm) bool {
		return (alone || x.Strategy == y.Strategy) && (oneModel || x.Model == y.Model)
	}
	for _, x := range a.arms {
		i := slices.IndexFunc(b.arms, func(y Arm) bool { return fits(x, y) })
		if i < 0 {
			unpaired = append(unpaired, fmt.Sprintf("%s: only A has it", label(x)))
			continue
		}
		pairs = append(pairs, [2]Arm{x, b.arms[i]})
	}
	for _, y := range b.arms {
		if !slices.ContainsFunc(a.arms, func(x Arm) bool { return fits(x, y) }) {
			unpaired = append(unpaired, fmt.Sprintf("%s: only B has it", label(y)))
		}
	}
	if len(pairs) == 0 {
		return nil, nil, arena.Mistake{Err: fmt.Errorf("no strategy and model in common: A has %s; B has %s; name one of each: EXPERIMENT:STRATEGY@MODEL",
			strings.Join(labels(a.arms), ", "), strings.Join(labels(b.arms), ", "))}
	}
	return pairs, unpaired, nil
}

func models(arms []Arm) []string {
	var out []string
	for _, a := range arms {
		if !slices.Contains(out, a.Model) {
			out = append(out, a.Model)
		}
	}
	return out
}

func labels(arms []Arm) []string {
	var out []string
	for _, a := range arms {
		out = append(out, label(a))
	}
	return out
}

// fields are the fields of a plan by their names in JSON: a text, or the texts of a list. Those
// at their zero are missing.
func fields(p Planned) map[string][]string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("lab: encoding a plan: %v", err)) // plain data
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		panic(fmt.Sprintf("lab: decoding a plan: %v", err))
	}
	out := map[string][]string{}
	for name, raw := range all {
		var list []string
		var one string
		switch {
		case json.Unmarshal(raw, &list) == nil:
			out[name] = list
		case json.Unmarshal(raw, &one) == nil:
			out[name] = []string{one}
		default:
			out[name] = []string{string(raw)}
		}
	}
	return out
}

// without are the items of a that b lacks, as a text.
func without(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) }), ", ")
}
