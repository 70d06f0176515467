package frontier

import (
	"slices"

	"contextarena.internal/reports"
)

// recordsHead are the columns of the records after those of the dimensions.
var recordsHead = []string{
	"strategy", "memory_model", "model", "suite", "experiment", "simulated", "repeats", "scenarios", "stands_for",
	"on_front", "maybe", "knee", "ceiling", "chance_on_front", "chance_low", "chance_high", "cost", "unit",
	"write_usd", "read_usd", "question_usd", "write_tokens", "read_tokens", "question_tokens", "latency_seconds",
	"retention", "retention_low", "retention_high", "n",
	"worst", "worst_type", "tasks", "tasks_low", "tasks_high", "note",
}

// records are one row per point and one for the ceiling, the levels of its dimensions first. What isn't known is an empty cell.
func (f Frontier) records() reports.Records {
	out := reports.Records{Rows: func(yield func([]any) bool) {
		for i := range f.Points {
			if !yield(f.record(i, f.Points[i])) {
				return
			}
		}
		if f.Ceiling != nil {
			yield(f.record(-1, *f.Ceiling))
		}
	}}
	for _, d := range f.Played.Dimensions {
		out.Head = append(out.Head, d.Name)
	}
	out.Head = append(out.Head, recordsHead...)
	return out
}

// record is a point's row; i is -1 for the ceiling.
func (f Frontier) record(i int, p Point) []any {
	s := f.Played
	var row []any
	for _, level := range p.Levels {
		row = append(row, level)
	}
	var write, read, question *float64
	if p.USD != nil {
		write, read, question = &p.USD.Write, &p.USD.Read, &p.USD.Question
	}
	kept, tasks := p.Retention.Form(), p.Tasks.Form()
	return append(row,
		p.Label, p.MemoryModel, s.Model, s.Suite, s.ID, s.Simulated, s.Repeats, len(s.Scenarios), p.Stands,
		slices.Contains(f.Front, i), slices.Contains(f.Maybe, i), f.Knee != nil && *f.Knee == i, i < 0, p.OnFront, p.OnFrontLow, p.OnFrontHigh, p.Cost, f.Unit,
		write, read, question, p.Tokens.Write, p.Tokens.Read, p.Tokens.Question, p.LatencySeconds,
		kept.Mean, kept.Low, kept.High, kept.N,
		p.Worst, string(p.WorstType), tasks.Mean, tasks.Low, tasks.High, kept.Note,
	)
}
