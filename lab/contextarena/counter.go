package contextarena

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// counter counts one strategy.
type counter struct {
	file, strategy string
	runs           []Run
	out            *Summary
}

// Way is what a figure is of: a measure, by whose verdicts, out of what.
type Way struct {
	Measure Measure `json:"measure"`
	By      By      `json:"by"`
	Over    Over    `json:"over"`
}

// ways are all that is counted, in the order of the figures. What nothing tells of isn't made.
var ways = []Way{
	{P, Stored, Tasks},
	{P, LegacyAgain, Tasks},
	{P, Ours, Tasks},
	{A, Stored, AllProbes},
	{A, LegacyAgain, AllProbes},
	{A, Ours, AllProbes},
	{LNever, Stored, AllProbes},
	{LNever, LegacyAgain, AllProbes},
	{T, Stored, AllSomeUnnamed},
	{T, Stored, AllProbes},
	{T, Stored, AtRisk},
	{C, Stored, AllSomeUnnamed},
	{C, Stored, AllProbes},
	{C, Stored, AtRisk},
	{LLast, Stored, AllSomeUnnamed},
	{LLast, Stored, AllProbes},
	{LLast, Stored, AtRisk},
	{LLast, LegacyAgain, AllProbes},
	{LLast, LegacyAgain, AtRisk},
	{LLast, LegacyAgain, AtRiskTelling},
	{LLast, Ours, AtRisk},
	{LLast, Ours, AtRiskHolding},
}

// says is what a verdict says of whether the fact was kept or the task passed, and whether it says anything.
func (v Rejudged) says(by By) (kept, counts bool) {
	text := map[By]string{Stored: v.Stored, LegacyAgain: v.Legacy, Ours: v.Ours}[by]
	return text == hit || text == passed || text == string(probes.Kept), text != "" && text != Refused
}

// counts reports whether a verdict is in what a figure is out of. A log has no stored verdicts at the end that say who is at risk.
func (w Way) counts(r Run, v Rejudged) bool {
	switch {
	case v.Measure != w.Measure || w.Over == AllSomeUnnamed:
		return false
	case w.Over == AtRisk:
		return v.AtRisk && (w.By != Stored || v.Cycle == 0)
	case w.Over == AtRiskTelling:
		return v.AtRisk && !r.vacuous(v)
	case w.Over == AtRiskHolding:
		return v.AtRisk && v.Kind != arena.Historical
	}
	return true
}

// vacuous reports whether the fact that a verdict is about is.
func (r Run) vacuous(v Rejudged) bool {
	return slices.ContainsFunc(r.Scenario.Facts, func(f Fact) bool { return f.Text == v.Fact && f.Vacuous })
}

// count counts verdicts and what was told without any, over all types and by type.
func (c counter) count(w Way) (all Count, byType Counts) {
	byType = Counts{}
	for _, r := range c.runs {
		for _, t := range r.Told {
			if t.Way == w {
				all, byType[t.Type] = all.plus(t.Count), byType[t.Type].plus(t.Count)
			}
		}
		for _, v := range r.Verdicts {
			if kept, says := v.says(w.By); says && w.counts(r, v) {
				all.Add(kept)
				byType.add(v.Type, kept)
			}
		}
	}
	return all, byType
}

// figures are those of all ways.
func (c counter) figures() {
	for _, w := range ways {
		all, byType := c.count(w)
		if w.Over == AllSomeUnnamed && all.N > 0 {
			named, _ := c.count(Way{w.Measure, w.By, AllProbes})
			all = all.plus(named)
		}
		byType[""] = all
		for _, t := range append([]arena.FactType{""}, arena.FactTypes...) {
			if n := byType[t]; n.N > 0 {
				i, _ := stats.Wilson(n.K, n.N, 0.05) // an error would be a count of more than all
				c.out.Figures = append(c.out.Figures, Figure{c.file, c.strategy, w, t, n, reports.OneRun, float64(n.K) / float64(n.N), i.Low, i.High})
			}
		}
	}
}
