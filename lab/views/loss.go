package views

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Loss says where the facts of one strategy with one model went missing.
type Loss = tally.Loss

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
