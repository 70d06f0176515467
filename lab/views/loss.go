package views

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
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

// Blame says whose the losses are of a model's candidates that write notes: the answers to current and
// derived probes of completed trials that weren't kept. Replies that couldn't be judged are in neither count.
type Blame struct {
	Model   string         `json:"model"`
	Memory  int            `json:"memory"`  // the context lacked the value, or had the old one
	Reader  int            `json:"reader"`  // the context had it
	Ceiling reports.Figure `json:"ceiling"` // what oracle's answers kept
}

// blames are those of the models with losses.
func blames(r lab.Result, rows []Row) []Blame {
	var out []Blame
	for _, model := range r.Planned.Models {
		b := Blame{Model: model, Ceiling: control(r, lab.Oracle, model).Kept(arena.LevelAnswer)}
		for _, row := range rows {
			if row.Model != model || row.Control || row.Cost.MemoryTokens == 0 {
				continue
			}
			for _, f := range tallyOf(r, row.Strategy, model).Findings() {
				answer := tally.ShareOf(f.At(arena.LevelAnswer).Result, probes.Kept)
				switch {
				case !answer.Counts || answer.Yes:
				case f.At(arena.LevelContext).Result == probes.Kept:
					b.Reader++
				default:
					b.Memory++
				}
			}
		}
		if b.Memory+b.Reader > 0 {
			out = append(out, b)
		}
	}
	return out
}

// line is what stands under the leaderboard.
func (b Blame) line() string {
	all := float64(b.Memory + b.Reader)
	memory := math.Round(100 * float64(b.Memory) / all)
	line := fmt.Sprintf("Of %s answers that strategies with notes didn't keep, %.0f %% had lost the value before the question (memory's), %.0f %% had it in view (the reader's)",
		reports.Thousands(all), memory, 100-memory)
	if b.Ceiling.Defined() {
		line += fmt.Sprintf("; oracle, %.1f %%, is the ceiling", 100*b.Ceiling.Estimate().Mean)
	}
	return line + "."
}

// places lists where facts go, in the order of the way.
var places = []probes.Place{
	probes.PlaceKept, probes.PlaceStale, probes.PlaceNotWritten, probes.PlaceLostLater,
	probes.PlaceNotShown, probes.PlaceMisread, probes.PlaceVoid,
}

// losses locates the losses of every strategy of a result that completed a trial.
func losses(r lab.Result) []Loss {
	out := []Loss{}
	for _, t := range tallies(r) {
		l := Loss{Strategy: t.Strategy, Model: t.Model, Trials: len(t.Scenarios)*t.Repeats - t.LeftOut}
		if l.Trials == 0 {
			continue
		}
		for _, part := range []struct {
			name string
			in   func(probes.Finding) bool
		}{
			{"all", func(probes.Finding) bool { return true }},
			{"exposed", func(f probes.Finding) bool { return f.Exposed > 0 }},
			{"not_exposed", func(f probes.Finding) bool { return f.Exposed == 0 }},
		} {
			l.Rows = append(l.Rows, t.lossRow(part.name, part.in))
		}
		out = append(out, l)
	}
	return out
}

// lossRow counts the places of the findings that in picks.
func (t tallied) lossRow(name string, in func(probes.Finding) bool) LossRow {
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
			cell.Share = t.ratio(arena.LevelAnswer, clusters)
		}
		out.Places = append(out.Places, cell)
	}
	return out
}

// ratio is a share whose cases differ from repeat to repeat: both its counts, summed over the
// completed trials of a scenario, are averaged over them first.
func (t tallied) ratio(level arena.Level, sums []stats.Cluster) reports.Figure {
	return lab.Figure(stats.ClusterMean(t.averaged(sums), alpha), t.About(level, reports.Sampled))
}

// mean is a mean of something other than shares; see ratio.
func (t tallied) mean(level arena.Level, sums []stats.Cluster) reports.Figure {
	return lab.Figure(stats.PairedMean(t.averaged(sums), false, alpha), t.About(level, reports.Sampled))
}

func (t tallied) averaged(sums []stats.Cluster) []stats.Cluster {
	out := make([]stats.Cluster, len(sums))
	for s, c := range sums {
		completed := 0.0
		for _, trial := range t.Trials[s] {
			if trial.Outcome == arena.Completed {
				completed++
			}
		}
		if completed > 0 {
			out[s] = stats.Cluster{Sum: c.Sum / completed, N: c.N / completed}
		}
	}
	return out
}

// lossSheets are the tables of losses: counts of exposed facts and of the others, then shares.
func lossSheets(all []Loss, title string) []sheet {
	several := severalModels(len(all), func(i int) string { return all[i].Model })
	counts := func(row int, what string, places []int, head ...string) sheet {
		s := sheet{title: "Where answers were lost, " + what + title, head: append([]string{"strategy", "of"}, head...)}
		for _, l := range all {
			line := []string{label(l.Strategy, l.Model, several), fmt.Sprint(l.Rows[row].Probes)}
			for _, p := range places {
				line = append(line, fmt.Sprint(l.Rows[row].Places[p].Count))
			}
			s.rows = append(s.rows, line)
		}
		return s
	}
	exposed := counts(1, "facts that had left the window", []int{0, 1, 2, 3, 4, 5, 6}, "kept", "stale", "not\nwritten", "lost\nlater", "not\nshown", "misread", "void")
	exposed.notes = []string{"Answer level, counts of current and derived probes × completed trials. not written: the cycle that took the message away left nothing of it; lost later: by a further cycle; not shown: in the memory, or never compacted, but not in the context; misread: in the context, answered wrong; void: the reply was cut or refused."}
	raw := counts(2, "facts never out of the window", []int{0, 1, 4, 5, 6}, "kept", "stale", "not\nshown", "misread", "void")

	shares := sheet{
		title: "Where answers were lost, % of all facts ± reach of 95 % interval" + title,
		head:  []string{"strategy", "kept", "stale", "not\nwritten", "lost\nlater", "not\nshown", "misread"},
		notes: []string{"Current and derived probes, exposed or not, void replies left out."},
	}
	for _, l := range all {
		line := []string{label(l.Strategy, l.Model, several)}
		for _, p := range l.Rows[0].Places[:6] {
			line = append(line, shares.caption.Narrow(p.Share))
		}
		shares.rows = append(shares.rows, line)
	}
	return []sheet{exposed, raw, shares}
}

// severalModels reports whether rows are of more than one model.
func severalModels(n int, model func(int) string) bool {
	for i := range n {
		if model(i) != model(0) {
			return true
		}
	}
	return false
}

// label is a row's strategy, with its model where there are several.
func label(strategy, model string, several bool) string {
	if several {
		return strategy + " " + model
	}
	return strategy
}
