package pareto

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Halving is what a sample is cut in two by.
type Halving int

const (
	// ByRepeat puts half of the repeats of every scenario on either side: what was chosen is
	// measured again on the same scenarios. It takes away the luck of the repeats.
	ByRepeat Halving = iota
	// ByScenario puts half of the scenarios on either side: what was chosen is measured on others.
	// It takes away the luck of the scenarios too, and leaves fewer of them to choose by. Scenarios
	// differ in how hard they are for all, so a point is paired with the others by scenario: its value
	// on a half is what it is ahead of the mean of all points there, on top of their mean on everything.
	// Else a point that is chosen where the hard scenarios choose would seem to gain by not being known.
	ByScenario
)

// Chosen is a point chosen by one half of the trials and measured by the other.
type Chosen struct {
	Point int
	Times int // how often it was chosen, of twice as many as there are splits
	// By objective, over those times: its value on the half that chose it, on the other half, and
	// how much better the first looked, positive whichever the direction. Nil if it never was.
	Selected, Measured, Shrinkage []float64
}

// Selection is a front together with what it owes to having been chosen.
type Selection struct {
	Front     []Chosen  // the points on the front of all trials, ascending
	Shrinkage []float64 // by objective, the mean over all choices of all splits; nil: nothing was corrected
	Splits    int
	Note      string // why nothing was corrected, or what limits it
}

// Select cuts the trials in two, at random from seed and the same for all points, chooses the
// front on one half and measures it on the other, then the other way round, and averages over
// splits. The best of many noisy points is partly lucky, and what it looks like on the trials that
// chose it flatters it; on trials that had no say it doesn't. A point counts only where both halves
// give it a value.
//
// Halves choose with more noise than all trials do, so the shrinkage errs on the large side.
// By repeats, scenarios with a single one take no part, and where no scenario has two the front
// comes without any correction and the note says so.
func (s Sample) Select(by Halving, splits int, seed uint64) (Selection, error) {
	if splits < 1 {
		return Selection{}, fmt.Errorf("selection over %d splits: want at least 1", splits)
	}
	t, err := s.layOut()
	if err != nil {
		return Selection{}, err
	}
	points, err := t.measureAll()
	if err != nil {
		return Selection{}, err
	}
	on, _, err := t.frontAmong(points)
	if err != nil {
		return Selection{}, err
	}
	out := Selection{}
	for _, i := range on {
		out.Front = append(out.Front, Chosen{Point: i})
	}
	groups, note := t.halvable(by)
	out.Note = note
	if len(groups) == 0 {
		return out, nil
	}

	m := len(s.Objectives)
	sums := make([]Chosen, len(s.Trials))
	for i := range sums {
		sums[i].Selected, sums[i].Measured = make([]float64, m), make([]float64, m)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range splits {
		halves := t.halve(by, groups, r)
		first, second := t.measureWhereDefined(halves[0]), t.measureWhereDefined(halves[1])
		if by == ByScenario {
			pairWithAll(points, first, second)
		}
		for _, pair := range [][2][][]float64{{first, second}, {second, first}} {
			on, _, err := t.frontAmong(pair[0])
			if err != nil {
				return Selection{}, err
			}
			for _, i := range on {
				if pair[1][i] == nil {
					continue
				}
				sums[i].Times++
				for j := range m {
					sums[i].Selected[j] += pair[0][i][j]
					sums[i].Measured[j] += pair[1][i][j]
				}
			}
		}
	}
	out.average(sums, s.Objectives, splits)
	return out, nil
}

// pairWithAll takes off each half's values by how much the half is easier, or cheaper, for all points that
// have a value on both than all trials are. Which points are on a half's front stays the same.
func pairWithAll(points, first, second [][]float64) {
	for j := range points[0] {
		n, whole, halves := 0.0, 0.0, [2]float64{}
		for i := range points {
			if first[i] != nil && second[i] != nil {
				n, whole = n+1, whole+points[i][j]
				halves[0], halves[1] = halves[0]+first[i][j], halves[1]+second[i][j]
			}
		}
		for h, half := range [2][][]float64{first, second} {
			for i := range half {
				if half[i] != nil && n > 0 {
					half[i][j] -= (halves[h] - whole) / n
				}
			}
		}
	}
}

// average turns sums over choices, by point, into means.
func (s *Selection) average(sums []Chosen, objectives []Objective, splits int) {
	s.Splits = splits
	s.Shrinkage = make([]float64, len(objectives))
	total := 0
	for i := range sums {
		c := &sums[i]
		if c.Times == 0 {
			continue
		}
		c.Shrinkage = make([]float64, len(objectives))
		for j, o := range objectives {
			gain := c.Measured[j] - c.Selected[j]
			if o.Maximize {
				gain = -gain
			}
			s.Shrinkage[j] += gain
			c.Selected[j] /= float64(c.Times)
			c.Measured[j] /= float64(c.Times)
			c.Shrinkage[j] = gain / float64(c.Times)
		}
		total += c.Times
	}
	if total == 0 {
		s.Shrinkage, s.Note = nil, "uncorrected: no chosen point has a value on the other half"
		return
	}
	for j := range s.Shrinkage {
		s.Shrinkage[j] /= float64(total)
	}
	for k, c := range s.Front {
		if own := sums[c.Point]; own.Times > 0 {
			own.Point = c.Point
			s.Front[k] = own
		}
	}
}

// halvable gives the groups that are cut in two each: the trials of a scenario, or all scenarios.
func (t trials) halvable(by Halving) (groups [][]int, note string) {
	if by == ByScenario {
		all := make([]int, len(t.scenario))
		for j := range all {
			all[j] = j
		}
		if len(all) < 2 {
			return nil, "uncorrected: fewer than two scenarios"
		}
		return [][]int{all}, ""
	}
	single := 0
	for _, repeats := range t.scenario {
		if len(repeats) > 1 {
			groups = append(groups, repeats)
		} else {
			single++
		}
	}
	switch {
	case len(groups) == 0:
		return nil, "uncorrected: one repeat"
	case single == 1:
		note = "without the 1 scenario that has one repeat"
	case single > 1:
		note = fmt.Sprintf("without the %d scenarios that have one repeat", single)
	}
	return groups, note
}

// halve says how often each trial counts on either side. Of an odd number the second has one more.
func (t trials) halve(by Halving, groups [][]int, r *rand.Rand) [2][]float64 {
	halves := [2][]float64{make([]float64, len(t.rows)), make([]float64, len(t.rows))}
	for _, group := range groups {
		own := slices.Clone(group)
		r.Shuffle(len(own), func(a, b int) { own[a], own[b] = own[b], own[a] })
		for k, member := range own {
			side := halves[0]
			if k >= len(own)/2 {
				side = halves[1]
			}
			if by == ByRepeat {
				side[member] = 1
				continue
			}
			for _, trial := range t.scenario[member] {
				side[trial] = 1
			}
		}
	}
	return halves
}
