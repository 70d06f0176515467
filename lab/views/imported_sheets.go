package views

import (
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/reports"
)

// importWarnings say what a reader must know before comparing the figures.
func importWarnings(r ImportReport) []string {
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

// sheets are the tables of the report, each at most 80 columns wide: what was read, then the
// figures file by file.
func (r ImportReport) sheets() []sheet {
	out := []sheet{r.files()}
	for _, f := range r.Files {
		out = append(out, r.figures(f.Name))
		out = append(out, r.types(f.Name)...)
		for _, s := range []sheet{r.survival(f.Name), r.transitions(f.Name), r.agreement(f.Name)} {
			if len(s.rows) > 0 {
				out = append(out, s)
			}
		}
	}
	out[1].notes = []string{
		"stored: what the original's file says. legacy again: its rule (substrings) applied to the stored texts. ours: today's matchers, only kept counts. In brackets the 95 % interval of one run's counts (Wilson), which takes probes as independent; they are not quite.",
		"at risk: the message that first states the fact (2 × turn − 1) had been handed to the memory, as the log's message counts say, or without a log the schedule of a cycle every 8 messages with 4 kept raw. Facts the memory had not been shown can't be lost by it. not vacuous: without probes whose patterns earlier turns satisfy. not past: without values that no longer hold.",
	}
	return out
}

func (r ImportReport) files() sheet {
	s := sheet{
		title: "Imported from the original Context Arena",
		head:  []string{"file", "format", "runs", "broke off", "refused", "texts", "verdicts"},
		notes: []string{"refused: canned refusals as final answers. texts: final answers and memory texts, judged again here. verdicts: as stored."},
	}
	for _, f := range r.Files {
		s.rows = append(s.rows, []string{
			f.Name, string(f.Format), fmt.Sprint(f.Runs), fmt.Sprint(f.Failed), fmt.Sprint(f.Refused), fmt.Sprint(f.Texts), reports.Thousands(float64(f.Verdicts)),
		})
	}
	return s
}

func (r ImportReport) figures(file string) sheet {
	s := sheet{
		title: "Published, recomputed and corrected (one run): " + file,
		head:  []string{"strategy", "measure", "by", "out of", "count", "%"},
	}
	for _, f := range r.Figures {
		if f.File == file && f.Type == "" {
			s.rows = append(s.rows, []string{f.Strategy, string(f.Measure), string(f.By), string(f.Over), countOf(f.Count), f.interval()})
		}
	}
	return s
}

// interval is the share with its interval, in percent.
func (f ImportFigure) interval() string {
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100*f.Share, 100*f.Low, 100*f.High)
}

func countOf(c contextarena.Count) string { return fmt.Sprintf("%d/%d", c.K, c.N) }

// typed reports whether a figure has a column in the tables by fact type. The others differ from
// one of these by a few verdicts and stand in the main table.
func typed(f ImportFigure) bool {
	switch {
	case f.Over == contextarena.Tasks, f.Over == contextarena.AllSomeUnnamed, f.Over == contextarena.AtRiskHolding:
		return false
	case f.Measure == contextarena.LNever, f.Measure == contextarena.LLast && f.Over == contextarena.AllProbes:
		return f.By == contextarena.Stored
	}
	return true
}

// types are tables by fact type: one for each strategy of a file that has such figures.
func (r ImportReport) types(file string) []sheet {
	var order []string
	of := map[string][]ImportFigure{}
	for _, f := range r.Figures {
		if f.File != file {
			continue
		}
		if of[f.Strategy] == nil {
			order = append(order, f.Strategy)
		}
		of[f.Strategy] = append(of[f.Strategy], f)
	}
	var out []sheet
	for _, strategy := range order {
		columns := typeColumns(of[strategy])
		for part := range slices.Chunk(columns, widthOf(len(columns))) {
			if s := typeSheet(of[strategy], part); len(s.rows) > 0 {
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
func typeColumns(figures []ImportFigure) []ImportFigure {
	var out []ImportFigure
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
func typeSheet(figures, columns []ImportFigure) sheet {
	s := sheet{
		title: fmt.Sprintf("By fact type (one run): %s, %s", figures[0].Strategy, figures[0].File),
		head:  []string{"type"},
	}
	for _, f := range columns {
		s.head = append(s.head, fmt.Sprintf("%s %s, %s", f.Measure, f.By, briefly[f.Over]))
	}
	row := func(name string, t arena.FactType) {
		cells, found := []string{name}, false
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
			s.rows = append(s.rows, cells)
		}
	}
	for _, t := range arena.FactTypes {
		row(string(t), t)
	}
	row("all", "")
	return s
}

func (r ImportReport) survival(file string) sheet {
	s := sheet{
		title: "Memory texts by cycles since first exposure, retained/at risk (one run): " + file,
		head:  []string{"strategy", "by", "type"},
		notes: []string{"+0 is the first cycle that was shown the fact. A fact whose conversation ends is in no later column; each column has its own facts, so these are counts and no survival curve."},
	}
	longest := 0
	for _, x := range r.Survival {
		if x.File == file {
			longest = max(longest, len(x.After))
		}
	}
	for k := range longest {
		s.head = append(s.head, fmt.Sprintf("+%d", k))
	}
	for _, x := range r.Survival {
		if x.File != file {
			continue
		}
		name := string(x.Type)
		if name == "" {
			name = "all"
		}
		row := []string{x.Strategy, string(x.By), name}
		for k := range longest {
			cell := ""
			if k < len(x.After) {
				cell = fmt.Sprintf("%d/%d", x.After[k].Kept, x.After[k].AtRisk)
			}
			row = append(row, cell)
		}
		s.rows = append(s.rows, row)
	}
	return s
}

func (r ImportReport) transitions(file string) sheet {
	s := sheet{
		title: "Facts at risk from one cycle to the next (one run): " + file,
		head:  []string{"strategy", "by", "stays", "is lost", "stays lost", "comes back"},
	}
	for _, t := range r.Transitions {
		if t.File != file {
			continue
		}
		s.rows = append(s.rows, []string{
			t.Strategy, string(t.By), fmt.Sprint(t.KeptKept), fmt.Sprint(t.KeptMissing), fmt.Sprint(t.MissingMissing), fmt.Sprint(t.MissingKept),
		})
	}
	return s
}

func (r ImportReport) agreement(file string) sheet {
	s := sheet{
		title: "Stored verdicts that the original's rule gives again: " + file,
		head:  []string{"strategy", "measure", "of", "agree"},
		notes: []string{"A verdict that isn't given again was stored by an older form of the rule, or its file was changed."},
	}
	for _, a := range r.Agreement {
		if a.File != file {
			continue
		}
		s.rows = append(s.rows, []string{a.Strategy, string(a.Measure), a.Of, countOf(a.Count)})
	}
	return s
}
