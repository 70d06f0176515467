package leaderboard

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
)

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
		b := Blame{Model: model, Ceiling: tally.Of(r, lab.Oracle, model).Kept(arena.LevelAnswer)}
		for _, row := range rows {
			if row.Model == model && !row.Control && row.Cost.MemoryTokens > 0 {
				b.Memory, b.Reader = b.Memory+row.memory, b.Reader+row.reader
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
