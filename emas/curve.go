package emas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/stats"
)

// Method is a way of searching, to be compared with others on a Landscape.
type Method struct {
	Name     string
	Emitters []Emitter
	Repeats  int     // Settings.Repeats
	Margin   float64 // Rules.Margin
	Batch    int     // genomes asked for at once
}

// Curve is how far a method gets: the true QD score of its archive as a fraction of the optimum's,
// after so many distinct evaluations.
type Curve struct {
	Method string
	K      []int
	Seeds  [][]float64 // seed → k
	// Evaluations is the mean number of evaluations behind each k, elites measured again included:
	// equal to K for a method that measures once.
	Evaluations []float64
}

// Curve runs a method from each seed. The search sees one draw at a time: which of the Draws a
// measurement is, follows from seed, genome and repeat, so methods with the same seed see the same.
// What it kept is judged by the truth: an elite counts with its true fitness in its true cell. ks
// are ascending.
func (l Landscape) Curve(m Method, ks []int, seeds []uint64) (Curve, error) {
	c := Curve{Method: m.Name, K: ks, Evaluations: make([]float64, len(ks))}
	best, err := l.best()
	if err != nil {
		return c, err
	}
	switch {
	case len(ks) == 0 || len(seeds) == 0 || ks[0] < 1 || ks[len(ks)-1] > l.Space.Size() || !slices.IsSorted(ks):
		return c, fmt.Errorf("curve %s: needs seeds and ascending numbers of evaluations from 1 to %d", m.Name, l.Space.Size())
	case m.Batch < 1:
		return c, fmt.Errorf("curve %s: batch of %d; ask for at least 1", m.Name, m.Batch)
	case len(l.Draws) > 0 && m.Repeats > len(l.Draws):
		return c, fmt.Errorf("curve %s: measures elites %d times, there are %d draws; draw more", m.Name, m.Repeats, len(l.Draws))
	}
	for _, seed := range seeds {
		row, err := l.run(m, ks, seed, best, c.Evaluations)
		if err != nil {
			return c, fmt.Errorf("curve %s, seed %d: %w", m.Name, seed, err)
		}
		c.Seeds = append(c.Seeds, row)
	}
	for i := range c.Evaluations {
		c.Evaluations[i] /= float64(len(seeds))
	}
	return c, nil
}

func (l Landscape) run(m Method, ks []int, seed uint64, best float64, evaluations []float64) ([]float64, error) {
	row := make([]float64, len(ks))
	err := l.walk(m, ks, seed, func(i int, s *Search) error {
		score, err := l.judge(s.Archive())
		row[i] = score / best
		evaluations[i] += float64(s.Evaluations())
		return err
	})
	return row, err
}

// Found is the archive of a method after k distinct evaluations, as its search saw it. Corrected by the
// Truth, it shows what noise pretends.
func (l Landscape) Found(m Method, k int, seed uint64) (*Archive, error) {
	var found *Archive
	err := l.walk(m, []int{k}, seed, func(_ int, s *Search) error {
		found = s.Archive()
		return nil
	})
	return found, err
}

// walk runs a method, and stops to be looked at after each of ks distinct evaluations.
func (l Landscape) walk(m Method, ks []int, seed uint64, look func(i int, s *Search) error) error {
	archive, err := NewArchive(l.Axes, Rules{Offset: l.Offset, Margin: m.Margin})
	if err != nil {
		return err
	}
	s, err := NewSearch(l.Space, archive, Settings{Emitters: m.Emitters, Seed: seed, Repeats: m.Repeats})
	if err != nil {
		return err
	}
	for i, k := range ks {
		for s.Distinct() < k {
			batch, err := s.Ask(min(m.Batch, k-s.Distinct()))
			if err != nil {
				return err
			}
			told := make([]Evaluation, len(batch))
			for j, p := range batch {
				told[j] = l.seen(p, seed)
			}
			if _, err := s.Tell(told); err != nil {
				return err
			}
		}
		if err := look(i, s); err != nil {
			return err
		}
	}
	return nil
}

// seen is what a search is told of a proposal: the mean of the draws up to its repeat.
func (l Landscape) seen(p Proposal, seed uint64) Evaluation {
	if len(l.Draws) == 0 {
		return l.Truth[p.Genome]
	}
	from := rand.New(rand.NewPCG(seed, uint64(p.Genome))).IntN(len(l.Draws))
	n := float64(p.Repeat + 1)
	e := Evaluation{Genome: p.Genome, Descriptors: make([]float64, len(l.Axes))}
	infeasible, variance := 0, 0.0
	for r := range p.Repeat + 1 {
		d := l.Draws[(from+r)%len(l.Draws)][p.Genome]
		e.Fitness += d.Fitness / n
		variance += d.SE * d.SE / n / n
		for i, x := range d.Descriptors {
			e.Descriptors[i] += x / n
		}
		if d.Infeasible {
			infeasible++
		}
	}
	e.SE = math.Sqrt(variance)
	e.Infeasible = 2*infeasible > p.Repeat+1
	return e
}

// judge is the QD score of an archive's elites by the truth.
func (l Landscape) judge(a *Archive) (float64, error) {
	truth, err := NewArchive(l.Axes, Rules{Offset: l.Offset})
	if err != nil {
		return 0, err
	}
	for _, e := range a.Elites() {
		if _, _, err := truth.Add(l.Truth[e.Genome]); err != nil {
			return 0, err
		}
	}
	return truth.Summary().QDScore, nil
}

// Mean is the mean over seeds, by k.
func (c Curve) Mean() []float64 {
	means := make([]float64, len(c.K))
	for _, row := range c.Seeds {
		for i, f := range row {
			means[i] += f / float64(len(c.Seeds))
		}
	}
	return means
}

// Band is the smallest range that holds a share of the seeds at each k, cut alike at both ends: 0.8
// leaves out a tenth of them above and below.
func (c Curve) Band(share float64) (low, high []float64) {
	out := int((1 - share) / 2 * float64(len(c.Seeds)))
	for i := range c.K {
		var at []float64
		for _, row := range c.Seeds {
			at = append(at, row[i])
		}
		slices.Sort(at)
		low, high = append(low, at[out]), append(high, at[len(at)-1-out])
	}
	return low, high
}

// Reaches is the first k at which the mean is at least fraction; 0: never.
func (c Curve) Reaches(fraction float64) int {
	for i, f := range c.Mean() {
		if f >= fraction {
			return c.K[i]
		}
	}
	return 0
}

// Ahead is by how much c lies ahead of another curve at the i-th k, with a bootstrap over seeds,
// which must be the same in both (differences within a seed, since both see the same draws). Where
// the interval reaches down to 0, the other is as good. It says nothing about other landscapes.
func (c Curve) Ahead(other Curve, i int, alpha float64) (stats.Bootstrap, error) {
	if !slices.Equal(c.K, other.K) || len(c.Seeds) != len(other.Seeds) || i < 0 || i >= len(c.K) {
		return stats.Bootstrap{}, fmt.Errorf("curves %s and %s: not of the same evaluations and seeds; run both alike", c.Method, other.Method)
	}
	var d []float64
	for s := range c.Seeds {
		d = append(d, c.Seeds[s][i]-other.Seeds[s][i])
	}
	return stats.BCa(d, 10000, 1, alpha), nil
}
