package contextarena

import (
	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// counter counts one strategy.
type counter struct {
	file, strategy string
	runs           []Run
	judged         []Judged
	out            *Summary
}

// verdict is whether a fact counts, and if so whether it was kept.
type verdict func(Judged, int) (kept, counts bool)

// figure counts verdicts, over all types and by type. A figure over nothing isn't made.
func (c counter) figure(m Measure, by By, over Over, v verdict) {
	all, byType := Count{}, Counts{}
	for _, j := range c.judged {
		for i, f := range j.Facts {
			if kept, counts := v(j, i); counts {
				all.Add(kept)
				n := byType[f.Fact.Type]
				n.Add(kept)
				byType[f.Fact.Type] = n
			}
		}
	}
	c.counted(m, by, over, all, byType)
}

func (c counter) counted(m Measure, by By, over Over, all Count, byType Counts) {
	if all.N == 0 {
		return
	}
	row := Figure{File: c.file, Strategy: c.strategy, Measure: m, By: by, Over: over, Count: all}
	c.out.Figures = append(c.out.Figures, row)
	for _, t := range arena.FactTypes {
		if n, ok := byType[t]; ok {
			row.Type, row.Count = t, n
			c.out.Figures = append(c.out.Figures, row)
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
	var stored, legacy, ours, agree Count
	for _, r := range c.runs {
		if r.Passed != nil {
			stored.Add(*r.Passed)
		}
	}
	for _, j := range c.judged {
		if j.LegacyPassed != nil {
			legacy.Add(*j.LegacyPassed)
			agree.Add(*j.LegacyPassed == *j.Passed)
		}
		if j.OursPassed != nil {
			ours.Add(*j.OursPassed)
		}
	}
	c.counted(P, Stored, Tasks, stored, nil)
	c.counted(P, LegacyAgain, Tasks, legacy, nil)
	c.counted(P, Ours, Tasks, ours, nil)
	c.agree(P, "tasks", agree)
}

// answers counts A.
func (c counter) answers() {
	all, byType, agree := Count{}, Counts{}, Count{}
	for _, j := range c.judged {
		for t, n := range j.ByType {
			all, byType[t] = all.plus(n), byType[t].plus(n)
		}
		if j.ByType == nil {
			continue
		}
		again := Counts{}
		for _, f := range j.Facts {
			n := again[f.Fact.Type]
			n.Add(f.LegacyFinal)
			again[f.Fact.Type] = n
		}
		for _, t := range arena.FactTypes {
			if n, ok := again[t]; ok {
				agree.Add(n == j.ByType[t])
			}
		}
	}
	c.counted(A, Stored, AllProbes, all, byType)
	c.figure(A, LegacyAgain, AllProbes, func(j Judged, i int) (bool, bool) { return j.Facts[i].LegacyFinal, j.Answer != nil })
	c.figure(A, Ours, AllProbes, func(j Judged, i int) (bool, bool) {
		return j.Facts[i].OursFinal == probes.Kept, j.Answer != nil && !j.Refused
	})
	c.agree(A, "counts by scenario and type", agree)
}

// ends counts end verdicts without texts.
func (c counter) ends() {
	for _, m := range []Measure{T, C, LLast} {
		var all, unnamed Count
		byType := Counts{}
		for _, j := range c.judged {
			switch {
			case j.Measure != m:
			case j.Counted != nil && j.Placeholder > 0:
				unnamed = unnamed.plus(*j.Counted)
			case j.Counted != nil:
				all = all.plus(*j.Counted)
			}
			if j.Measure == m {
				for i, v := range j.Stored {
					t := j.Facts[i].Fact.Type
					n := byType[t]
					n.Add(v.Retained)
					byType[t] = n
					all.Add(v.Retained)
				}
			}
		}
		if unnamed.N > 0 {
			c.counted(m, Stored, AllSomeUnnamed, all.plus(unnamed), nil)
		}
		c.counted(m, Stored, AllProbes, all, byType)
		c.figure(m, Stored, AtRisk, func(j Judged, i int) (bool, bool) {
			ok := j.Measure == m && j.Stored != nil && j.Facts[i].Exposed > 0
			return ok && j.Stored[i].Retained, ok
		})
	}
}

// logs counts what follows from the memory after each cycle.
func (c counter) logs() {
	logged := func(j Judged) bool { return len(j.Log) > 0 }
	c.figure(LNever, Stored, AllProbes, func(j Judged, i int) (bool, bool) {
		return logged(j) && j.Stored[i].Retained, logged(j)
	})
	c.figure(LNever, LegacyAgain, AllProbes, func(j Judged, i int) (bool, bool) {
		return logged(j) && firstLost(j.Facts[i].Fact.Turn, j.Facts[i].Legacy, j.Log) == 0, logged(j)
	})
	last := func(of history, counts func(JudgedFact) bool) verdict {
		return func(j Judged, i int) (bool, bool) {
			if !logged(j) || !counts(j.Facts[i]) {
				return false, false
			}
			h := of(j, i)
			return h[len(h)-1], true
		}
	}
	any := func(JudgedFact) bool { return true }
	risk := func(f JudgedFact) bool { return f.Exposed > 0 }
	telling := func(f JudgedFact) bool { return f.Exposed > 0 && !f.Fact.Vacuous }
	holding := func(f JudgedFact) bool { return f.Exposed > 0 && f.Probe.Kind != arena.Historical }
	c.figure(LLast, Stored, AllProbes, last(stored, any))
	c.figure(LLast, LegacyAgain, AllProbes, last(legacy, any))
	c.figure(LLast, LegacyAgain, AtRisk, last(legacy, risk))
	c.figure(LLast, LegacyAgain, AtRiskTelling, last(legacy, telling))
	c.figure(LLast, Ours, AtRisk, last(ours, risk))
	c.figure(LLast, Ours, AtRiskHolding, last(ours, holding))
	var agree Count
	for _, j := range c.judged {
		for i, f := range j.Facts {
			for k := range f.Legacy {
				agree.Add(f.Legacy[k] == j.Stored[i].ByCycle[k])
			}
		}
	}
	c.agree(LNever, "probes in cycles", agree)
	c.survival(LegacyAgain, legacy)
	c.survival(Ours, ours)
}

// history is whether a fact is in the text of each cycle.
type history func(Judged, int) []bool

func stored(j Judged, i int) []bool { return j.Stored[i].ByCycle }

func legacy(j Judged, i int) []bool { return j.Facts[i].Legacy }

func ours(j Judged, i int) []bool {
	out := make([]bool, len(j.Facts[i].Ours))
	for k, r := range j.Facts[i].Ours {
		out[k] = r == probes.Kept
	}
	return out
}

// survival counts cycles since first exposure, and the steps between them.
func (c counter) survival(by By, of history) {
	var all [][]probes.Result
	byType := map[arena.FactType][][]probes.Result{}
	steps := Transitions{File: c.file, Strategy: c.strategy, By: by}
	for _, j := range c.judged {
		for i, f := range j.Facts {
			if len(j.Log) == 0 || f.Exposed == 0 {
				continue
			}
			h := of(j, i)[f.Exposed-1:]
			steps.add(h)
			results := make([]probes.Result, len(h))
			for k, kept := range h {
				if results[k] = probes.Lost; kept {
					results[k] = probes.Kept
				}
			}
			all = append(all, results)
			byType[f.Fact.Type] = append(byType[f.Fact.Type], results)
		}
	}
	if len(all) == 0 {
		return
	}
	row := Survival{File: c.file, Strategy: c.strategy, By: by, After: probes.ByAge(all)}
	c.out.Survival = append(c.out.Survival, row)
	for _, t := range arena.FactTypes {
		if histories := byType[t]; histories != nil {
			row.Type, row.After = t, probes.ByAge(histories)
			c.out.Survival = append(c.out.Survival, row)
		}
	}
	c.out.Transitions = append(c.out.Transitions, steps)
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
