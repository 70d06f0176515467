package page

import (
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/lab/leaderboard"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Pair is a row against a reference, paired by scenario and repeat: the row minus the reference with its interval,
// scenarios as a sample, for these measures of package contrast, as arena compare gives them: the intervals of answers hold for all
// rows at once.
type Pair struct {
	Row    int                       `json:"row"`    // of Page.Rows
	Trials int                       `json:"trials"` // that both completed, in pairs
	Same   int                       `json:"same"`   // of them, pairs that are one and the same trial
	Deltas map[string]reports.Figure `json:"deltas"` // by measure; what can't be estimated has no mean
}

// compared are the measures of a Pair.
var compared = []string{"answer", "stale", "cost_usd"}

// most is how many rows are set against each other. Beyond it there would be more pairs than anyone reads.
const most = 60

// pairs are chapters, one for each row: every other row of its model against it. Pairs that share no completed trial are
// left out. Arms are made for a chapter and dropped with it: those of a very large
// experiment are as large as its trials.
func pairs(r lab.Result, rep leaderboard.Report) []reports.Chapter {
	var out []reports.Chapter
	for reference := range rep.Leaderboard {
		out = append(out, reports.Chapter{Name: fmt.Sprintf("pairs-%d", reference), Read: func() (any, error) {
			if len(rep.Leaderboard) > most {
				return []Pair{}, nil
			}
			return against(lab.Arms(r), rep.Leaderboard, reference), nil
		}})
	}
	return out
}

// against sets the rows of a model against one of them; arms are all there are.
func against(arms []contrast.Arm, rows []leaderboard.Row, reference int) []Pair {
	out := []Pair{}
	arms = slices.DeleteFunc(slices.Clone(arms), func(a contrast.Arm) bool { return a.Model != rows[reference].Model })
	armOf := func(row int) int {
		return slices.IndexFunc(arms, func(a contrast.Arm) bool { return a.Strategy == rows[row].Strategy })
	}
	b := armOf(reference)
	to, answers := arms[b], contrast.Measures[0]
	for row, of := range rows {
		if row == reference || of.Model != to.Model {
			continue
		}
		p, err := pair(arms[armOf(row)], to)
		if err != nil {
			continue // they completed nothing alike: arms of one experiment have no other reason
		}
		p.Row = row
		out = append(out, p)
	}
	var lines [][]float64 // in the order in which arena compare has them: the draws are the same
	for _, a := range arms {
		lines = append(lines, a.Line(answers))
	}
	if slices.ContainsFunc(lines, func(line []float64) bool { return len(line) != len(lines[0]) }) {
		return out
	}
	intervals := stats.Against(lines, b, tally.Alpha, 1)
	for _, p := range out {
		if interval := intervals[armOf(p.Row)]; interval != nil {
			d := p.Deltas[answers.Name]
			e := d.Estimate()
			e.Interval = &stats.Interval{Low: max(-1, interval.Low), High: min(1, interval.High)}
			p.Deltas[answers.Name] = reports.FigureOf(e, d.About())
		}
	}
	return out
}

func pair(a, b contrast.Arm) (Pair, error) {
	m, err := contrast.Match(a, b)
	if err != nil {
		return Pair{}, err
	}
	out := Pair{Trials: m.Pairs, Same: m.Same, Deltas: map[string]reports.Figure{}}
	for _, of := range contrast.Measures {
		if !slices.Contains(compared, of.Name) {
			continue
		}
		if readings, ok := m.Read(of); ok {
			e := readings.Estimate(reports.Sampled, m.Paired, of.Unit == contrast.Share, tally.Alpha)
			out.Deltas[of.Name] = reports.FigureOf(e, reports.About{Estimand: reports.Sampled})
		}
	}
	return out, nil
}
