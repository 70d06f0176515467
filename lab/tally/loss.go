package tally

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Loss says where the facts of one strategy with one model went missing on their way to the
// answer. Current and derived probes of completed trials count.
type Loss struct {
	Strategy string    `json:"strategy"`
	Model    string    `json:"model"`
	Trials   int       `json:"trials"` // completed
	Rows     []LossRow `json:"rows"`   // all, exposed, not exposed
}

// LossRow is the part of the probes whose facts had, or had not, left the raw window.
type LossRow struct {
	Facts  string      `json:"facts"`  // all, exposed or not_exposed
	Probes int         `json:"probes"` // × trials
	Places []LossPlace `json:"places"` // each place once, in the order of the way
}

// LossPlace is one place. Shares are of the probes whose reply could be judged, so the void place
// has none.
type LossPlace struct {
	Place probes.Place   `json:"place"`
	Count int            `json:"count"` // probes × trials
	Share reports.Figure `json:"share"`
}

// places lists where facts go, in the order of the way.
var places = []probes.Place{
	probes.PlaceKept, probes.PlaceStale, probes.PlaceNotWritten, probes.PlaceLostLater,
	probes.PlaceNotShown, probes.PlaceMisread, probes.PlaceVoid,
}

// Losses locates the losses of every strategy of a result that completed a trial.
func Losses(r lab.Result) []Loss {
	out := []Loss{}
	for _, t := range All(r) {
		l := Loss{Strategy: t.Strategy, Model: t.Model, Trials: len(t.Scenarios)*t.Repeats - t.LeftOut}
		if l.Trials == 0 {
			continue
		}
		for _, part := range []struct {
			name string
			in   func(*probes.Finding) bool
		}{
			{"all", func(*probes.Finding) bool { return true }},
			{"exposed", func(f *probes.Finding) bool { return f.Exposed > 0 }},
			{"not_exposed", func(f *probes.Finding) bool { return f.Exposed == 0 }},
		} {
			l.Rows = append(l.Rows, t.lossRow(part.name, part.in))
		}
		out = append(out, l)
	}
	return out
}

// lossRow counts the places of the findings that in picks.
func (t Tally) lossRow(name string, in func(*probes.Finding) bool) LossRow {
	out := LossRow{Facts: name}
	counts := make([]map[probes.Place]int, len(t.Scenarios))
	for s := range counts {
		counts[s] = map[probes.Place]int{}
	}
	for s, f := range t.Findings() {
		if in(f) {
			counts[s][f.Place]++
			out.Probes++
		}
	}
	for _, place := range places {
		clusters := make([]stats.Cluster, len(counts))
		cell := LossPlace{Place: place}
		for s, c := range counts {
			cell.Count += c[place]
			clusters[s].Sum = float64(c[place])
			for _, other := range places {
				if other != probes.PlaceVoid {
					clusters[s].N += float64(c[other])
				}
			}
		}
		if place != probes.PlaceVoid {
			cell.Share = t.Ratio(arena.LevelAnswer, clusters)
		}
		out.Places = append(out.Places, cell)
	}
	return out
}

// Ratio is a share whose cases differ from repeat to repeat: both its counts, summed over the
// completed trials of a scenario, are averaged over them first.
func (t Tally) Ratio(level arena.Level, sums []stats.Cluster) reports.Figure {
	return reports.FigureOf(stats.ClusterMean(t.averaged(sums), Alpha), t.About(level, reports.Sampled))
}

// Mean is a mean of something other than shares; see Ratio.
func (t Tally) Mean(level arena.Level, sums []stats.Cluster) reports.Figure {
	return reports.FigureOf(stats.PairedMean(t.averaged(sums), false, Alpha), t.About(level, reports.Sampled))
}

func (t Tally) averaged(sums []stats.Cluster) []stats.Cluster {
	completed := make([]float64, len(sums))
	for s := range t.Completed() {
		completed[s]++
	}
	out := make([]stats.Cluster, len(sums))
	for s, c := range sums {
		if n := completed[s]; n > 0 {
			out[s] = stats.Cluster{Sum: c.Sum / n, N: c.N / n}
		}
	}
	return out
}

// LossShares is where the answers of each strategy were lost, as shares of all facts; title goes on with
// what was played.
func LossShares(all []Loss, title string) reports.Section {
	s := reports.Section{
		Title: "Where answers were lost, % of all facts ± reach of 95 % interval" + title,
		Head:  []string{"strategy", "kept", "stale", "not\nwritten", "lost\nlater", "not\nshown", "misread"},
		Notes: []string{"Current and derived probes, exposed or not, void replies left out."},
	}
	for _, l := range all {
		name := l.Strategy
		if all[0].Model != all[len(all)-1].Model {
			name += " " + l.Model
		}
		row := reports.Row{name}
		for _, p := range l.Rows[0].Places[:6] {
			row = append(row, p.Share.Narrow())
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
