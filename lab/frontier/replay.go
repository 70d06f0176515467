package frontier

import (
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/pareto"
)

// Replay is what a way to play less would have found, on a sweep that played everything, on the mean
// over orders of the units drawn anew each time.
type Replay struct {
	Racing  Racing  `json:"racing"`
	Repeats int     `json:"repeats"` // of every scenario that were raced on
	Runs    int     `json:"runs"`
	Trials  float64 `json:"trials"` // share of their trials that were played
	// Volume is the share of the exhaustive front's hypervolume that the front of the points that are
	// left has. Both fronts are measured by all trials.
	Volume float64 `json:"volume"`
	Least  float64 `json:"least_volume"`  // in any run
	Lost   float64 `json:"lost_of_front"` // points of the exhaustive front that were dropped
}

// replayed is how often each way is replayed. Halving is quick, and its least share is what arena sweep
// quotes.
var replayed = map[Racing]int{Halving: 50, EValues: 20}

// replays races the points again: by halving with each number of repeats up to the sweep's, since fewer
// leave less to decide by, and by e-values with all. It does nothing unless every point was played on
// everything.
func (f *Frontier) replays() error {
	if f.Played.Dropped > 0 || f.Played.Failed > 0 || f.Hypervolume.mean <= 0 {
		return nil
	}
	for repeats := range f.Played.Repeats {
		r, err := f.replay(Halving, repeats+1)
		if err != nil {
			return err
		}
		f.Explained.Replays = append(f.Explained.Replays, r)
	}
	r, err := f.replay(EValues, f.Played.Repeats)
	f.Explained.Replays = append(f.Explained.Replays, r)
	return err
}

// replay races the points on so many repeats of every scenario, of which the first is drawn.
func (f *Frontier) replay(kind Racing, repeats int) (Replay, error) {
	runs := replayed[kind]
	out := Replay{Racing: kind, Repeats: repeats, Runs: runs, Least: 1}
	r := rand.New(rand.NewPCG(seed, 2))
	for range runs {
		var units []raceUnit
		first := r.IntN(f.Played.Repeats)
		for k := range repeats {
			for _, sc := range f.scenarios {
				units = append(units, raceUnit{Scenario: sc, Repeat: (first + k) % f.Played.Repeats})
			}
		}
		r.Shuffle(len(units), func(a, b int) { units[a], units[b] = units[b], units[a] })
		left, played, err := f.swept.race(kind, f.points, units)
		if err != nil {
			return out, err
		}
		volume, err := f.volume(left)
		if err != nil {
			return out, err
		}
		share := volume / f.Hypervolume.mean
		out.Trials += float64(played) / float64(len(f.points)*len(units)) / float64(runs)
		out.Volume += share / float64(runs)
		out.Least = min(out.Least, share)
		for _, i := range f.Front {
			if !slices.Contains(left, f.points[i]) {
				out.Lost += 1 / float64(runs)
			}
		}
	}
	return out, nil
}

// volume is the hypervolume of those of the sweep's points that are left.
func (f *Frontier) volume(left []int) (float64, error) {
	var values [][]float64
	for i, p := range f.points {
		if slices.Contains(left, p) {
			values = append(values, []float64{f.Points[i].Cost, f.Points[i].kept()})
		}
	}
	return f.area(values, f.Hypervolume.ReferenceCost)
}

// area is the hypervolume of costs and retentions up to a cost and nothing kept, costs by their
// logarithm.
func (f *Frontier) area(values [][]float64, dearest float64) (float64, error) {
	logged := make([][]float64, len(values))
	for i, v := range values {
		logged[i] = []float64{math.Log10(v[0]), v[1]}
	}
	return pareto.Hypervolume(logged, []pareto.Objective{decades(f.Unit).Objective, retention.Objective}, []float64{math.Log10(dearest), 0})
}
