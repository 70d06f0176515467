package original

import (
	"fmt"
	"slices"

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
		Browser: &reports.Browser{Page: page{"import", r.Experiment, r.Experiment.Number, r.Files, arena.FactTypes, r.leaders()}},
		Title:   "Context Arena results, imported", Sections: r.sections(), Warnings: r.Warnings,
		Played: reports.Played{ID: r.Experiment.ID, Number: r.Experiment.Number, Status: "imported"},
		Data:   form{"context-arena/import/1", r.finding(), r}, Records: r.records(),
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
		out = append(out, r.figures(f.Name))
		out = append(out, r.types(f.Name)...)
		for _, s := range []reports.Section{r.survival(f.Name), r.transitions(f.Name), r.agreement(f.Name)} {
			if len(s.Rows) > 0 {
				out = append(out, s)
			}
		}
	}
	out[1].Notes = []string{
		"stored: what the original's file says. legacy again: its rule (substrings) applied to the stored texts. ours: today's matchers, only kept counts. In brackets the 95 % interval of one run's counts (Wilson), which takes probes as independent; they are not quite.",
		"at risk: the message that first states the fact (2 × turn − 1) had been handed to the memory, as the log's message counts say, or without a log the schedule of a cycle every 8 messages with 4 kept raw. Facts the memory had not been shown can't be lost by it. not vacuous: without probes whose patterns earlier turns satisfy. not past: without values that no longer hold.",
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
			s.Rows = append(s.Rows, reports.Row{f.Strategy, f.Measure, f.By, f.Over, countOf(f.Count), interval(f)})
		}
	}
	return s
}

// interval is the share with its interval, in percent.
func interval(f contextarena.Figure) string {
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100*f.Share, 100*f.Low, 100*f.High)
}

func countOf(c contextarena.Count) string { return fmt.Sprintf("%d/%d", c.K, c.N) }

// typed reports whether a figure has a column in the tables by fact type. The others differ from
// one of these by a few verdicts and stand in the main table.
func typed(f contextarena.Figure) bool {
	switch {
	case f.Over == contextarena.Tasks, f.Over == contextarena.AllSomeUnnamed, f.Over == contextarena.AtRiskHolding:
		return false
	case f.Measure == contextarena.LNever, f.Measure == contextarena.LLast && f.Over == contextarena.AllProbes:
		return f.By == contextarena.Stored
	}
	return true
}

// types are tables by fact type: one for each strategy of a file that has such figures.
func (r Report) types(file string) []reports.Section {
	var order []string
	of := map[string][]contextarena.Figure{}
	for _, f := range r.Figures {
		if f.File != file {
			continue
		}
		if of[f.Strategy] == nil {
			order = append(order, f.Strategy)
		}
		of[f.Strategy] = append(of[f.Strategy], f)
	}
	var out []reports.Section
	for _, strategy := range order {
		columns := typeColumns(of[strategy])
		for part := range slices.Chunk(columns, widthOf(len(columns))) {
			if s := typeSheet(of[strategy], part); len(s.Rows) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// briefly are denominators in the heads of narrow columns.
var briefly = map[contextarena.Over]string{contextarena.AllProbes: "all", contextarena.AtRisk: "at risk", contextarena.AtRiskTelling: "not vacuous"}

// typeColumns are the figures over all types that have figures by type. One over all types comes
// before those of its types.
func typeColumns(figures []contextarena.Figure) []contextarena.Figure {
	var out []contextarena.Figure
	for i, f := range figures {
		if f.Type == "" && typed(f) && i+1 < len(figures) && figures[i+1].Type != "" {
			out = append(out, f)
		}
	}
	return out
}

// widthOf is how many of n columns stand in one table: with their intervals four fit in 80
// columns of text, and tables of equal width read better than one that is nearly empty.
func widthOf(n int) int {
	const most = 4
	tables := max(1, (n+most-1)/most)
	return max(1, (n+tables-1)/tables)
}

// typeSheet is a table by fact type of one strategy.
func typeSheet(figures, columns []contextarena.Figure) reports.Section {
	s := reports.Section{
		Title: fmt.Sprintf("By fact type (one run): %s, %s", figures[0].Strategy, figures[0].File),
		Head:  []string{"type"},
	}
	for _, f := range columns {
		s.Head = append(s.Head, fmt.Sprintf("%s %s, %s", f.Measure, f.By, briefly[f.Over]))
	}
	row := func(name string, t arena.FactType) {
		cells, found := reports.Row{name}, false
		for _, c := range columns {
			cell := "–"
			for _, f := range figures {
				if f.Type == t && f.Measure == c.Measure && f.By == c.By && f.Over == c.Over {
					found, cell = true, fmt.Sprintf("%s [%.0f–%.0f]", countOf(f.Count), 100*f.Low, 100*f.High)
				}
			}
			cells = append(cells, cell)
		}
		if found {
			s.Rows = append(s.Rows, cells)
		}
	}
	for _, t := range arena.FactTypes {
		row(string(t), t)
	}
	row("all", "")
	return s
}

func (r Report) survival(file string) reports.Section {
	s := reports.Section{
		Title: "Memory texts by cycles since first exposure, retained/at risk (one run): " + file,
		Head:  []string{"strategy", "by", "type"},
		Notes: []string{"+0 is the first cycle that was shown the fact. A fact whose conversation ends is in no later column; each column has its own facts, so these are counts and no survival curve."},
	}
	longest := 0
	for _, x := range r.Survival {
		if x.File == file {
			longest = max(longest, len(x.After))
		}
	}
	for k := range longest {
		s.Head = append(s.Head, fmt.Sprintf("+%d", k))
	}
	for _, x := range r.Survival {
		if x.File != file {
			continue
		}
		name := x.Type
		if name == "" {
			name = "all"
		}
		row := reports.Row{x.Strategy, x.By, name}
		for k := range longest {
			cell := ""
			if k < len(x.After) {
				cell = fmt.Sprintf("%d/%d", x.After[k].Kept, x.After[k].AtRisk)
			}
			row = append(row, cell)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

func (r Report) transitions(file string) reports.Section {
	s := reports.Section{
		Title: "Facts at risk from one cycle to the next (one run): " + file,
		Head:  []string{"strategy", "by", "stays", "is lost", "stays lost", "comes back"},
	}
	for _, t := range r.Transitions {
		if t.File != file {
			continue
		}
		s.Rows = append(s.Rows, reports.Row{
			t.Strategy, t.By, t.KeptKept, t.KeptMissing, t.MissingMissing, t.MissingKept,
		})
	}
	return s
}

func (r Report) agreement(file string) reports.Section {
	s := reports.Section{
		Title: "Stored verdicts that the original's rule gives again: " + file,
		Head:  []string{"strategy", "measure", "of", "agree"},
		Notes: []string{"A verdict that isn't given again was stored by an older form of the rule, or its file was changed."},
	}
	for _, a := range r.Agreement {
		if a.File != file {
			continue
		}
		s.Rows = append(s.Rows, reports.Row{a.Strategy, a.Measure, a.Of, countOf(a.Count)})
	}
	return s
}
