package frontier

import (
	"context"
	"math"
	"math/rand/v2"

	"contextarena.internal/lab"
)

// Estimate estimates a sweep by what some of its points ask. By halving half of those that are left is taken to go each time,
// but for rivals and those on the front, which are taken to be twice the root of their number: none of them ever goes.
func (s Sweep) Estimate(ctx context.Context, l *lab.Lab) (lab.Workload, error) {
	r, swept, err := s.resolve(l)
	if err != nil {
		return lab.Workload{}, err
	}
	blocks := len(r.Played) * r.Repeats
	stages := []lab.Stage{{Points: len(swept.Points), Blocks: blocks}}
	if !s.Exhaustive {
		stages = nil
		left, from := len(swept.Points), 0
		stay := int(math.Ceil(2 * math.Sqrt(float64(left))))
		for _, p := range swept.Points {
			if rival(p.Label) || told(p.Strategy) {
				stay++
			}
		}
		for _, rung := range newHalving(blocks, nil).rungs {
			stages = append(stages, lab.Stage{Points: left, Blocks: rung - from})
			left, from = max(left-left/2, min(left, stay)), rung
		}
		stages = append(stages, lab.Stage{Points: left, Blocks: blocks - from})
	}
	return l.EstimateStages(ctx, r.Plan, stages...)
}

// units lists the units that points race on, in an order drawn at random, as a race takes those it has seen
// for a sample of all.
func (s Sweep) units(r lab.Resolved) []Unit {
	var units []Unit
	for repeat := range r.Repeats {
		for _, sc := range r.Played {
			units = append(units, Unit{sc.ID, repeat + 1})
		}
	}
	order := rand.New(rand.NewPCG(uint64(r.Seed), 0))
	order.Shuffle(len(units), func(a, b int) { units[a], units[b] = units[b], units[a] })
	return units
}
