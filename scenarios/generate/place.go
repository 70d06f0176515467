package generate

import (
	"math/rand/v2"
	"slices"
)

// event is one thing that happens: a fact is stated, or corrected.
type event struct {
	fact     int
	corrects bool
}

// order decides what happens at which of the turns that state something: groups of one to room
// events, as equal in size as can be. A correction comes at a later turn than its fact.
func order(facts int, corrected []int, turns int, r *rand.Rand) [][]event {
	total := facts + len(corrected)
	groups := min(turns, total)
	sizes := make([]int, groups)
	for i := range sizes {
		sizes[i] = total / groups
		if i < total%groups {
			sizes[i]++
		}
	}
	fixable := make(map[int]bool, len(corrected))
	for _, f := range corrected {
		fixable[f] = true
	}
	const tries = 20
	for range tries {
		if out, ok := shuffled(facts, fixable, sizes, r); ok {
			return out
		}
	}
	// What is corrected first, then the rest, then the corrections: this always works.
	var all []event
	for _, f := range corrected {
		all = append(all, event{fact: f})
	}
	for f := range facts {
		if !fixable[f] {
			all = append(all, event{fact: f})
		}
	}
	for _, f := range corrected {
		all = append(all, event{f, true})
	}
	out := make([][]event, groups)
	for i, n := range sizes {
		out[i], all = all[:n:n], all[n:]
	}
	return out
}

// shuffled fills turn after turn with events drawn among those that may happen. It fails if a
// turn is left with none.
func shuffled(facts int, fixable map[int]bool, sizes []int, r *rand.Rand) ([][]event, bool) {
	open := make([]event, facts)
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
			if !e.corrects && fixable[e.fact] {
				later = append(later, event{e.fact, true})
			}
		}
		open = append(open, later...)
	}
	return out, true
}

// burst is how many turns of a burst follow each other.
const burst = 5

// positions chooses k of n turns, ascending from 0, in which something is stated.
func positions(p Placement, k, n int, r *rand.Rand) []int {
	third := min(n, max(k, (n+2)/3))
	switch p {
	case Early:
		return some(k, third, r)
	case Late:
		out := some(k, third, r)
		for i := range out {
			out[i] += n - third
		}
		return out
	case Bursts:
		return runs(k, n, r)
	}
	return some(k, n, r)
}

// some draws k of n numbers, each with the same chance.
func some(k, n int, r *rand.Rand) []int {
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
