package frontier

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/pareto"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// HeldOut is the front on scenarios that had no say in choosing it.
type HeldOut struct {
	Points    int              `json:"points"`    // that completed the held-out trials too
	Retention []reports.Figure `json:"retention"` // of the front; undefined where trials are missing
	// Change is the mean over the front of retention on the held-out scenarios less that on the others,
	// and Others the same of the points that aren't on it: scenarios differ in how hard they are for
	// all, and what the front loses beyond that it owed to luck.
	Change float64 `json:"change"`
	Others float64 `json:"others"`
	Still  int     `json:"still"`  // points of the front that are on the front of the held-out scenarios
	Volume float64 `json:"volume"` // share of the held-out scenarios' own front's hypervolume that the front has there
}

// holdOut checks the front on the scenarios held out, if there are any.
func (f *Frontier) holdOut(held []int) error {
	if len(held) == 0 {
		return nil
	}
	h := &HeldOut{}
	f.HeldOut = h
	retained := make([]stats.Estimate, len(f.Front))
	complete := whole(f.swept, held)
	var values, own [][]float64
	var at []int // of f.Points
	var change, others []float64
	for i, p := range f.points {
		if !slices.Contains(complete, p) {
			continue
		}
		trialRows := rows(f.swept, f.Unit, []int{p}, held)[0]
		sums := sum(trialRows)
		if sums[asked] == 0 {
			continue
		}
		value := []float64{cost.of(sums), retention.of(sums)}
		values, at = append(values, value), append(at, i)
		diff := value[1] - f.Points[i].kept()
		k := slices.Index(f.Front, i)
		if k < 0 {
			others = append(others, diff)
			continue
		}
		own, change = append(own, value), append(change, diff)
		retained[k] = stats.ClusterMean(clusters(trialRows, kept, asked, f.Played.Repeats), alpha)
	}
	for _, e := range retained {
		h.Retention = append(h.Retention, lab.Figure(e, f.about(arena.LevelAnswer)))
	}
	h.Points = len(values)
	if len(own) == 0 {
		return nil
	}
	h.Change, h.Others = mean(change), mean(others)
	on, err := pareto.Front(values, []pareto.Objective{costIn(f.Unit).Objective, retention.Objective})
	if err != nil {
		return err
	}
	dearest := 0.0
	for _, v := range values {
		dearest = max(dearest, v[0])
	}
	for _, k := range on {
		if slices.Contains(f.Front, at[k]) {
			h.Still++
		}
	}
	all, err1 := f.area(values, dearest*1.001)
	mine, err2 := f.area(own, dearest*1.001)
	if err1 == nil && err2 == nil && all > 0 {
		h.Volume = mine / all
	}
	return nil
}

// mean is 0 of nothing.
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
