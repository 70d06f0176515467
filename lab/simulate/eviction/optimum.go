package eviction

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/strategies/eviction"
)

// stay is one chunk's choice: how far it is kept. The first option is not at all.
type stay struct {
	size, from int
	ends       []int     // the last turn of each option, ascending
	values     []float64 // what each option gains
	reduced    []float64 // that, less the price of the tokens it occupies
	order      []int     // options by reduced, the best first
}

// reduce sets what options gain beside prices, and their order.
func (y *stay) reduce(prices []float64) {
	y.reduced, y.order = y.reduced[:0], y.order[:0]
	paid, t := 0.0, y.from
	for k, end := range y.ends {
		for ; t <= end; t++ {
			paid += prices[t] * float64(y.size)
		}
		y.reduced, y.order = append(y.reduced, y.values[k]-paid), append(y.order, k)
	}
	slices.SortStableFunc(y.order, func(i, j int) int { return cmp.Compare(y.reduced[j], y.reduced[i]) })
}

// best is the most that the stay gains beside prices.
func (y *stay) best() float64 { return y.reduced[y.order[0]] }

// stake is how much its second best choice loses.
func (y *stay) stake() float64 { return y.best() - y.reduced[y.order[1]] }

// occupy adds tokens to what is free while an option lasts.
func (y *stay) occupy(free []float64, option, tokens int) {
	for t := y.from; t <= y.ends[option]; t++ {
		free[t] += float64(tokens)
	}
}

// optimum is the largest value of hits that any evictions could have had: what a schedule that knows all
// uses, and may pass chunks by, gets under the budget. Permanent chunks always stay, and what is left of
// the budget beside them is for the others.
//
// Between two uses a chunk is either kept all the time or might as well be dropped at once. So what is
// chosen are such intervals: with readmit each for itself, since a missed chunk comes back; without it
// the first of a chunk up to some use. Which fit is a knapsack for each turn. It is solved by branch and
// bound, with the bound of Lagrange: a price on each turn's tokens, found by subgradients, makes every
// interval a choice of its own, and the sum of the best choices is never too low.
//
// It is exact but for sessions whose search has more than mostNodes: they get the least bound that is
// sure, which is a little too high.
func (s *Session) optimum(budget int, readmit bool) float64 {
	_, bound := s.bounds(budget, readmit)
	return bound
}

// bounds are the best that was found and the optimum: one number where the search ended.
func (s *Session) bounds(budget int, readmit bool) (found, bound float64) {
	b, sure := s.stays(budget, readmit)
	bound = sure + b.solve()
	return sure + b.best, bound
}

// mostNodes is how long is searched: some twenty milliseconds.
const mostNodes = 1_000_000

// branching is a search for the most valuable stays.
type branching struct {
	free  []float64 // tokens, by turn
	stays []*stay
	best  float64
	left  int     // nodes that may be searched
	open  float64 // the largest bound of what wasn't searched
}

// stays are the choices there are beside permanent chunks, and what those are sure to hit.
func (s *Session) stays(budget int, readmit bool) (b branching, sure float64) {
	load := 0
	for _, arrive := range s.Arrive {
		for _, i := range arrive {
			if s.Chunks[i].Class == eviction.Permanent {
				load += s.Chunks[i].Size
			}
		}
		b.free = append(b.free, float64(max(0, budget-load)))
	}
	worth := make([][]float64, len(s.Chunks)) // by turn
	for i := range worth {
		worth[i] = make([]float64, len(s.Arrive))
	}
	for t, uses := range s.Uses {
		for _, u := range uses {
			worth[u.Chunk][t] += u.Value
		}
	}
	for i, c := range s.Chunks {
		if c.Class == eviction.Permanent {
			for _, value := range worth[i] {
				sure += value
			}
			continue
		}
		var y *stay
		fits := false // what doesn't fit even alone is no option
		for t, value := range worth[i] {
			if t < c.Inserted {
				continue
			}
			if y == nil {
				y, fits = &stay{size: c.Size, from: t, ends: []int{t - 1}, values: []float64{0}}, true
			}
			fits = fits && b.free[t] >= float64(c.Size)
			if value == 0 {
				continue
			}
			if fits {
				if len(y.ends) == 1 {
					b.stays = append(b.stays, y)
				}
				y.ends, y.values = append(y.ends, t), append(y.values, value+y.values[len(y.values)-1])
			}
			if readmit {
				y = nil
			}
		}
	}
	b.left = mostNodes
	return b, sure
}

// rounding is how much of a bound may be rounding.
const rounding = 1e-9

// solve is the value of the best stays that fit, or a bound of it.
func (b *branching) solve() float64 {
	bound := b.price()
	// Those with the most at stake first, so that bounds fall early.
	slices.SortStableFunc(b.stays, func(x, y *stay) int { return cmp.Compare(y.stake(), x.stake()) })
	b.descend(b.stays, 0, bound)
	return max(b.best, b.open)
}

// descend decides stays. bound is the most that can come of what is decided.
func (b *branching) descend(stays []*stay, value, bound float64) {
	b.left--
	b.best = max(b.best, value)
	if len(stays) == 0 || bound <= b.best+rounding {
		return
	}
	if b.left < 0 {
		b.open = max(b.open, bound)
		return
	}
	y := stays[0]
	for _, option := range y.order {
		next := bound - y.best() + y.reduced[option]
		if option > 0 && (next <= b.best+rounding || slices.Min(b.free[y.from:y.ends[option]+1]) < float64(y.size)) {
			continue
		}
		y.occupy(b.free, option, -y.size)
		b.descend(stays[1:], value+y.values[option], next)
		y.occupy(b.free, option, y.size)
	}
}

// Of the search for prices.
const (
	priceSteps   = 150
	patientFor   = 6    // steps without a lower bound before steps become shorter
	expectedFall = 0.05 // of the bound, towards which the first steps go
)

// price finds prices whose bound is low, by subgradients, and reduces stays by them. It returns the bound.
func (b *branching) price() float64 {
	prices, over := make([]float64, len(b.free)), make([]float64, len(b.free))
	lowest, at := math.Inf(1), slices.Clone(prices)
	fall, since := expectedFall, 0
	for range priceSteps {
		bound, norm := 0.0, 0.0
		for t, free := range b.free {
			over[t] = -free
			bound += prices[t] * free
		}
		for _, y := range b.stays {
			y.reduce(prices)
			bound += y.best()
			y.occupy(over, y.order[0], y.size)
		}
		if since++; bound < lowest {
			lowest, since = bound, 0
			copy(at, prices)
		} else if since >= patientFor {
			fall, since = fall/2, 0
		}
		for t, o := range over {
			if prices[t] > 0 || o > 0 {
				norm += o * o
			}
		}
		if norm == 0 {
			break
		}
		for t, o := range over {
			prices[t] = max(0, prices[t]+fall*bound/norm*o)
		}
	}
	for _, y := range b.stays {
		y.reduce(at)
	}
	return lowest
}
