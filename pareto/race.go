package pareto

import (
	"fmt"
	"math"
	"slices"
)

// Lane is an objective that points race in: the mean over units of what is measured in each.
type Lane struct {
	Objective
	// Range is the most by which two points can differ in a unit: 1 for a share. 0 means that it
	// isn't known, and that differences are taken to scatter symmetrically about their mean.
	Range float64
	// Margin is the least difference in the mean that matters. Points that tie in an objective,
	// as many do that cost the same, can only be dropped with one above 0.
	Margin float64
}

// Rules are the rules of a race.
type Rules struct {
	Lanes []Lane
	// Alpha is the chance of dropping, over the whole race and however often one looks, a point
	// that should have stayed: of each such point, or with Any of so much as one of them.
	Alpha float64
	Any   bool
	// Units is how many units the race has at most, played in an order drawn at random. Then a
	// point should stay if it is ahead over these very units, which takes less to refute than
	// being ahead over all that could be drawn: 0, units without an end.
	Units int
}

// Drop is a point that left a race.
type Drop struct {
	Point, By int     // By is on the front so far and dominates Point
	Unit      int     // units played, this one included
	E         float64 // the evidence: what a bet of 1 that Point is dominated has become, may be +Inf
}

// Race measures points unit by unit and drops those that others dominate. A unit is a scenario and
// repeat that all points still running are measured in, so that they are compared in pairs.
//
// A point should stay if, against every other, it is ahead by the margin in some objective. Should
// it, then a gambler who bets in every unit that another is no worse by the margin in all
// objectives can't expect to gain, whatever that other is and however it is chosen from units gone
// by: its capital is an e-process, which exceeds 1/alpha with a chance of at most alpha (Ville
// 1939; Ramdas et al. 2023). The other is the point of the front so far with the clearest lead.
// Being no worse in all objectives takes winning in all, so the unit's gain is the least over
// objectives (Berger 1982).
//
// In an objective with a range the gain is 1 + λ(x - m), x being the difference plus the margin, m
// what the rest must average at most if the point should stay, and λ what would have paid so far
// (Waudby-Smith & Ramdas 2024, with and without replacement). Without a range it is 1 +
// 0.95·tanh(λx), fair for any x symmetric about 0 (the symmetry of Efron 1969 and de la Peña
// 1999): that takes fewer units where differences are small beside any bound, as those of costs
// are, but if a rare large difference outweighs many small ones the wrong point may go.
//
// Only one threshold guards each point. False discoveries among those dropped (e-BH) would be the
// wrong thing to bound: hundreds are rightly dropped, a few percent of which may be the whole
// front.
//
// Beyond that a point is only dropped while another that stays dominates it on the means so far.
// A race knows only its own lanes: a point that is best at something that isn't one may go.
// The zero value isn't a race; NewRace makes one.
type Race struct {
	rules      Rules
	objectives []Objective
	running    []bool
	capital    []float64     // natural logarithm
	past       [][][]float64 // unit × point, nil where it wasn't measured; less is better
}

// NewRace starts a race of so many points.
func NewRace(points int, rules Rules) (*Race, error) {
	var wrong mistakes
	if points < 1 {
		wrong.add("a race of %d points: want at least 1", points)
	}
	if !(rules.Alpha > 0 && rules.Alpha < 1) {
		wrong.add("alpha is %g: want more than 0 and less than 1", rules.Alpha)
	}
	if rules.Units < 0 {
		wrong.add("units are %d: want 0 for no end, or more", rules.Units)
	}
	if len(rules.Lanes) == 0 {
		wrong.add("no lanes: name at least one objective")
	}
	r := &Race{rules: rules, running: make([]bool, max(points, 0)), capital: make([]float64, max(points, 0))}
	for _, l := range rules.Lanes {
		r.objectives = append(r.objectives, l.Objective)
		if !finite(l.Range) || l.Range < 0 {
			wrong.add("range of %s is %g: want 0 for unknown, or more", l.Name, l.Range)
		}
		if !finite(l.Margin) || l.Margin < 0 || l.Range > 0 && l.Margin >= l.Range {
			wrong.add("margin of %s is %g: want 0 or more, and less than its range", l.Name, l.Margin)
		}
	}
	for i := range r.running {
		r.running[i] = true
	}
	return r, wrong.err()
}

// Running is the points not yet dropped, ascending.
func (r *Race) Running() []int {
	var out []int
	for i, is := range r.running {
		if is {
			out = append(out, i)
		}
	}
	return out
}

// Add plays a unit: values are each point's, by lane, in which those that were dropped are ignored
// and nil is a trial that wasn't completed. It returns who is dropped, ascending. After an error
// the race is as before.
func (r *Race) Add(values [][]float64) ([]Drop, error) {
	unit := len(r.past) + 1
	if len(values) != len(r.running) {
		return nil, fmt.Errorf("race, unit %d: values for %d of %d points", unit, len(values), len(r.running))
	}
	if r.rules.Units > 0 && unit > r.rules.Units {
		return nil, fmt.Errorf("race, unit %d: it was to have %d", unit, r.rules.Units)
	}
	now, err := r.lower(values)
	if err != nil {
		return nil, fmt.Errorf("race, unit %d: %w", unit, err)
	}
	leaders, _ := r.leaders()
	for c, row := range now {
		if row == nil {
			continue
		}
		if d := r.clearest(c, leaders); d >= 0 && now[d] != nil {
			r.capital[c] += math.Log(r.gain(c, d, now))
		}
	}
	r.past = append(r.past, now)
	return r.drop(), nil
}

// lower checks the values of the points running.
func (r *Race) lower(values [][]float64) ([][]float64, error) {
	now := make([][]float64, len(values))
	var wrong mistakes
	for i, p := range values {
		if !r.running[i] || p == nil {
			continue
		}
		row := make([]float64, len(r.objectives))
		lowerPoint(row, i, p, r.objectives, "", &wrong)
		if len(p) == len(row) {
			now[i] = row
		}
	}
	for j, l := range r.rules.Lanes {
		if l.Range == 0 {
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, p := range now {
			if p != nil {
				low, high = min(low, p[j]), max(high, p[j])
			}
		}
		if high-low > l.Range*(1+tie) {
			wrong.add("%s differs by %g between points: its range was to be %g", l.Name, high-low, l.Range)
		}
	}
	return now, wrong.err()
}

// leaders is the front of the points running on their means so far, and those means by point.
func (r *Race) leaders() (at []int, means [][]float64) {
	means = make([][]float64, len(r.running))
	var has []int
	var rows [][]float64
	for i := range r.running {
		if !r.running[i] {
			continue
		}
		mean, n := make([]float64, len(r.objectives)), 0.0
		for _, unit := range r.past {
			if unit[i] == nil {
				continue
			}
			n++
			for j, v := range unit[i] {
				mean[j] += v
			}
		}
		if n == 0 {
			continue
		}
		for j := range mean {
			mean[j] /= n
		}
		means[i] = mean
		has, rows = append(has, i), append(rows, mean)
	}
	for _, k := range front(rows) {
		at = append(at, has[k])
	}
	return at, means
}

// drop takes those out against whom there is enough, unless they are on the front so far.
func (r *Race) drop() []Drop {
	leaders, means := r.leaders()
	needed := -math.Log(r.rules.Alpha)
	if r.rules.Any {
		needed += math.Log(float64(len(r.running)))
	}
	var out []Drop
	for c := range r.running {
		if !r.running[c] || r.capital[c] < needed || means[c] == nil {
			continue
		}
		k := slices.IndexFunc(leaders, func(d int) bool {
			return d != c && len(front([][]float64{means[d], means[c]})) == 1
		})
		if k >= 0 && !slices.Contains(leaders, c) {
			out = append(out, Drop{Point: c, By: leaders[k], Unit: len(r.past), E: math.Exp(r.capital[c])})
		}
	}
	for _, d := range out {
		r.running[d.Point] = false
	}
	return out
}
