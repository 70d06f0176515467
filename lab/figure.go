package lab

import (
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Figure is an estimate as reports show it.
func Figure(e stats.Estimate, about reports.About) reports.Figure {
	out := reports.Estimate{Mean: e.Mean, N: e.N, Clusters: e.Clusters, Note: e.Note}
	if i := e.Interval; i != nil {
		out.Interval = &reports.Interval{Low: i.Low, High: i.High}
	}
	return reports.FigureOf(out, about)
}
