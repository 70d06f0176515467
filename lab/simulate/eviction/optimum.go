package eviction

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/strategies/eviction"
)

// stay is one chunk's choice: how far it is kept. Ends ascend; the first option is not at all.
type stay struct {
	size, from int
	ends       []int     // the last turn of each option
	values     []float64 // what each option gains
	reduced    []float64 // that, less the price of the tokens it occupies
	best       float64   // the largest of reduced
	order      []int     // options by reduced, the best first
}

// reduce sets what options gain beside prices.
func (y *stay) reduce(prices []float64) {
	y.reduced = y.reduced[:0]
	paid, t := 0.0, y.from
	for k, end := range y.ends {
		for ; t <= end; t++ {
			paid += prices[t] * float64(y.size)
		}
		y.reduced = append(y.reduced, y.values[k]-paid)
	}
	y.best = slices.Max(y.reduced)
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
// It is exact but for sessions whose search has more than so many nodes: they get the least bound that is
// sure, which is a little too high.
func (s *Session) optimum(budget int, readmit bool) Optimum {
	b, sure := s.stays(budget, readmit)
	return b.solve(sure)
}

// stays are the choices there are beside permanent chunks, and what those are sure to hit.
func (s *Session) stays(budget int, readmit bool) (b branching, sure float64) {
	turns := len(s.Arrive)
	free := make([]float64, turns)
	load := 0
	for t, arrive := range s.Arrive {
		for _, i := range arrive {
			if s.Chunks[i].Class == eviction.Permanent {
				load += s.Chunks[i].Size
			}
		}
		free[t] = float64(max(0, budget-load))
	}
	uses := make([][]timedUse, len(s.Chunks))
	for t, us := range s.Uses {
		for _, u := range us {
			if s.Chunks[u.Chunk].Class == eviction.Permanent {
				sure += u.Value
			} else {
				uses[u.Chunk] = append(uses[u.Chunk], timedUse{t, u.Value})
			}
		}
	}
	var stays []*stay
	for i, us := range uses {
		c := &s.Chunks[i]
		from := c.Inserted
		var whole *stay
		for k := 0; k < len(us); k++ {
			u := us[k]
			value := u.value
			for k+1 < len(us) && us[k+1].turn == u.turn { // twice in a turn
				k++
				value += us[k].value
			}
			if readmit || whole == nil {
				whole = &stay{size: c.Size, from: from, ends: []int{from - 1}, values: []float64{0}}
				stays = append(stays, whole)
			}
			value += whole.values[len(whole.values)-1]
			whole.ends, whole.values = append(whole.ends, u.turn), append(whole.values, value)
			from = u.turn + 1
		}
	}
	// What doesn't fit even alone is no option.
	stays = slices.DeleteFunc(stays, func(y *stay) bool {
		n := 1
		for t, last := y.from, y.ends[len(y.ends)-1]; t <= last && float64(y.size) <= free[t]; t++ {
			for n < len(y.ends) && y.ends[n] <= t {
				n++
			}
		}
		y.ends, y.values = y.ends[:n], y.values[:n]
		return n == 1
	})
	return branching{free: free, stays: stays, prices: make([]float64, turns), most: mostNodes}, sure
}

// Optimum is the most that could have been hit.
type Optimum struct {
	Value   float64 // never too low
	Found   float64 // of a schedule that was found
	Bounded bool    // the search was stopped: Value is a bound, and Found may be too low
}

type timedUse struct {
	turn  int
	value float64
}

// branching is a search for the most valuable stays.
type branching struct {
	free   []float64
	stays  []*stay
	prices []float64 // of a token at each turn
	best   float64
	nodes  int
	most   int     // nodes that are searched
	open   float64 // the largest bound of what wasn't searched
}

// mostNodes is how long is searched: some twenty milliseconds.
const mostNodes = 1_000_000

// solve finds the best stays that fit, beside what is sure.
func (b *branching) solve(sure float64) Optimum {
	if len(b.stays) == 0 {
		return Optimum{Value: sure, Found: sure}
	}
	b.price()
	// Those with the most at stake first, so that bounds fall early.
	slices.SortStableFunc(b.stays, func(x, y *stay) int { return cmp.Compare(y.stake(), x.stake()) })
	bound := 0.0
	for t, price := range b.prices {
		bound += price * b.free[t]
	}
	for _, y := range b.stays {
		bound += y.best
	}
	b.descend(0, 0, bound)
	return Optimum{Value: sure + max(b.best, b.open), Found: sure + b.best, Bounded: b.open > b.best}
}

// greedy is the value of stays that fit, chosen by value for the tokens and turns they take.
func (b *branching) greedy() (value float64) {
	type choice struct {
		of      *stay
		option  int
		density float64
	}
	var all []choice
	for _, y := range b.stays {
		best := choice{of: y, density: -1}
		for k, v := range y.values {
			if d := v / float64(max(1, y.size)*(y.ends[k]-y.from+1)); d > best.density {
				best.option, best.density = k, d
			}
		}
		all = append(all, best)
	}
	slices.SortStableFunc(all, func(x, y choice) int { return cmp.Compare(y.density, x.density) })
	taken := all[:0]
	for _, c := range all {
		for ; c.option > 0; c.option-- {
			if b.fits(c.of, c.option) {
				b.occupy(c.of, c.option, -float64(c.of.size))
				value += c.of.values[c.option]
				taken = append(taken, c)
				break
			}
		}
	}
	for _, c := range taken {
		b.occupy(c.of, c.option, float64(c.of.size))
	}
	return value
}

// stake is how much the second best choice of a stay loses.
func (y *stay) stake() float64 { return y.reduced[y.order[0]] - y.reduced[y.order[1]] }

// rounding is how much of a bound may be rounding.
const rounding = 1e-9

// descend decides stays from the i-th on. bound is the most that can come of what is decided.
func (b *branching) descend(i int, value, bound float64) {
	b.nodes++
	b.best = max(b.best, value)
	if i == len(b.stays) || bound <= b.best+rounding {
		return
	}
	if b.nodes > b.most {
		b.open = max(b.open, bound)
		return
	}
	y := b.stays[i]
	for _, option := range y.order {
		next := bound - y.best + y.reduced[option]
		if option > 0 && (next <= b.best+rounding || !b.fits(y, option)) {
			continue
		}
		b.occupy(y, option, -float64(y.size))
		b.descend(i+1, value+y.values[option], next)
		b.occupy(y, option, float64(y.size))
	}
}

func (b *branching) fits(y *stay, option int) bool {
	for t := y.from; t <= y.ends[option]; t++ {
		if b.free[t] < float64(y.size) {
			return false
		}
	}
	return true
}

func (b *branching) occupy(y *stay, option int, tokens float64) {
	for t := y.from; t <= y.ends[option]; t++ {
		b.free[t] += tokens
	}
}

// Of the search for prices.
const (
	priceSteps    = 150
	patientFor    = 6 // steps without a lower bound before steps become shorter
	firstStepSize = 1.5
)

// price finds prices whose bound is low, by subgradients with steps of Polyak's length towards the value of
// the best choice that fits so far, and sets what stays are worth beside them.
func (b *branching) price() {
	turns := len(b.free)
	prices, over := make([]float64, turns), make([]float64, turns)
	lowest := math.Inf(1)
	theta, since := firstStepSize, 0
	b.best = b.greedy()
	for range priceSteps {
		bound := 0.0
		for t := range over {
			over[t] = -b.free[t]
			bound += prices[t] * b.free[t]
		}
		for _, y := range b.stays {
			y.reduce(prices)
			bound += y.best
			for t := y.from; t <= y.ends[slices.Index(y.reduced, y.best)]; t++ {
				over[t] += float64(y.size)
			}
		}
		if since++; bound < lowest {
			lowest, since = bound, 0
			copy(b.prices, prices)
		} else if since >= patientFor {
			theta, since = theta/2, 0
		}
		norm := 0.0
		for t, o := range over {
			if prices[t] > 0 || o > 0 {
				norm += o * o
			}
		}
		if norm == 0 || lowest <= b.best+rounding {
			break
		}
		for t, o := range over {
			prices[t] = max(0, prices[t]+theta*(bound-b.best)/norm*o)
		}
	}
	for _, y := range b.stays {
		y.reduce(b.prices)
		y.order = y.order[:0]
		for k := range y.ends {
			y.order = append(y.order, k)
		}
		slices.SortStableFunc(y.order, func(i, j int) int { return cmp.Compare(y.reduced[j], y.reduced[i]) })
	}
}
