package calibrate

import "slices"

// steps of the search, coarse to fine.
var steps = []float64{1, 0.5, 0.25}

// mostPasses bounds the passes over all coordinates at one step.
const mostPasses = 4

// compass looks for the point of n coordinates with the largest score, from zero: it tries each
// coordinate a step down and up, keeps what is better, and takes the next smaller step where nothing
// is (compass search; Kolda, Lewis and Torczon 2003). A tie stays where it is, so that what has no
// effect doesn't move.
func compass(n int, score func(at []float64) (float64, error)) (at []float64, best float64, err error) {
	at = make([]float64, n)
	if best, err = score(at); err != nil {
		return nil, 0, err
	}
	for _, step := range steps {
		for range mostPasses {
			moved := false
			for i := range at {
				for _, by := range []float64{-step, step} {
					next := moveBy(at, i, by)
					s, err := score(next)
					if err != nil {
						return nil, 0, err
					}
					if s > best {
						at, best, moved = next, s, true
						break
					}
				}
			}
			if !moved {
				break
			}
		}
	}
	return at, best, nil
}

// moveBy is a point with one coordinate changed.
func moveBy(at []float64, i int, by float64) []float64 {
	next := slices.Clone(at)
	next[i] += by
	return next
}
