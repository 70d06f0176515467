package lab

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/space"
	"contextarena.internal/probes"
)

// race drops points that lie behind the front of cost and retention while they are being played.
type race interface {
	// add takes what the points show on one more unit, by point; those that were dropped before are
	// ignored. It returns the points that are dropped now, ascending.
	add(unit raceUnit, outcomes []Outcome) (dropped []int, err error)
}

func newRace(kind Racing, units []raceUnit, points []space.Point, scenarios []*arena.Scenario) race {
	return newHalving(len(units), len(points), scenarios)
}

// standing is what a point has shown so far.
type standing struct {
	kept, asked float64
	usd, trials float64
	dropped     bool
}

// cost and retention are the means so far. A point that completed nothing has neither.
func (s standing) cost() float64      { return s.usd / s.trials }
func (s standing) retention() float64 { return s.kept / s.asked }

func (s *standing) add(o Outcome, sc *arena.Scenario) {
	if !o.Completed() {
		return
	}
	kept, asked := answered(sc, o.Results)
	s.kept, s.asked = s.kept+kept, s.asked+asked
	s.usd, s.trials = s.usd+o.Cost.Write.USD+o.Cost.Read.USD, s.trials+1
}

// answered counts the headline's probes of a trial, and those that were answered right.
func answered(sc *arena.Scenario, results []probes.Result) (kept, asked float64) {
	for i, p := range sc.Probes {
		if i < len(results) && p.Kind.Headline() && counts(results[i]) {
			asked++
			kept += one(results[i] == probes.Kept)
		}
	}
	return kept, asked
}

// halving is successive halving (Jamieson & Talwalkar 2016) with the distance behind the front as the
// loss: at each rung the half of the points that lies farthest behind goes. It has no guarantee; what
// it costs was measured on exhaustive sweeps (docs/frontier.md).
type halving struct {
	scenarios []*arena.Scenario
	standings []standing
	rungs     []int // units after which half of the points go
	seen      int
}

// firstRung is the share of the units that every point is played on. The second and the third double
// it.
const firstRung = 1.0 / 8

func newHalving(units, points int, scenarios []*arena.Scenario) *halving {
	h := &halving{scenarios: scenarios, standings: make([]standing, points)}
	for share := firstRung; share <= 0.5; share *= 2 {
		rung := int(math.Ceil(share * float64(units)))
		if rung < units && !slices.Contains(h.rungs, rung) {
			h.rungs = append(h.rungs, rung)
		}
	}
	return h
}

func (h *halving) add(unit raceUnit, outcomes []Outcome) ([]int, error) {
	for i, o := range outcomes {
		if !h.standings[i].dropped {
			h.standings[i].add(o, h.scenarios[unit.scenario])
		}
	}
	h.seen++
	if !slices.Contains(h.rungs, h.seen) {
		return nil, nil
	}
	gaps, live := behind(h.standings), 0
	var order []int
	for i, s := range h.standings {
		if !s.dropped {
			live++
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case gaps[a] > gaps[b]:
			return -1
		case gaps[a] < gaps[b]:
			return 1
		}
		return 0
	})
	var dropped []int
	for _, i := range order[:live/2] {
		if gaps[i] > 0 { // never one that is on the front
			h.standings[i].dropped = true
			dropped = append(dropped, i)
		}
	}
	slices.Sort(dropped)
	return dropped, nil
}

// behind is by how much each point's retention lies below the best of those that cost no more; 0 on
// the front, infinite for a point that completed nothing.
func behind(standings []standing) []float64 {
	var order []int
	gaps := make([]float64, len(standings))
	for i, s := range standings {
		if s.dropped || s.asked == 0 || s.trials == 0 {
			gaps[i] = math.Inf(1)
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := standings[a].cost(), standings[b].cost()
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	best := math.Inf(-1)
	for k := 0; k < len(order); {
		end := k
		for end < len(order) && standings[order[end]].cost() == standings[order[k]].cost() {
			best = max(best, standings[order[end]].retention())
			end++
		}
		for ; k < end; k++ {
			gaps[order[k]] = best - standings[order[k]].retention()
		}
	}
	return gaps
}
