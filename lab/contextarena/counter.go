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

// says is what a verdict says of whether the fact was kept or the task passed, and whether it says anything.
func (v Rejudged) says(by By) (kept, counts bool) {
	text := map[By]string{Stored: v.Stored, LegacyAgain: v.Legacy, Ours: v.Ours}[by]
	return text == hit || text == passed || text == string(probes.Kept), text != "" && text != Refused
}

// counts reports whether a verdict is in what a figure is out of. A log has no stored verdicts at the end that say who is at risk.
func (o Over) counts(by By, r Run, v Rejudged) bool {
	switch o {
	case AtRisk:
		return v.AtRisk && (by != Stored || v.Cycle == 0)
	case AtRiskTelling:
		return v.AtRisk && !r.fact(v).Vacuous
	case AtRiskHolding:
		return v.AtRisk && v.Kind != arena.Historical
	}
	return true
}

// figure counts verdicts, over all types and by type.
func (c counter) figure(m Measure, by By, over Over) {
	all, byType := c.count(m, by, over)
	c.put(m, by, over, all, byType)
}

func (c counter) count(m Measure, by By, over Over) (all Count, byType Counts) {
	byType = Counts{}
	for _, r := range c.runs {
		for _, v := range r.Verdicts {
			if kept, counts := v.says(by); counts && v.Measure == m && over.counts(by, r, v) {
				all.Add(kept)
				byType.add(v.Type, kept)
			}
		}
	}
	return all, byType
}

// put makes the figures of counts. One over nothing isn't made.
func (c counter) put(m Measure, by By, over Over, all Count, byType Counts) {
	if all.N == 0 {
		return
	}
	add := func(t arena.FactType, n Count) {
		w, _ := stats.Wilson(n.K, n.N, 0.05) // an error would be a count of more than all
		c.out.Figures = append(c.out.Figures, Figure{
			c.file, c.strategy, m, by, over, t, n, reports.OneRun, float64(n.K) / float64(n.N), w.Low, w.High,
		})
	}
	add("", all)
	for _, t := range arena.FactTypes {
		if n, ok := byType[t]; ok {
			add(t, n)
		}
	}
}

func (c counter) agree(m Measure, of string, n Count) {
	if n.N > 0 {
		c.out.Agreement = append(c.out.Agreement, Agreement{c.file, c.strategy, m, of, n})
	}
}

// tasks counts P. The stored figure is as it was published: runs that broke off count as not
// passed. The others leave them out, and ours also what was refused.
func (c counter) tasks() {
	stored, _ := c.count(P, Stored, Tasks)
	var agree Count
	for _, r := range c.runs {
		if r.Failed && r.Passed != nil {
			stored.Add(*r.Passed)
		}
		for _, v := range r.Verdicts {
			if v.Measure == P {
				agree.Add(v.Stored == v.Legacy)
			}
		}
	}
	c.put(P, Stored, Tasks, stored, nil)
	c.figure(P, LegacyAgain, Tasks)
	c.figure(P, Ours, Tasks)
	c.agree(P, "tasks", agree)
}

// answers counts A. What is stored are counts by type, not verdicts.
func (c counter) answers() {
	all, byType, agree := Count{}, Counts{}, Count{}
	for _, r := range c.runs {
		_, again := counter{runs: []Run{r}}.count(A, LegacyAgain, AllProbes)
		for t, n := range r.ByType {
			all, byType[t] = all.plus(n), byType[t].plus(n)
			if again[t].N > 0 {
				agree.Add(again[t] == n)
			}
		}
	}
	c.put(A, Stored, AllProbes, all, byType)
	c.figure(A, LegacyAgain, AllProbes)
	c.figure(A, Ours, AllProbes)
	c.agree(A, "counts by scenario and type", agree)
}

// memories counts what was searched at the end, and the texts of the last cycles.
func (c counter) memories() {
	c.figure(LNever, Stored, AllProbes)
	c.never()
	for _, m := range []Measure{T, C, LLast} {
		all, byType := c.count(m, Stored, AllProbes)
		var unnamed Count
		for _, r := range c.runs {
			switch {
			case r.Measure != m || r.Failed || r.Counted == nil:
			case r.Placeholder > 0:
				unnamed = unnamed.plus(*r.Counted)
			default:
				all = all.plus(*r.Counted)
			}
		}
		if unnamed.N > 0 {
			c.put(m, Stored, AllSomeUnnamed, all.plus(unnamed), nil)
		}
		c.put(m, Stored, AllProbes, all, byType)
		c.figure(m, Stored, AtRisk)
	}
	c.figure(LLast, LegacyAgain, AllProbes)
	c.figure(LLast, LegacyAgain, AtRisk)
	c.figure(LLast, LegacyAgain, AtRiskTelling)
	c.figure(LLast, Ours, AtRisk)
	c.figure(LLast, Ours, AtRiskHolding)
}

// fact is the one that a verdict is about.
func (r Run) fact(v Rejudged) Fact {
	return r.Scenario.Facts[slices.IndexFunc(r.Scenario.Facts, func(f Fact) bool { return f.Text == v.Fact })]
}

// histories are the verdicts on each fact in the texts of all cycles; none without a log.
func (r Run) histories() [][]Rejudged {
	var out [][]Rejudged
	for _, v := range r.Verdicts {
		if v.Cycle == 1 {
			out = append(out, nil)
		}
		if v.Cycle > 0 {
			out[len(out)-1] = append(out[len(out)-1], v)
		}
	}
	return out
}

// kept is what a history says of each cycle.
func kept(history []Rejudged, by By) []bool {
	out := make([]bool, len(history))
	for k, v := range history {
		out[k], _ = v.says(by)
	}
	return out
}

// never counts L-never by the original's rule, applied again to every cycle.
func (c counter) never() {
	all, byType := Count{}, Counts{}
	for _, r := range c.runs {
		for _, h := range r.histories() {
			whole := firstLost(r.fact(h[0]).Turn, kept(h, LegacyAgain), r.Log) == 0
			all.Add(whole)
			byType.add(h[0].Type, whole)
		}
	}
	c.put(LNever, LegacyAgain, AllProbes, all, byType)
}

// cycles counts what becomes of facts from one cycle to the next.
func (c counter) cycles() {
	var agree Count
	for _, r := range c.runs {
		for _, v := range slices.Concat(r.histories()...) {
			agree.Add(v.Legacy == v.Stored)
		}
	}
	c.agree(LNever, "probes in cycles", agree)
	c.survival(LegacyAgain)
	c.survival(Ours)
}

// survival counts cycles since first exposure, and the steps between them.
func (c counter) survival(by By) {
	byType := map[arena.FactType][][]probes.Result{} // of all under no type
	steps := Transitions{File: c.file, Strategy: c.strategy, By: by}
	for _, r := range c.runs {
		for _, h := range r.histories() {
			if h[0].ExposedAt == 0 {
				continue
			}
			is := kept(h[h[0].ExposedAt-1:], by)
			steps.add(is)
			results := make([]probes.Result, len(is))
			for k := range is {
				if results[k] = probes.Lost; is[k] {
					results[k] = probes.Kept
				}
			}
			byType[""], byType[h[0].Type] = append(byType[""], results), append(byType[h[0].Type], results)
		}
	}
	for _, t := range append([]arena.FactType{""}, arena.FactTypes...) {
		if histories := byType[t]; histories != nil {
			c.out.Survival = append(c.out.Survival, Survival{File: c.file, Strategy: c.strategy, By: by, Type: t, After: probes.ByAge(histories)})
		}
	}
	if len(byType) > 0 {
		c.out.Transitions = append(c.out.Transitions, steps)
	}
}

func (t *Transitions) add(kept []bool) {
	for k := 1; k < len(kept); k++ {
		switch {
		case kept[k-1] && kept[k]:
			t.KeptKept++
		case kept[k-1]:
			t.KeptMissing++
		case kept[k]:
			t.MissingKept++
		default:
			t.MissingMissing++
		}
	}
}
