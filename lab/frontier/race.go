package frontier

import (
	"cmp"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/pareto"
)

// Racing says how points that lie behind the front are dropped while a sweep goes on.
type Racing string

// The ways of racing. Exhaustive plays every point on everything.
const (
	Exhaustive Racing = "exhaustive"
	Halving    Racing = "halving"
	EValues    Racing = "e-values"
)

// Racings lists the ways of racing.
var Racings = []Racing{Halving, EValues, Exhaustive}

// race drops points that lie behind the front of cost and retention while they are being played.
type race interface {
	// add takes what the points show on one more unit, by point; those that were dropped before are
	// ignored. It returns the points that are dropped now, ascending.
	add(sc *arena.Scenario, trials []lab.Shown) (dropped []int, err error)
}

// The rules of a race by e-values: the chance of dropping a point that isn't behind by more than the
// margin, and the difference in retention that matters.
const (
	raceAlpha  = 0.05
	raceMargin = 0.02
)

// newRace begins a race of so many points on so many units.
func newRace(kind Racing, units, points int) (race, error) {
	if kind == Halving {
		return newHalving(units, points), nil
	}
	r, err := pareto.NewRace(points, pareto.Rules{
		Lanes: []pareto.Lane{
			{Objective: pareto.Objective{Name: "cost", Unit: "USD"}},
			{Objective: pareto.Objective{Name: "retention", Maximize: true}, Range: 1, Margin: raceMargin},
		},
		Alpha: raceAlpha, Units: units,
	})
	return evidence{r}, err
}

// evidence is a race by e-values.
type evidence struct{ race *pareto.Race }

func (e evidence) add(sc *arena.Scenario, trials []lab.Shown) ([]int, error) {
	values, now := make([][]float64, len(trials)), make([]standing, len(trials))
	for i, t := range trials {
		now[i].add(t, sc)
	}
	costs := costOf(now)
	for i, s := range now {
		if s.measured() {
			values[i] = []float64{costs(s), s.retention()}
		}
	}
	drops, err := e.race.Add(values)
	dropped := make([]int, len(drops))
	for i, d := range drops {
		dropped[i] = d.Point
	}
	return dropped, err
}

// standing is what a point has shown so far.
type standing struct {
	kept, asked         float64
	usd, tokens, trials float64
	unpriced            bool
	dropped             bool
}

// retention is the mean so far. A point that completed nothing has none.
func (s standing) retention() float64 { return s.kept / s.asked }

// measured reports whether there is anything to go by.
func (s standing) measured() bool { return s.asked > 0 && s.trials > 0 }

func (s *standing) add(o lab.Shown, sc *arena.Scenario) {
	if !o.Completed() {
		return
	}
	kept, asked := o.Answered(sc, tally.Headline)
	s.kept, s.asked = s.kept+kept, s.asked+asked
	s.usd, s.trials = s.usd+o.Cost.Write.USD+o.Cost.Read.USD, s.trials+1
	s.tokens += float64(o.Cost.Write.Tokens() + o.Cost.Read.Tokens())
	s.unpriced = s.unpriced || !o.Cost.Priced
}

// costOf is the mean cost of a trial: in USD, or in tokens where a model has no price or a point costs
// nothing.
func costOf(standings []standing) func(standing) float64 {
	for _, s := range standings {
		if s.trials > 0 && (s.unpriced || s.usd == 0) {
			return func(s standing) float64 { return s.tokens / s.trials }
		}
	}
	return func(s standing) float64 { return s.usd / s.trials }
}

// halving is successive halving (Jamieson & Talwalkar 2016) with the distance behind the front as the
// loss: at each rung the half of the points that lies farthest behind goes. It has no guarantee; what
// it costs was measured: halvingFound.
type halving struct {
	standings []standing
	rungs     []int // units after which half of the points go
	seen      int
}

// halvingFound is the least share of the exhaustive front's hypervolume that successive halving found in
// 50 replays of the builtin space (sim:nano, original suite, 4 repeats), by the repeats it raced on; more
// than that were not measured and are taken for no better.
// docs/frontier.md has the run.
var halvingFound = []float64{0.930, 0.971, 0.974, 1.000}

// firstRung is the share of the units that every point is played on. The second and the third double
// it.
const firstRung = 1.0 / 8

func newHalving(units, points int) *halving {
	h := &halving{standings: make([]standing, points)}
	for share := firstRung; share <= 0.5; share *= 2 {
		rung := int(math.Ceil(share * float64(units)))
		if rung < units && !slices.Contains(h.rungs, rung) {
			h.rungs = append(h.rungs, rung)
		}
	}
	return h
}

func (h *halving) add(sc *arena.Scenario, trials []lab.Shown) ([]int, error) {
	for i, t := range trials {
		if !h.standings[i].dropped {
			h.standings[i].add(t, sc)
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
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gaps[b], gaps[a]) })
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
// the front, the least there is above 0 for a point that keeps as much as a cheaper one, and infinite for
// one that completed nothing.
func behind(standings []standing) []float64 {
	var order []int
	cost, gaps := costOf(standings), make([]float64, len(standings))
	for i, s := range standings {
		if s.dropped || !s.measured() {
			gaps[i] = math.Inf(1)
			continue
		}
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost(standings[a]), cost(standings[b])) })
	best := math.Inf(-1) // of the cheaper ones
	for k := 0; k < len(order); {
		end, own := k, best
		for end < len(order) && cost(standings[order[end]]) == cost(standings[order[k]]) {
			own = max(own, standings[order[end]].retention())
			end++
		}
		for ; k < end; k++ {
			at := standings[order[k]].retention()
			gaps[order[k]] = own - at
			if at == best {
				gaps[order[k]] = max(own-at, math.SmallestNonzeroFloat64)
			}
		}
		best = own
	}
	return gaps
}

// raceUnit is what points race on: a scenario in one repeat.
type raceUnit struct{ Scenario, Repeat int }

// race races points of a sweep again whose trials are known, on units in the order given. It returns
// who is left and how many trials were played.
func (s Swept) race(kind Racing, points []int, units []raceUnit) (left []int, trials int, err error) {
	r, err := newRace(kind, len(units), len(points))
	if err != nil {
		return nil, 0, err
	}
	gone := make([]bool, len(points))
	running := len(points)
	for _, u := range units {
		now := make([]lab.Shown, len(points))
		for i, p := range points {
			now[i] = s.Points[p].Trials[u.Scenario][u.Repeat]
		}
		trials += running
		dropped, err := r.add(s.Scenarios[u.Scenario], now)
		if err != nil {
			return nil, 0, err
		}
		for _, i := range dropped {
			gone[i] = true
			running--
		}
	}
	for i, p := range points {
		if !gone[i] {
			left = append(left, p)
		}
	}
	return left, trials, nil
}
