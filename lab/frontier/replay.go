package frontier

import (
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/pareto"
)

// Replay is what a way to play less would have found, on a sweep that played everything. The units
// come in an order of their own each time.
type Replay struct {
	Racing lab.Racing
	Runs   int
	Trials float64 // mean share of all trials that were played
	// Volume is the mean share of the exhaustive front's hypervolume that the front of the points that
	// are left has, and Least the least in any run. Both fronts are measured by all trials.
	Volume, Least float64
	Lost          float64 // mean number of points of the exhaustive front that were dropped
}

// replayed is how often each way is replayed.
const replayed = 20

// replays races the points again. It does nothing unless every point was played on everything.
func (f *Frontier) replays() error {
	if f.Dropped > 0 || f.Failed > 0 || f.Hypervolume.Mean <= 0 {
		return nil
	}
	s, points := f.swept, f.points
	var units []lab.RaceUnit
	for repeat := range s.Planned.Repeats {
		for _, sc := range f.scenarios {
			units = append(units, lab.RaceUnit{Scenario: sc, Repeat: repeat})
		}
	}
	var front []int
	for _, i := range f.Front {
		front = append(front, points[i])
	}
	for _, kind := range []lab.Racing{lab.Halving, lab.EValues} {
		out := Replay{Racing: kind, Runs: replayed, Least: 1}
		r := rand.New(rand.NewPCG(seed, 2))
		for range replayed {
			order := slices.Clone(units)
			r.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
			left, played, err := s.Replay(kind, points, order)
			if err != nil {
				return err
			}
			volume, err := f.volume(points, left)
			if err != nil {
				return err
			}
			share := volume / f.Hypervolume.Mean
			out.Trials += float64(played) / float64(len(points)*len(units)) / replayed
			out.Volume += share / replayed
			out.Least = min(out.Least, share)
			for _, p := range front {
				if !slices.Contains(left, p) {
					out.Lost += 1. / replayed
				}
			}
		}
		f.Replays = append(f.Replays, out)
	}
	return nil
}

// volume is the hypervolume of those of the sweep's points that are left.
func (f *Frontier) volume(points, left []int) (float64, error) {
	var values [][]float64
	for i, p := range points {
		if slices.Contains(left, p) {
			values = append(values, []float64{f.Points[i].Cost, f.Points[i].Retention.Mean})
		}
	}
	return f.area(values, f.Reference[0])
}

// area is the hypervolume of costs and retentions up to a cost and nothing kept, costs by their
// logarithm.
func (f *Frontier) area(values [][]float64, dearest float64) (float64, error) {
	logged := make([][]float64, len(values))
	for i, v := range values {
		logged[i] = []float64{math.Log10(v[0]), v[1]}
	}
	return pareto.Hypervolume(logged, []pareto.Objective{decades(f.Unit).Objective, f.Objectives[1]}, []float64{math.Log10(dearest), 0})
}
