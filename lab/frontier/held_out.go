package frontier

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// HeldOut is the front on scenarios that had no say in choosing it.
type HeldOut struct {
	Retention []reports.Figure `json:"retention"` // of the front; undefined where trials are missing
	// Change is the mean over the front of retention on the held-out scenarios less that on the others,
	// and Others the same of the points that aren't on it: scenarios differ in how hard they are for
	// all, and what the front loses beyond that it owed to luck. 0 where no such point was played on them.
	Change float64 `json:"change"`
	Others float64 `json:"others"`
}

// holdOut checks the front on the scenarios held out, if there are any.
func (f *Frontier) holdOut(held []*arena.Scenario) {
	if len(held) == 0 {
		return
	}
	f.HeldOut = &HeldOut{}
	retained := make([]stats.Estimate, len(f.Front))
	complete := f.swept.whole(held)
	var change, others []float64
	for i, p := range f.points {
		all := f.swept.over(p, held...)
		if !slices.Contains(complete, p) || !all.measured() {
			continue
		}
		of := &others
		if k := slices.Index(f.Front, i); k >= 0 {
			of, retained[k] = &change, clustered(f.swept.byScenario(p, held), f.Played.Repeats, keptOf)
		}
		*of = append(*of, all.retention()-f.Points[i].kept())
	}
	for _, e := range retained {
		f.HeldOut.Retention = append(f.HeldOut.Retention, reports.FigureOf(e, f.about(arena.LevelAnswer)))
	}
	if len(change) > 0 {
		f.HeldOut.Change = stat.Mean(change, nil)
	}
	if len(others) > 0 {
		f.HeldOut.Others = stat.Mean(others, nil)
	}
}
