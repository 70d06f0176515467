package leaderboard

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
			for _, f := range tally.Of(r, row.Strategy, model).Findings() {
				answer := keptAt(f, arena.LevelAnswer)
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
	for _, t := range tally.All(r) {
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
			l.Rows = append(l.Rows, lossRow(t, part.name, part.in))
		}
		out = append(out, l)
	}
	return out
}

// lossRow counts the places of the findings that in picks.
func lossRow(t tally.Tally, name string, in func(probes.Finding) bool) LossRow {
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
			cell.Share = ratio(t, arena.LevelAnswer, clusters)
		}
		out.Places = append(out.Places, cell)
	}
	return out
}

// lossSections are the tables of losses: counts of exposed facts and of the others, then shares.
func (r Report) lossSections() []reports.Section {
	// table has the cells of these places in one of the rows of each strategy.
	table := func(row int, places []int, cell func(LossPlace) any) (out []reports.Row) {
		for _, l := range r.Loss {
			line := reports.Row{r.label(l.Strategy, l.Model), l.Rows[row].Probes}
			if row == 0 {
				line = line[:1]
			}
			for _, p := range places {
				line = append(line, cell(l.Rows[row].Places[p]))
			}
			out = append(out, line)
		}
		return out
	}
	count := func(p LossPlace) any { return p.Count }
	return []reports.Section{{
		Title: "Where answers were lost, facts that had left the window" + r.title(),
		Head:  []string{"strategy", "of", "kept", "stale", "not\nwritten", "lost\nlater", "not\nshown", "misread", "void"},
		Rows:  table(1, []int{0, 1, 2, 3, 4, 5, 6}, count),
		Notes: []string{"Answer level, counts of current and derived probes × completed trials. not written: the cycle that took the message away left nothing of it; lost later: by a further cycle; not shown: in the memory, or never compacted, but not in the context; misread: in the context, answered wrong; void: the reply was cut or refused."},
	}, {
		Title: "Where answers were lost, facts never out of the window" + r.title(),
		Head:  []string{"strategy", "of", "kept", "stale", "not\nshown", "misread", "void"},
		Rows:  table(2, []int{0, 1, 4, 5, 6}, count),
	}, {
		Title: "Where answers were lost, % of all facts ± reach of 95 % interval" + r.title(),
		Head:  []string{"strategy", "kept", "stale", "not\nwritten", "lost\nlater", "not\nshown", "misread"},
		Rows:  table(0, []int{0, 1, 2, 3, 4, 5}, func(p LossPlace) any { return p.Share.Narrow() }),
		Notes: []string{"Current and derived probes, exposed or not, void replies left out."},
	}}
}
