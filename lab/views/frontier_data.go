package views

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
)

// FrontierSchema describes what Frontier.JSON writes.
//
//go:embed frontier.schema.json
var FrontierSchema []byte

// FrontierForm names the form of a frontier in JSON; see frontier.schema.json.
const FrontierForm = "context-arena/frontier/1"

// JSON writes the frontier as indented JSON of the form FrontierSchema describes.
func (r Frontier) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// frontierHead are the columns of Frontier.CSV after those of the dimensions.
var frontierHead = []string{
	"strategy", "memory_model", "model", "suite", "experiment", "simulated", "repeats", "scenarios", "stands_for",
	"on_front", "maybe", "knee", "chance_on_front", "cost", "unit",
	"write_usd", "read_usd", "question_usd", "write_tokens", "read_tokens", "question_tokens", "latency_seconds",
	"retention", "retention_low", "retention_high", "n", "corrected_by_repeats", "corrected_by_scenarios",
	"worst", "worst_type", "weighted", "tasks", "tasks_low", "tasks_high", "on_front_with_worst", "chance_with_worst", "note",
}

// CSV writes one row per point, the levels of its dimensions first. What isn't known is an empty cell.
// Cells that a spreadsheet would take for a formula get an apostrophe.
func (r Frontier) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var head []string
	for _, d := range r.Swept.Dimensions {
		head = append(head, d.Name)
	}
	if err := out.Write(guarded(append(head, frontierHead...))); err != nil {
		return err
	}
	for i := range r.Points {
		if err := out.Write(guarded(r.row(i))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r Frontier) row(i int) []string {
	p, s := r.Points[i], r.Swept
	usd := []string{"", "", ""}
	if p.USD != nil {
		usd = []string{exactly(&p.USD.Write), exactly(&p.USD.Read), exactly(&p.USD.Question)}
	}
	kept := p.Retention.Estimate()
	retention, tasks := p.Retention.Form(), p.Tasks.Form()
	var byRepeats, byScenarios *float64
	if h := p.Corrected.ByRepeats; h != nil {
		byRepeats = &h.Retention
	}
	if h := p.Corrected.ByScenarios; h != nil {
		byScenarios = &h.Retention
	}
	row := append(slices.Clone(p.Levels),
		p.Strategy, p.MemoryModel, s.Model, s.Suite, s.ID, strconv.FormatBool(s.Simulated), strconv.Itoa(s.Repeats), strconv.Itoa(len(s.Scenarios)), strconv.Itoa(p.Stands),
		strconv.FormatBool(slices.Contains(r.Front, i)), strconv.FormatBool(slices.Contains(r.Maybe, i)), strconv.FormatBool(r.Knee != nil && *r.Knee == i), exactly(p.OnFront), exactly(&p.Cost), r.Unit)
	row = append(row, usd...)
	return append(row, exactly(&p.Tokens.Write), exactly(&p.Tokens.Read), exactly(&p.Tokens.Question), exactly(p.LatencySeconds),
		exactly(retention.Mean), exactly(retention.Low), exactly(retention.High), exactly(&kept.N), exactly(byRepeats), exactly(byScenarios),
		exactly(p.Worst), string(p.WorstType), exactly(p.Weighted), exactly(tasks.Mean), exactly(tasks.Low), exactly(tasks.High),
		strconv.FormatBool(slices.Contains(r.WithWorst, i)), exactly(p.WithWorst), kept.Note)
}
