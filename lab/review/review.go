// Package review sets a judge's verdicts on the answers of an experiment beside the matchers', and gives people
// the replies that the two disagree on.
//
//  1. Load reads an experiment with the replies to its probes (review.go).
//  2. Report says what strategies keep by matchers and by the judge, and how often both agree (report.go).
//  3. Disagreements are the replies for a person, and Labels the file of what people said (labels.go).
package review

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Answers are the replies to the probes of an experiment that the matchers gave a verdict on, or that are for a judge alone:
// those of completed trials, neither cut nor refused. Further samples of a reply are not among them.
type Answers struct {
	Result lab.Result
	all    []answer
}

// answer is one reply, with the verdict of the matchers.
type answer struct {
	trial, probe int // among the trials of the result, and the probes of its scenario
	scenario     *arena.Scenario
	judge.Case
	subject store.Subject
	matcher probes.Verdict
}

// Load reads the answers of an experiment, named as for Lab.Load. It is an arena.Mistake if its verdicts are of
// other matchers than today's, or a scenario has been rewritten since: the two opinions would be about different
// questions.
func Load(ctx context.Context, l *lab.Lab, which string) (*Answers, error) {
	r, err := l.Load(ctx, which)
	if err != nil {
		return nil, err
	}
	if r.Stale > 0 {
		return nil, arena.Mistake{Err: fmt.Errorf("%d trials of experiment %d were scored by other matchers than this program's: arena rescore %d brings them up to date", r.Stale, r.Experiment.Number, r.Experiment.Number)}
	}
	replies, err := l.DB.Answers(ctx, r.Experiment.ID)
	if err != nil {
		return nil, err
	}
	byID := map[string]*arena.Scenario{}
	for _, s := range r.Scenarios {
		byID[s.ID] = s
	}
	out := &Answers{Result: r}
	for i, t := range r.Trials {
		s := byID[t.Scenario]
		if s == nil || t.Outcome != arena.Completed {
			continue
		}
		if err := lab.SameScript(s, t.ScenarioHash); err != nil {
			return nil, arena.Mistake{Err: err}
		}
		for k, p := range s.Probes {
			said := replies[t.Key]
			if k >= len(t.Score.Findings) || k >= len(said) {
				continue
			}
			v := t.Score.Findings[k].At(arena.LevelAnswer)
			forJudge := p.Only == arena.OnlyJudge && !(arena.Reply{Stop: said[k].Stop}).Void()
			if !v.Result.Counts() && !forJudge {
				continue
			}
			c := judge.CaseOf(s, p, said[k].Text)
			out.all = append(out.all, answer{i, k, s, c, c.Subject(), v})
		}
	}
	return out, nil
}

// Cases are the answers as a judge is asked about them.
func (a *Answers) Cases() []judge.Case {
	out := make([]judge.Case, len(a.all))
	for i, one := range a.all {
		out[i] = one.Case
	}
	return out
}

// JudgeOf is the judge whose verdicts a review is of: the named one, or the only one that has judged answers of
// the experiment. It is an arena.Mistake if there is none or there are several.
func (a *Answers) JudgeOf(ctx context.Context, l *lab.Lab, name string) (store.Judge, judge.Verdicts, error) {
	known, err := judge.Known(ctx, l.DB)
	if err != nil {
		return store.Judge{}, nil, err
	}
	if name != "" {
		by, err := judge.Of(l.Models, name)
		if err != nil {
			return by, nil, err
		}
		known = slices.DeleteFunc(known, func(j store.Judge) bool { return j != by })
	}
	var found []store.Judge
	var said []judge.Verdicts
	for _, by := range known {
		v, err := judge.Stored(ctx, l.DB, by)
		if err != nil {
			return by, nil, err
		}
		if slices.ContainsFunc(a.all, func(one answer) bool { return v[one.subject] != "" }) {
			found, said = append(found, by), append(said, v)
		}
	}
	number := a.Result.Experiment.Number
	switch {
	case len(found) == 0 && name != "":
		return store.Judge{}, nil, arena.Mistake{Err: fmt.Errorf("%s has judged no answer of experiment %d: arena judge %d --judge %s", name, number, number, name)}
	case len(found) == 0:
		return store.Judge{}, nil, arena.Mistake{Err: fmt.Errorf("no judge has judged an answer of experiment %d: arena judge %d --judge MODEL", number, number)}
	case len(found) > 1:
		return store.Judge{}, nil, arena.Mistake{Err: fmt.Errorf("several judges have judged experiment %d: name one with --judge, such as %s", number, found[0].Model)}
	}
	return found[0], said[0], nil
}

// Disagreement is a reply that a judge and the matchers differ on, or that the judge is unsure of.
type Disagreement struct {
	judge.Case
	Scenario string
	Probe    string
	Matcher  probes.Verdict
	Judge    probes.Result
	Times    int // how often the same reply to the same probe stands in the experiment

	trial lab.Trial // the first it stands in
}

// Disagreements are the replies for a person, in the order of the trials, equal ones once.
func (a *Answers) Disagreements(said judge.Verdicts) []Disagreement {
	var out []Disagreement
	at := map[store.Subject]int{}
	for _, one := range a.all {
		v := said[one.subject]
		if v == "" || v == one.matcher.Result || one.matcher.Result == probes.Void && v != judge.Unsure {
			continue
		}
		if i, ok := at[one.subject]; ok {
			out[i].Times++
			continue
		}
		at[one.subject] = len(out)
		out = append(out, Disagreement{
			Case: one.Case, Scenario: one.scenario.ID, Probe: one.scenario.Probes[one.probe].ID,
			Matcher: one.matcher, Judge: v, Times: 1, trial: a.Result.Trials[one.trial],
		})
	}
	return out
}

// label is a person's label on a disagreement, as it stands in a file.
func (a *Answers) label(d Disagreement, by store.Judge, label probes.Result) certify.Reply {
	id := a.Result.Experiment.ID
	return certify.Reply{
		Scenario: d.Scenario, Probe: d.Probe, Label: label, Kind: certify.Natural,
		Way:   fmt.Sprintf("matchers say %s, %s says %s", d.Matcher.Result, by.Model, d.Judge),
		From:  fmt.Sprintf("experiment %s, trial %s: %s with %s", id[:min(12, len(id))], d.trial.Key.Short(), d.trial.Strategy, d.trial.Model),
		Reply: d.Reply,
	}
}
