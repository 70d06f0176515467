package frontier

import (
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/stats"
)

// Check is the front on scenarios that had no say in choosing it.
type Check struct {
	Points    int              // that completed the held-out trials too
	Retention []stats.Estimate // of Frontier.Front, in its order; undefined where trials are missing
	Cost      []float64        // in Frontier.Unit; 0 where trials are missing
	// Change is the mean over the front of retention on the held-out scenarios less that on the others,
	// and Others the same of the points that aren't on it: scenarios differ in how hard they are for
	// all, and what the front loses beyond that it owed to luck.
	Change, Others float64
	Still          int     // points of the front that are on the front of the held-out scenarios
	Volume         float64 // share of the held-out scenarios' own front's hypervolume that the front has there
}

func (f *Frontier) check(s lab.Swept, points, held []int) error {
	if len(held) == 0 {
		return nil
	}
	c := &Check{Retention: make([]stats.Estimate, len(f.Front)), Cost: make([]float64, len(f.Front))}
	complete := whole(s, held)
	var values, own [][]float64
	var at []int // of f.Points
	onFront := map[int]bool{}
	for _, i := range f.Front {
		onFront[i] = true
	}
	var change, others []float64
	for i, p := range points {
		if !slices.Contains(complete, p) {
			continue
		}
		trialRows := rows(s, []int{p}, held)[0]
		sums := sum(trialRows)
		if sums[asked] == 0 {
			continue
		}
		retained, paid := retention.of(sums), cost.of(sums)
		values, at = append(values, []float64{paid, retained}), append(at, i)
		diff := retained - f.Points[i].Retention.Mean
		if !onFront[i] {
			others = append(others, diff)
			continue
		}
		own, change = append(own, []float64{paid, retained}), append(change, diff)
		k := slices.Index(f.Front, i)
		c.Cost[k] = paid
		c.Retention[k] = stats.ClusterMean(clusters(trialRows, kept, asked, s.Planned.Repeats), alpha)
	}
	c.Points = len(values)
	if len(own) == 0 {
		f.Check = c
		return nil
	}
	c.Change, c.Others = mean(change), mean(others)
	on, err := pareto.Front(values, f.Objectives)
	if err != nil {
		return err
	}
	dearest := 0.0
	for _, v := range values {
		dearest = max(dearest, v[0])
	}
	for _, k := range on {
		if onFront[at[k]] {
			c.Still++
		}
	}
	all, err1 := f.area(values, dearest*1.001)
	mine, err2 := f.area(own, dearest*1.001)
	if err1 == nil && err2 == nil && all > 0 {
		c.Volume = mine / all
	}
	f.Check = c
	return nil
}

func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total / float64(len(values))
}
