package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/llm"
)

// Stage is so many points of a plan, played on so many scenarios; a scenario counts once for each repeat.
type Stage struct{ Points, Blocks int }

// An estimate of stages plays so many points at most on one scenario, to see what they share, and so many of
// those on all, to see how scenarios differ.
const (
	togetherPoints = 240
	spreadPoints   = 24
)

// EstimateStages is Estimate for a plan whose points aren't all played on everything, or are too many to play.
// Points of a scenario share requests, the more the more of them there are. So points spread over the plan's are
// played on the scenario of median length, and what so many of them ask together is counted: of the points of a
// stage a part drawn at random, or, where they are more than were played, by the power of their number at which it
// grew from half of those to all. It is carried over to the other scenarios by what a few points ask there and here.
func (l *Lab) EstimateStages(ctx context.Context, p Plan, stages ...Stage) (Estimate, error) {
	all, err := l.Resolve(p)
	if err != nil {
		return Estimate{}, err
	}
	scenarios := slices.Clone(all.Played)
	slices.SortStableFunc(scenarios, func(a, b *arena.Scenario) int { return len(a.Turns) - len(b.Turns) })
	here := []string{scenarios[len(scenarios)/2].ID}
	points := all.Points
	p.Repeats = 1
	p.Points = spread(points, togetherPoints)
	played := len(p.Points)
	together, err := l.rehearseOn(ctx, p, here)
	if err != nil {
		return Estimate{}, err
	}
	p.Points = spread(points, spreadPoints)
	few, err := l.rehearse(ctx, p, nil)
	if err != nil {
		return Estimate{}, err
	}
	fewHere, err := l.rehearseOn(ctx, p, here)
	if err != nil {
		return Estimate{}, err
	}
	everywhere, oneOf := few.alone(), fewHere.alone()
	order := rand.New(rand.NewPCG(1, 0)).Perm(played)
	among := func(n int) Estimate {
		return together.estimate(1, func(point int) bool { return slices.Contains(order[:n], point) }, together.shared)
	}
	whole, half := among(played), among(max(1, played/2))
	out := Estimate{Scenarios: len(all.Played), Limits: whole.Limits, ByModel: slices.Clone(whole.ByModel)}
	for i := range out.ByModel {
		m := &out.ByModel[i]
		m.Calls, m.Input, m.Output, m.USD = 0, 0, 0, 0
	}
	for _, stage := range stages {
		out.Trials += stage.Points * stage.Blocks
		now := whole
		if stage.Points < played {
			now = among(stage.Points)
		}
		for i := range out.ByModel {
			m := &out.ByModel[i]
			of := func(field func(ModelEstimate) float64) float64 {
				x := field(now.of(m.Model))
				if stage.Points > played && x > 0 && field(half.of(m.Model)) > 0 {
					grows := math.Log(x/field(half.of(m.Model))) / math.Log(float64(played)/float64(max(1, played/2)))
					x *= math.Pow(float64(stage.Points)/float64(played), grows)
				}
				if on := field(oneOf.of(m.Model)); on > 0 {
					x *= field(everywhere.of(m.Model)) / on / float64(len(all.Played))
				}
				return x * float64(stage.Blocks)
			}
			m.Calls += int(of(func(m ModelEstimate) float64 { return float64(m.Calls) }))
			m.Input += int(of(func(m ModelEstimate) float64 { return float64(m.Input) }))
			m.Output += int(of(func(m ModelEstimate) float64 { return float64(m.Output) }))
			m.USD += of(func(m ModelEstimate) float64 { return m.USD })
		}
	}
	return out, nil
}

// rehearseOn rehearses a plan on some of its scenarios.
func (l *Lab) rehearseOn(ctx context.Context, p Plan, ids []string) (rehearsal, error) {
	p.Scenarios, p.HeldOut = ids, nil
	return l.rehearse(ctx, p, nil)
}

// alone is what the contestants would ask if nothing were shared.
func (r rehearsal) alone() Estimate {
	return r.estimate(r.resolved.Repeats, func(int) bool { return true }, func(llm.Model) bool { return false })
}

// of is what a model is asked; nothing where it isn't named.
func (e Estimate) of(model string) ModelEstimate {
	for _, m := range e.ByModel {
		if m.Model == model {
			return m
		}
	}
	return ModelEstimate{}
}

// spread are n of the points at most, evenly.
func spread(points []Point, n int) []Point {
	if len(points) <= n {
		return points
	}
	var out []Point
	for i := range n {
		out = append(out, points[i*len(points)/n])
	}
	return out
}
