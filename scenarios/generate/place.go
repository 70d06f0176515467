package generate

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// event is one thing that happens to a fact: it is stated, then corrected or deleted.
type event struct{ fact, step int }

// The steps of a fact.
const (
	states = iota
	changes
)

// order decides what happens at which of the turns that state something: groups of one to room
// events, as equal in size as can be. Each step of a fact comes at a later turn than the one
// before; last is the last step of each fact, and early lists those facts that have more than one,
// which come first where the turns are too few for chance.
func order(last, early []int, turns int, r *rand.Rand) [][]event {
	total := len(last)
	for _, step := range last {
		total += step
	}
	groups := min(turns, total)
	sizes := make([]int, groups)
	for i := range sizes {
		sizes[i] = total / groups
		if i < total%groups {
			sizes[i]++
		}
	}
	const tries = 20
	for range tries {
		if out, ok := shuffled(last, sizes, r); ok {
			return out
		}
	}
	return packed(last, early, sizes)
}

// shuffled fills turn after turn with events drawn among those that may happen. It fails if a
// turn is left with none.
func shuffled(last, sizes []int, r *rand.Rand) ([][]event, bool) {
	open := make([]event, len(last))
	for f := range open {
		open[f].fact = f
	}
	out := make([][]event, len(sizes))
	for i, n := range sizes {
		var later []event
		for range n {
			if len(open) == 0 {
				return nil, false
			}
			at := r.IntN(len(open))
			e := open[at]
			open[at] = open[len(open)-1]
			open = open[:len(open)-1]
			out[i] = append(out[i], e)
			if e.step < last[e.fact] {
				later = append(later, event{e.fact, e.step + 1})
			}
		}
		open = append(open, later...)
	}
	return out, true
}

// packed fills turn after turn with the events that most others wait for (Hu 1961). It leaves no
// turn with too few wherever there are turns enough for the steps of one fact.
func packed(last, early, sizes []int) [][]event {
	var open []event
	for _, f := range early {
		open = append(open, event{fact: f})
	}
	for f, step := range last {
		if step == states {
			open = append(open, event{fact: f})
		}
	}
	out := make([][]event, len(sizes))
	for i, n := range sizes {
		slices.SortStableFunc(open, func(a, b event) int {
			return cmp.Or(cmp.Compare(last[b.fact]-b.step, last[a.fact]-a.step), cmp.Compare(a.step, b.step))
		})
		out[i] = slices.Clone(open[:n])
		open = open[n:]
		for _, e := range out[i] {
			if e.step < last[e.fact] {
				open = append(open, event{e.fact, e.step + 1})
			}
		}
	}
	return out
}

// burst is how many turns of a burst follow each other.
const burst = 5

// positions chooses k of n turns, ascending from 0, in which something is stated.
func positions(p Placement, k, n int, r *rand.Rand) []int {
	third := min(n, max(k, (n+2)/3))
	switch p {
	case early:
		return sample(k, third, r)
	case late:
		out := sample(k, third, r)
		for i := range out {
			out[i] += n - third
		}
		return out
	case bursts:
		return runs(k, n, r)
	}
	return sample(k, n, r)
}

// sample draws k of n numbers, each with the same chance.
func sample(k, n int, r *rand.Rand) []int {
	out := make([]int, 0, k)
	for i := 0; len(out) < k; i++ {
		if r.IntN(n-i) < k-len(out) {
			out = append(out, i)
		}
	}
	return out
}

// runs puts k numbers below n in runs of burst, with gaps of random length before each.
func runs(k, n int, r *rand.Rand) []int {
	starts := (k + burst - 1) / burst
	gaps := make([]int, starts)
	for i := range gaps {
		gaps[i] = r.IntN(n - k + 1)
	}
	slices.Sort(gaps)
	out := make([]int, k)
	for i := range out {
		out[i] = gaps[i/burst] + i
	}
	return out
}
