package contextarena

import (
	"fmt"
	"slices"
	"strings"
)

// readQTDQPB reads the end verdicts of Full Context, RLM(8), QTD and QPB. They are not of one
// measure: each strategy was searched in another place.
func readQTDQPB(root field, f *File) {
	if !root.object("experiment", "model", "provider", "timestamp", "strategies", "scenarioCount", "results") {
		return
	}
	f.Model = root.in("model").name()
	var names []string
	for _, s := range root.in("strategies").list() {
		names = append(names, s.name())
	}
	measures := map[string]Measure{"Full Context": T, "RLM(8)": LLast, "QTD": C, "QPB": C}
	scenarios := map[string]bool{}
	for _, r := range root.in("results").list() {
		if !r.object("strategy", "scenario", "retained", "total", "cycles", "probeResults") {
			continue
		}
		run := Run{Strategy: r.in("strategy").name(), Scenario: r.in("scenario").scenario(), Cycles: r.in("cycles").count()}
		measure, ok := measures[run.Strategy]
		if run.Strategy != "" && (!ok || !slices.Contains(names, run.Strategy)) {
			r.in("strategy").fault("unknown strategy %s; want one of Full Context, RLM(8), QTD, QPB that strategies names", kindOf(run.Strategy))
		}
		run.Measure = measure
		readEnd(r.in("probeResults"), &run, false)
		checkTotals(r.in("retained"), r.in("total"), run)
		scenarios[run.Scenario.ID] = true
		f.Runs = append(f.Runs, run)
	}
	root.in("scenarioCount").equals(len(scenarios), "results have")
}

// readBaseline reads the end verdicts of RLM(8). Some scenarios of the original's file hold
// numbered names instead of probes; their verdicts are counted and belong to no fact.
func readBaseline(root field, f *File) {
	if !root.object("model", "provider", "strategy", "timestamp", "overall", "results", "complete") {
		return
	}
	if m := root.maybe("model"); m.ok {
		f.Model = m.name()
	}
	for _, r := range root.in("results").list() {
		if !r.object("name", "scenarioName", "retained", "total", "cycles", "probeResults") {
			continue
		}
		name := r.maybe("scenarioName")
		if !name.ok {
			name = r.in("name")
		}
		run := Run{Strategy: "RLM(8)", Scenario: name.scenario(), Measure: LLast, Cycles: r.in("cycles").count()}
		run.Failed = run.Cycles == 0
		readEnd(r.in("probeResults"), &run, true)
		checkTotals(r.in("retained"), r.in("total"), run)
		f.Runs = append(f.Runs, run)
	}
}

// readDepth reads the end verdicts of RLM at several depths. Runs that broke off stand there
// with no cycle and everything lost.
func readDepth(root field, f *File) {
	for _, r := range root.list() {
		if !r.object("scenarioName", "depth", "probeResults", "retainedCount", "totalProbes", "delegationCycles", "cycles", "totalOverheadTokens") {
			continue
		}
		cycles := r.maybe("cycles")
		if !cycles.ok {
			cycles = r.in("delegationCycles")
		}
		run := Run{Strategy: depth(r.in("depth")), Scenario: r.in("scenarioName").scenario(), Measure: LLast, Cycles: cycles.count()}
		run.Failed = run.Cycles == 0
		readEnd(r.in("probeResults"), &run, false)
		checkTotals(r.in("retainedCount"), r.maybe("totalProbes"), run)
		f.Runs = append(f.Runs, run)
	}
}

// readDepthCounts reads a table of counts without verdicts.
func readDepthCounts(root field, f *File) {
	if !root.object("note", "results") {
		return
	}
	for _, r := range root.in("results").list() {
		if !r.object("scenarioName", "depth", "retainedCount", "totalProbes") {
			continue
		}
		run := Run{Strategy: depth(r.in("depth")), Scenario: r.in("scenarioName").scenario(), Measure: LLast}
		c := Count{r.in("retainedCount").count(), r.in("totalProbes").count()}
		if run.Scenario.Name != "" && c.N != len(run.Scenario.Facts) {
			r.in("totalProbes").fault("is %d, but %s has %d probes", c.N, run.Scenario.Name, len(run.Scenario.Facts))
		}
		if c.K > c.N {
			r.in("retainedCount").fault("is %d of %d", c.K, c.N)
		}
		run.Counted = &c
		f.Runs = append(f.Runs, run)
	}
}

func depth(f field) string {
	n := f.count()
	if f.isNumber() && n < 1 {
		f.fault("is %d; want 1 or more", n)
	}
	return fmt.Sprintf("RLM depth %d", n)
}

// readEnd reads one verdict for each fact, at the end.
func readEnd(f field, run *Run, placeholders bool) {
	list := f.list()
	if run.Failed && len(list) == 0 {
		return
	}
	if placeholders && len(list) > 0 && numbered(list) {
		c := Count{}
		for _, p := range list {
			if p.object("fact", "type", "retained") {
				c.Add(p.in("retained").yes())
			}
		}
		run.Placeholder, run.Counted = c.N, &c
		if len(list) != len(run.Scenario.Facts) && run.Scenario.Name != "" {
			f.fault("has %d probes; %s has %d", len(list), run.Scenario.Name, len(run.Scenario.Facts))
		}
		return
	}
	for i, p := range rows(f, run.Scenario) {
		if !p.object("fact", "type", "retained") {
			continue
		}
		readFact(p, run.Scenario.Facts[i])
		kept := p.in("retained").yes()
		if run.Failed && kept {
			p.in("retained").fault("is true, but the run had no cycle")
		}
		run.Stored = append(run.Stored, kept)
	}
}

// numbered reports whether the rows are named by one word or two and their number, as no probe is.
func numbered(list []field) bool {
	prefix := ""
	for i, p := range list {
		o, _ := p.value.(object)
		name, _ := o["fact"].(string)
		rest, ok := strings.CutSuffix(name, fmt.Sprintf(" %d", i+1))
		if !ok || i > 0 && rest != prefix {
			return false
		}
		prefix = rest
	}
	return true
}

// checkTotals checks the counts of a run against its verdicts.
func checkTotals(retained, total field, run Run) {
	c := Count{}
	if run.Counted != nil {
		c = *run.Counted
	}
	for _, kept := range run.Stored {
		c.Add(kept)
	}
	if run.Failed && c.N == 0 { // nothing was measured, and the total says of how many
		retained.equals(0, "the run had no cycle and no verdicts")
		if total.ok {
			total.count()
		}
		return
	}
	retained.equals(c.K, "probeResults have")
	if total.ok {
		total.equals(c.N, "probeResults have")
	}
}
