package original

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/reports"
)

// warningsOf say what a reader must know before comparing the figures.
func warningsOf(r Report) []string {
	out := []string{
		"Measures of different codes can't be compared: P and A search the final answer, L-last and L-never memory texts, C the whole context, T the transcript.",
	}
	failed, refused, unnamed, logs := 0, 0, 0, false
	for _, f := range r.Files {
		failed, refused, unnamed = failed+f.Failed, refused+f.Refused, unnamed+f.Unnamed
		logs = logs || f.Format == contextarena.Loss || f.Format == contextarena.Extraction
	}
	if failed > 0 {
		out = append(out, fmt.Sprintf("%s broke off in the original. They are in its stored P, as failures, and in no other figure.", reports.Plural(failed, "run")))
	}
	if refused > 0 {
		out = append(out, fmt.Sprintf("Final answers that are canned refusals: %d. The original counts them as wrong; they are in no figure of ours.", refused))
	}
	if logs {
		out = append(out, "The logs don't say which memory replies were cut at the token cap; what a cut lost counts as lost.")
	}
	if unnamed > 0 {
		out = append(out, fmt.Sprintf("Verdicts stored under made-up names, so for no fact: %d. They are in the stored total marked so, and in no other figure.", unnamed))
	}
	return out
}

// form is a report in JSON.
type form struct {
	Schema  string `json:"schema"`
	Finding string `json:"finding"`
	Report
}

// Document is the report as it is written.
func (r Report) Document() reports.Document {
	return reports.Document{
		Finding: r.finding(),
		Browser: &reports.Browser{Page: page{"import", r.Experiment, r.Experiment.Number, r.Files, arena.FactTypes, r.Leaders()}},
		Title:   "Context Arena results, imported", Sections: r.sections(), Warnings: r.Warnings,
		Played: reports.Played{ID: r.Experiment.ID, Number: r.Experiment.Number, Status: "imported"},
		Data:   form{"context-arena/import/3", r.finding(), r}, Records: r.records(),
	}
}

// records are one row per verdict: a task, a probe of an answer, or a probe of one cycle's memory text.
func (r Report) records() reports.Records {
	return reports.Records{
		Head: []string{
			"file", "strategy", "scenario", "measure", "cycle", "probe", "fact", "type", "kind", "exposed_at_cycle", "at_risk",
			"stored", "legacy_again", "ours",
		},
		Rows: func(yield func([]any) bool) {
			for _, v := range r.Verdicts {
				if !yield([]any{
					v.File, v.Strategy, v.Scenario, v.Measure, v.Cycle, v.Probe, v.Fact, v.Type, v.Kind,
					v.ExposedAt, v.AtRisk, v.Stored, v.Legacy, v.Ours,
				}) {
					return
				}
			}
		},
	}
}

// sections are the tables of the report: what was read, then the
// figures file by file.
func (r Report) sections() []reports.Section {
	out := []reports.Section{r.files()}
	for _, f := range r.Files {
		if s := r.figures(f.Name); len(s.Rows) > 0 {
			out = append(out, s)
		}
	}
	if len(out) > 1 {
		out[1].Notes = []string{
			"stored: what the original's file says. legacy again: its rule (substrings) applied to the stored texts. ours: today's matchers, only kept counts. In brackets the 95 % interval of one run's counts (Wilson), which takes probes as independent; they are not quite.",
			"at risk: the message that first states the fact (2 × turn − 1) had been handed to the memory, as the log's message counts say, or without a log the schedule of a cycle every 8 messages with 4 kept raw. Facts the memory had not been shown can't be lost by it. not vacuous: without probes whose patterns earlier turns satisfy. not past: without values that no longer hold.",
			"By fact type: in a browser (--format html) and in JSON.",
		}
	}
	for i := range out {
		out[i].Widths = []int{22, 14}
	}
	return out
}

func (r Report) files() reports.Section {
	s := reports.Section{
		Title: "Imported from the original Context Arena",
		Head:  []string{"file", "format", "runs", "broke off", "refused", "texts", "verdicts"},
		Notes: []string{"refused: canned refusals as final answers. texts: final answers and memory texts, judged again here. verdicts: as stored."},
	}
	for _, f := range r.Files {
		s.Rows = append(s.Rows, reports.Row{
			f.Name, f.Format, f.Runs, f.Failed, f.Refused, f.Texts, reports.Thousands(float64(f.Verdicts)),
		})
	}
	return s
}

func (r Report) figures(file string) reports.Section {
	s := reports.Section{
		Title: "Published, recomputed and corrected (one run): " + file,
		Head:  []string{"strategy", "measure", "by", "out of", "count", "%"},
	}
	for _, f := range r.Figures {
		if f.File == file && f.Type == "" {
			s.Rows = append(s.Rows, reports.Row{f.Strategy, f.Measure, f.By, f.Over, f.Count, f})
		}
	}
	return s
}
