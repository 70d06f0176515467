// Package ladder sets experiments side by side that ask for the same facts in conversations of
// different lengths: what strategies keep, cost and take as conversations grow.
//
//  1. load reads the experiments and refuses those that differ in more than length (match.go).
//  2. The Ladder is the result: a line for each strategy and model, a Rung for each length. Its
//     figures are those that lab/tally counts for all studies of one result. It is also what JSON
//     writes, by schema.json.
//  3. Document says it: a table, records, and a chart (report.go, chart.go). How that is written is
//     known to package reports alone.
//
// Every study is built like this; docs/design/0007-the-house.md says what goes where.
package ladder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

// Ladder is what strategies keep, cost and take as the same facts stand in ever longer conversations.
type Ladder struct {
	Simulated bool     `json:"simulated"`
	Suites    []string `json:"suites"` // of the experiments, each once
	Lines     []Line   `json:"lines"`
}

// Line is one strategy with one model on every rung that has it, shortest first.
type Line struct {
	Strategy string `json:"strategy"`
	Model    string `json:"model"`
	Rungs    []Rung `json:"rungs"`
}

// Rung is one length. Figures are of completed trials.
type Rung struct {
	Experiment    string         `json:"experiment"` // its id
	Stretch       int            `json:"stretch"`    // tokens that were asked for; 0: the scenarios as they stand
	Answer        reports.Figure `json:"answer"`
	Cost          tally.Cost     `json:"cost"`
	AnswerSeconds float64        `json:"answer_seconds,omitempty"` // how long an answer took; 0 where no reply has a time
}

// tokens is the length of a rung: of the whole conversation.
func (r Rung) tokens() float64 { return r.Cost.TranscriptTokens }

// usd is what a trial costs: upkeep of the memory, dialogue and final task.
func (r Rung) usd() float64 { return r.Cost.WriteUSD + r.Cost.ReadUSD }

// played is one experiment of a ladder.
type played struct {
	lab.Result
	// latency is how long the replies to a trial's probes took on average; trials whose replies have
	// no time, such as the simulated model's, are missing.
	latency map[arena.TrialKey]time.Duration
}

// load reads several experiments and sets them side by side. It is an arena.Mistake to name fewer than
// two or one twice, and to name experiments that aren't complete, have no strategy in common, differ
// in more than length or ask for different probes: a difference in length would then mean nothing.
func load(ctx context.Context, l *lab.Lab, which []string) (Ladder, error) {
	if len(which) < 2 {
		return Ladder{}, arena.Mistake{Err: errors.New("a ladder has two experiments or more: name them all (see arena experiments)")}
	}
	var all []played
	for _, name := range which {
		r, err := l.Load(ctx, name)
		if err != nil {
			return Ladder{}, err
		}
		if slices.ContainsFunc(all, func(o played) bool { return o.Experiment.ID == r.Experiment.ID }) {
			return Ladder{}, arena.Mistake{Err: fmt.Errorf("experiment %d is named twice", r.Experiment.Number)}
		}
		latency, err := l.DB.AnswerLatency(ctx, r.Experiment.ID)
		if err != nil {
			return Ladder{}, err
		}
		all = append(all, played{r, latency})
	}
	if err := match(all); err != nil {
		return Ladder{}, arena.Mistake{Err: err}
	}
	return newLadder(all), nil
}

// newLadder sorts experiments by length. A strategy that completed no trial of one is missing there.
func newLadder(all []played) Ladder {
	out := Ladder{Suites: []string{}, Lines: []Line{}}
	for _, r := range all {
		out.Simulated = out.Simulated || r.Experiment.Simulated
		if !slices.Contains(out.Suites, r.Planned.Suite) {
			out.Suites = append(out.Suites, r.Planned.Suite)
		}
		for _, t := range tally.All(r.Result) {
			if t.Outcomes().Completed == 0 {
				continue
			}
			i := slices.IndexFunc(out.Lines, func(l Line) bool { return l.Strategy == t.Strategy && l.Model == t.Model })
			if i < 0 {
				i = len(out.Lines)
				out.Lines = append(out.Lines, Line{Strategy: t.Strategy, Model: t.Model})
			}
			out.Lines[i].Rungs = append(out.Lines[i].Rungs, Rung{
				Experiment: r.Experiment.ID, Stretch: r.Planned.Stretch, Cost: t.Cost(),
				Answer: t.Kept(arena.LevelAnswer), AnswerSeconds: r.seconds(t),
			})
		}
	}
	for _, line := range out.Lines {
		slices.SortStableFunc(line.Rungs, func(a, b Rung) int { return cmp.Compare(a.tokens(), b.tokens()) })
	}
	return out
}

// seconds is the mean latency of the completed trials that have one.
func (p played) seconds(t tally.Tally) float64 {
	var sum time.Duration
	n := 0
	for _, trials := range t.Trials {
		for _, trial := range trials {
			if took, ok := p.latency[trial.Key]; ok && trial.Outcome == arena.Completed {
				sum, n = sum+took, n+1
			}
		}
	}
	if n == 0 {
		return 0
	}
	return (sum / time.Duration(n)).Seconds()
}

// timed reports whether any rung has a latency.
func (l Ladder) timed() bool {
	return slices.ContainsFunc(l.Lines, func(line Line) bool {
		return slices.ContainsFunc(line.Rungs, func(r Rung) bool { return r.AnswerSeconds > 0 })
	})
}

// name is a line's strategy, with its model where there are several.
func (l Ladder) name(line Line) string {
	if slices.ContainsFunc(l.Lines, func(o Line) bool { return o.Model != line.Model }) {
		return line.Strategy + " " + line.Model
	}
	return line.Strategy
}
