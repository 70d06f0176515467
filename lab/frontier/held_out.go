package frontier

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
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
func (f *Frontier) holdOut(held []*arena.Scenario) error {
	if len(held) == 0 {
		return nil
	}
	h := &HeldOut{}
	f.HeldOut = h
	retained := make([]stats.Estimate, len(f.Front))
	complete := f.swept.whole(held)
	var values, own [][]float64
	var at []int // of f.Points
	var change, others []float64
	for i, p := range f.points {
		all := f.swept.over(p, held...)
		if !slices.Contains(complete, p) || !all.measured() {
			continue
		}
		value := []float64{math.Log10(all.cost(f.Unit)), all.retention()}
		values, at = append(values, value), append(at, i)
		diff := value[1] - f.Points[i].kept()
		k := slices.Index(f.Front, i)
		if k < 0 {
			others = append(others, diff)
			continue
		}
		own, change = append(own, value), append(change, diff)
		retained[k] = clustered(f.swept.byScenario(p, held), f.Played.Repeats, keptOf)
	}
	for _, e := range retained {
		h.Retention = append(h.Retention, reports.FigureOf(e, f.about(arena.LevelAnswer)))
	}
	h.Points = len(values)
	if len(own) == 0 {
		return nil
	}
	h.Change = stat.Mean(change, nil)
	if len(others) > 0 {
		h.Others = stat.Mean(others, nil)
	}
	on, err := pareto.Front(values, objectives(f.Unit, true))
	if err != nil {
		return err
	}
	dearest := values[0][0]
	for _, v := range values {
		dearest = max(dearest, v[0])
	}
	for _, k := range on {
		if slices.Contains(f.Front, at[k]) {
			h.Still++
		}
	}
	reference := []float64{dearest + math.Log10(beyondDearest), 0}
	all, err1 := pareto.Hypervolume(values, objectives(f.Unit, true), reference)
	mine, err2 := pareto.Hypervolume(own, objectives(f.Unit, true), reference)
	if err1 == nil && err2 == nil && all > 0 {
		h.Volume = mine / all
	}
	return nil
}
