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
	Racing  lab.Racing
	Repeats int // of every scenario that were raced on
	Runs    int
	Trials  float64 // mean share of their trials that were played
	// Volume is the mean share of the exhaustive front's hypervolume that the front of the points that
	// are left has, and Least the least in any run. Both fronts are measured by all trials.
	Volume, Least float64
	Lost          float64 // mean number of points of the exhaustive front that were dropped
}

// replayed is how often each way is replayed. Halving is quick, and its least share is what arena sweep
// quotes.
var replayed = map[lab.Racing]int{lab.Halving: 50, lab.EValues: 20}

// replays races the points again: by halving with each number of repeats up to the sweep's, since fewer
// leave less to decide by, and by e-values with all. It does nothing unless every point was played on
// everything.
func (f *Frontier) replays() error {
	if f.Dropped > 0 || f.Failed > 0 || f.Hypervolume.Mean <= 0 {
		return nil
	}
	for repeats := range f.swept.Planned.Repeats {
		r, err := f.replay(lab.Halving, repeats+1)
		if err != nil {
			return err
		}
		f.Replays = append(f.Replays, r)
	}
	r, err := f.replay(lab.EValues, f.swept.Planned.Repeats)
	f.Replays = append(f.Replays, r)
	return err
}

// replay races the points on so many repeats of every scenario, of which the first is drawn.
func (f *Frontier) replay(kind lab.Racing, repeats int) (Replay, error) {
	s, points, runs := f.swept, f.points, replayed[kind]
	out := Replay{Racing: kind, Repeats: repeats, Runs: runs, Least: 1}
	r := rand.New(rand.NewPCG(seed, 2))
	for range runs {
		var units []lab.RaceUnit
		first := r.IntN(s.Planned.Repeats)
		for k := range repeats {
			for _, sc := range f.scenarios {
				units = append(units, lab.RaceUnit{Scenario: sc, Repeat: (first + k) % s.Planned.Repeats})
			}
		}
		r.Shuffle(len(units), func(a, b int) { units[a], units[b] = units[b], units[a] })
		left, played, err := s.Replay(kind, points, units)
		if err != nil {
			return out, err
		}
		volume, err := f.volume(points, left)
		if err != nil {
			return out, err
		}
		share := volume / f.Hypervolume.Mean
		out.Trials += float64(played) / float64(len(points)*len(units)) / float64(runs)
		out.Volume += share / float64(runs)
		out.Least = min(out.Least, share)
		for _, i := range f.Front {
			if !slices.Contains(left, points[i]) {
				out.Lost += 1 / float64(runs)
			}
		}
	}
	return out, nil
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
