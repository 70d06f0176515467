package frontier

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
)

// halving is successive halving (Jamieson & Talwalkar 2016) with the distance behind the front as the
// loss: at each rung the half of the points that lies farthest behind goes, but for rivals. It has no guarantee.
type halving struct {
	shown   []sums // by point
	dropped []bool
	rivals  []bool // what every choice is compared with: never dropped
	told    []bool // nothing is behind what knows the questions, and it is never dropped
	rungs   []int  // units after which half of the points go
	seen    int
}

// firstRung is the share of the units that every point is played on. The second and the third double
// it.
const firstRung = 1.0 / 8

func newHalving(units int, points []SweptPoint) *halving {
	h := &halving{shown: make([]sums, len(points)), dropped: make([]bool, len(points))}
	for _, p := range points {
		h.rivals, h.told = append(h.rivals, rival(p.Label)), append(h.told, told(p.Strategy))
	}
	for share := firstRung; share <= 0.5; share *= 2 {
		rung := int(math.Ceil(share * float64(units)))
		if rung < units && !slices.Contains(h.rungs, rung) {
			h.rungs = append(h.rungs, rung)
		}
	}
	return h
}

// add takes what each point shows on one more unit; those that were dropped before are ignored. It
// returns the points that are dropped now, ascending.
func (h *halving) add(sc *arena.Scenario, trials []lab.Shown) []int {
	var live []int
	for i, t := range trials {
		if !h.dropped[i] && !h.told[i] {
			h.shown[i].add(t, sc)
			live = append(live, i)
		}
	}
	h.seen++
	if !slices.Contains(h.rungs, h.seen) {
		return nil
	}
	gaps := behind(h.shown, live)
	slices.SortStableFunc(live, func(a, b int) int { return cmp.Compare(gaps[b], gaps[a]) })
	var dropped []int
	for _, i := range live[:len(live)/2] {
		if gaps[i] > 0 && !h.rivals[i] { // never one that is on the front
			h.dropped[i] = true
			dropped = append(dropped, i)
		}
	}
	slices.Sort(dropped)
	return dropped
}

// behind is by how much each live point's retention lies below the best of those that cost no more; 0 on
// the front, the least there is above 0 for a point that keeps as much as a cheaper one, and infinite for
// one that completed nothing.
func behind(shown []sums, live []int) map[int]float64 {
	unit, gaps := unitOf(shown), map[int]float64{}
	for _, i := range live {
		if gaps[i] = math.Inf(1); !shown[i].measured() {
			continue
		}
		gaps[i] = 0
		own, cost := shown[i].retention(), shown[i].cost(unit)
		for _, j := range live {
			if !shown[j].measured() || shown[j].cost(unit) > cost {
				continue
			}
			gap := shown[j].retention() - own
			if gap == 0 && shown[j].cost(unit) < cost {
				gap = math.SmallestNonzeroFloat64
			}
			gaps[i] = max(gaps[i], gap)
		}
	}
	return gaps
}
