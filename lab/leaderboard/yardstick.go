package leaderboard

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// control is the tally of a control: of this experiment, or of the one it is borrowed from.
func control(r lab.Result, name, model string) tally.Tally {
	t := tally.Of(r, name, model)
	if t.Stored > 0 {
		return t
	}
	for _, b := range r.Borrowed {
		if b.Control == name && b.Model == model {
			t.Add(b.Trials, name, model)
		}
	}
	return t
}

// ofFull is where the answer figure lies between no memory and the whole conversation. It is
// left empty, with the reason, where those two aren't clearly apart.
func ofFull(r lab.Result, t tally.Tally) reports.Figure {
	none, full := control(r, lab.None, t.Model), control(r, lab.FullContext, t.Model)
	about := t.About(arena.LevelAnswer, reports.Sampled)
	if none.Stored == 0 || full.Stored == 0 {
		return reports.FigureOf(stats.Estimate{Note: "none and full_context weren't both played"}, about)
	}
	return reports.FigureOf(stats.Rescale(t.Answers(), none.Answers(), full.Answers(), resamples, seed, tally.Alpha), about)
}

// Bracket is what multiple comparisons say of a candidate: its difference to the best of the
// others lies between Low and High, for all candidates at once (Hsu 1984, 95 %).
type Bracket struct {
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	MaybeBest bool    `json:"maybe_best"` // it isn't excluded from being the best
	Note      string  `json:"note,omitempty"`
}

// bracket compares the candidates among a model's rows with the best of them, on the scenarios that all
// of them completed.
func bracket(r lab.Result, rows []Row) {
	var candidates []int
	var means [][]float64
	for i, row := range rows {
		if !row.Control && row.Answer.Defined() {
			candidates = append(candidates, i)
			var mine []float64
			for _, c := range tally.Of(r, row.Strategy, row.Model).Answers() {
				share := -1.0 // none
				if c.N > 0 {
					share = c.Sum / c.N
				}
				mine = append(mine, share)
			}
			means = append(means, mine)
		}
	}
	if len(candidates) < 2 {
		return
	}
	means, left := common(means)
	brackets, note := stats.Best(means, tally.Alpha, seed)
	if left > 0 {
		note = strings.TrimPrefix(fmt.Sprintf("%s; %d scenarios that not all completed are left out", note, left), "; ")
	}
	for k, i := range candidates {
		b := brackets[k]
		rows[i].Best = &Bracket{Low: b.Low, High: b.High, MaybeBest: b.MaybeBest, Note: note}
	}
}

// common keeps the scenarios in which every strategy has a mean, and counts the others.
func common(means [][]float64) (kept [][]float64, left int) {
	kept = make([][]float64, len(means))
	for s := range means[0] {
		if slices.ContainsFunc(means, func(m []float64) bool { return m[s] < 0 }) {
			left++
			continue
		}
		for k := range means {
			kept[k] = append(kept[k], means[k][s])
		}
	}
	return kept, left
}
