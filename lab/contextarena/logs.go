package contextarena

import (
	"slices"

	"contextarena.internal/arena"
)

// readLogs reads rlm-loss and rllm-extraction files: every cycle's text, and for each fact the
// cycles whose text has it.
func readLogs(root field, f *File) {
	if !root.object("results", "byType") {
		return
	}
	strategy := "RLM(8)"
	if f.Format == Extraction {
		strategy = "RLLM"
	}
	for _, r := range root.in("results").list() {
		run := Run{Strategy: strategy, Measure: LNever}
		if f.Format == Loss {
			if !r.object("scenarioName", "probeResults", "delegationCycles", "delegationLog") {
				continue
			}
			run.Log = readEntries(r.in("delegationLog"), nil)
			run.Cycles = len(run.Log)
			r.in("delegationCycles").equals(run.Cycles, "delegationLog has as many entries as")
		} else {
			if !r.object("scenarioName", "probeResults", "compressionCycles", "extractionLog", "codeLogs", "totalSubCalls", "totalTokens", "totalLatencyMs") {
				continue
			}
			sums := &extractionSums{}
			run.Log = readEntries(r.in("extractionLog"), sums)
			run.Cycles = len(run.Log)
			r.in("compressionCycles").equals(run.Cycles, "extractionLog has as many entries as")
			r.in("totalSubCalls").equals(sums.subCalls, "extractionLog sums to")
			r.in("totalTokens").equals(sums.tokens, "extractionLog sums to")
			r.in("totalLatencyMs").near(sums.latency, "extractionLog sums to")
			readCode(r.in("codeLogs"), run.Cycles)
		}
		run.Scenario = r.in("scenarioName").scenario()
		readHistories(r.in("probeResults"), &run)
		f.Runs = append(f.Runs, run)
	}
	if len(root.fs.list) == 0 {
		checkByType(root.in("byType"), f.Runs)
	}
}

// extractionSums is what the totals of a rllm-extraction run were computed from.
type extractionSums struct {
	subCalls, tokens int
	latency          float64
}

// readEntries reads a log. sums is nil for a delegationLog, whose entries have nothing to sum.
func readEntries(f field, sums *extractionSums) []Entry {
	var out []Entry
	compressed := 0
	for i, e := range f.list() {
		names := []string{"cycle", "step", "content", "messagesCompressed"}
		if sums != nil {
			names = append(names, "subCalls", "totalTokens", "executionTimeMs", "iterations")
		}
		if !e.object(names...) {
			continue
		}
		e.in("cycle").equals(i+1, "the cycles are numbered from 1")
		entry := Entry{Messages: e.in("step").count(), Compressed: e.in("messagesCompressed").count(), Text: e.in("content").text()}
		if compressed += entry.Compressed; compressed > entry.Messages {
			e.in("messagesCompressed").fault("makes %d messages handed over, but there were only %d", compressed, entry.Messages)
		} else if len(e.fs.list) == 0 && compressed != entry.Messages-window {
			// Who is at risk follows from these counts. Once they are off, all later sums are too.
			e.in("messagesCompressed").fault("makes %d messages handed over of %d, but every log of the original leaves %d", compressed, entry.Messages, window)
		}
		if i > 0 && len(out) > 0 && entry.Messages <= out[len(out)-1].Messages {
			e.in("step").fault("is %d, not later than the cycle before", entry.Messages)
		}
		if sums != nil {
			sums.subCalls += e.in("subCalls").count()
			sums.tokens += e.in("totalTokens").count()
			sums.latency += e.in("executionTimeMs").amount()
			e.in("iterations").count()
		}
		out = append(out, entry)
	}
	return out
}

// readCode checks the code blocks. They aren't used.
func readCode(f field, cycles int) {
	for _, c := range f.list() {
		if !c.object("cycle", "iteration", "code", "timestamp") {
			continue
		}
		if n := c.in("cycle").count(); n < 1 || n > cycles {
			c.in("cycle").fault("is %d, but there are %d cycles", n, cycles)
		}
		c.in("iteration").count()
		c.in("code").text()
		c.in("timestamp").amount()
	}
}

// readFact checks that a row is about the fact that the scenario has at this place.
func readFact(p field, want Fact) {
	if have := p.in("fact").text(); have != "" && have != want.Text {
		p.in("fact").fault("%s isn't the probe that the scenario has here; want %q", kindOf(have), want.Text)
	}
	if have := p.in("type").text(); have != "" && have != string(want.Type) {
		p.in("type").fault("is %s; want %q", kindOf(have), want.Type)
	}
}

// rows are the elements of probeResults if they are as many as the scenario has probes.
func rows(f field, s Original) []field {
	list := f.list()
	if s.Name == "" { // noted before
		return nil
	}
	if f.ok && len(list) != len(s.Facts) {
		f.fault("has %d probes; %s has %d", len(list), s.Name, len(s.Facts))
		return nil
	}
	return list
}

// readHistories reads the verdicts of each cycle.
func readHistories(f field, run *Run) {
	for i, p := range rows(f, run.Scenario) {
		if !p.object("fact", "type", "introducedAtStep", "retainedByCycle", "firstLostAtCycle") {
			continue
		}
		fact := run.Scenario.Facts[i]
		readFact(p, fact)
		p.in("introducedAtStep").equals(int(fact.Turn), "the fact is stated at user turn")
		var v Verdict
		by := p.in("retainedByCycle")
		for _, c := range by.list() {
			v.ByCycle = append(v.ByCycle, c.yes())
		}
		if len(v.ByCycle) != len(run.Log) {
			by.fault("has %d verdicts; the log has %d cycles", len(v.ByCycle), len(run.Log))
			continue
		}
		v.FirstLost = firstLost(fact.Turn, v.ByCycle, run.Log)
		v.Retained = v.FirstLost == 0
		p.in("firstLostAtCycle").equals(v.FirstLost, "by retainedByCycle it is")
		run.Stored = append(run.Stored, v)
	}
}

// firstLost is the original's rule for L-never: the first cycle, of those whose message count is
// not below the fact's user turn, that lacks the fact; 0 if none does. It compares messages with
// turns, which is its mistake: cycles that could not know the fact count.
func firstLost(turn arena.Turn, byCycle []bool, log []Entry) int {
	for k, kept := range byCycle {
		if !kept && log[k].Messages >= int(turn) {
			return k + 1
		}
	}
	return 0
}

// checkByType checks the summary by type against the runs.
func checkByType(f field, runs []Run) {
	type loss struct {
		scenario, fact string
		cycle          int
	}
	longest := 0
	for _, r := range runs {
		longest = max(longest, len(r.Log))
	}
	total, hits, losses := map[string]int{}, map[string][]int{}, map[string][]loss{}
	for _, r := range runs {
		for i, v := range r.Stored {
			t := string(r.Scenario.Facts[i].Type)
			total[t]++
			if hits[t] == nil {
				hits[t] = make([]int, longest)
			}
			for k, kept := range v.ByCycle {
				if kept {
					hits[t][k]++
				}
			}
			if v.FirstLost > 0 {
				losses[t] = append(losses[t], loss{r.Scenario.Name, r.Scenario.Facts[i].Text, v.FirstLost})
			}
		}
	}
	seen := []string{}
	for _, r := range f.list() {
		if !r.object("type", "totalProbes", "retentionByCycle", "overallRetention", "losses") {
			continue
		}
		name := r.in("type").text()
		if total[name] == 0 || slices.Contains(seen, name) {
			r.in("type").fault("no probe in results has the type %s, or it has a row already", kindOf(name))
			continue
		}
		seen = append(seen, name)
		n := float64(total[name])
		r.in("totalProbes").equals(total[name], "results have")
		cycles := r.in("retentionByCycle")
		list := cycles.list()
		if len(list) != longest {
			cycles.fault("has %d cycles; the longest log has %d", len(list), longest)
			list = nil
		}
		for k, c := range list {
			c.near(float64(hits[name][k])/n, "by results it is")
		}
		r.in("overallRetention").near(float64(total[name]-len(losses[name]))/n, "by results it is")
		given := r.in("losses")
		rows := given.list()
		if len(rows) != len(losses[name]) {
			given.fault("has %d losses; results have %d", len(rows), len(losses[name]))
			continue
		}
		for i, l := range rows {
			if !l.object("scenario", "fact", "lostAtCycle") {
				continue
			}
			want := losses[name][i]
			if have := l.in("scenario").text(); have != want.scenario {
				l.in("scenario").fault("is %s; by results it is %q", kindOf(have), want.scenario)
			}
			if have := l.in("fact").text(); have != want.fact {
				l.in("fact").fault("is %s; by results it is %q", kindOf(have), want.fact)
			}
			l.in("lostAtCycle").equals(want.cycle, "by results it is")
		}
	}
	for _, t := range arena.FactTypes {
		if total[string(t)] > 0 && !slices.Contains(seen, string(t)) {
			f.fault("has no row for %s", t)
		}
	}
}
