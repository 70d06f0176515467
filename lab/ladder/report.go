package ladder

import (
	_ "embed"
	"fmt"
	"strings"

	"contextarena.internal/reports"
)

// schema describes what a ladder is in JSON.
//
//go:embed schema.json
var schema []byte

// form is a ladder in JSON.
type form struct {
	Schema string `json:"schema"`
	Ladder
}

// Document is the ladder as a report.
func (l Ladder) Document() reports.Document {
	title := fmt.Sprintf("Scale ladder%s: %s (%s)", reports.Simulated(l.Simulated), reports.Plural(len(l.Suites), "suite"), strings.Join(l.Suites, ", "))
	return reports.Document{
		Title: title, Simulated: l.Simulated,
		Sections: []reports.Section{l.table()},
		Data:     form{"context-arena/ladder/1", l},
		Records:  l.records(),
		Charts:   []reports.Chart{l.chart(title)},
	}
}

// table has a row for each rung; a strategy's name stands in the first of its rows.
func (l Ladder) table() reports.Section {
	s := reports.Section{
		Head:  []string{"strategy", "tokens", "answer %", "context", "USD", "seconds"},
		Notes: []string{"tokens: of the whole conversation; context: given to the model for a question; USD: write and read of a trial, nominal; seconds: an answer of the model, as first recorded (– where none was: the simulated model takes no time)."},
	}
	for _, line := range l.Lines {
		name := l.name(line)
		for _, r := range line.Rungs {
			usd, seconds := "unknown", "–"
			if r.Cost.Priced {
				usd = fmt.Sprintf("%.5f", r.usd())
			}
			if r.AnswerSeconds > 0 {
				seconds = fmt.Sprintf("%.1f", r.AnswerSeconds)
			}
			s.Rows = append(s.Rows, reports.Row{name, reports.Thousands(r.tokens()), r.Answer, reports.Thousands(r.Cost.ContextTokens), usd, seconds})
			name = ""
		}
	}
	return s
}

// records are one row per strategy, model and rung. What isn't known is an empty cell: an interval,
// money where a model has no price, a time where no reply has one.
func (l Ladder) records() reports.Records {
	return reports.Records{
		Head: []string{
			"strategy", "model", "suite", "experiment", "stretch", "simulated", "repeats",
			"transcript_tokens", "context_tokens", "memory_tokens", "answer", "answer_low", "answer_high", "n", "scenarios", "left_out",
			"write_usd", "read_usd", "write_read_cached_usd", "answer_seconds", "note",
		},
		Rows: func(yield func([]any) bool) {
			for _, line := range l.Lines {
				for _, r := range line.Rungs {
					a, c := r.Answer.Form(), r.Cost
					var write, read, cached, seconds *float64
					if c.Priced {
						write, read, cached = &c.WriteUSD, &c.ReadUSD, &c.CachedUSD
					}
					if r.AnswerSeconds > 0 {
						seconds = &r.AnswerSeconds
					}
					if !yield([]any{
						line.Strategy, line.Model, a.Suite, r.Experiment, r.Stretch, l.Simulated, a.Repeats,
						c.TranscriptTokens, c.ContextTokens, c.MemoryTokens, a.Mean, a.Low, a.High, a.N, a.Scenarios, a.LeftOut,
						write, read, cached, seconds, a.Note,
					}) {
						return
					}
				}
			}
		},
	}
}
