package contextarena

import "contextarena.internal/arena"

// readLogs reads rlm-loss and rllm-extraction files: every cycle's text, and for each fact the
// cycles whose text has it. Their summaries, and the code of the latter, aren't used.
func readLogs(root field, f *File) {
	if !root.object("results", "byType") {
		return
	}
	strategy, log, cycles := "RLM(8)", "delegationLog", "delegationCycles"
	more := []string{}
	if f.Format == Extraction {
		strategy, log, cycles = "RLLM", "extractionLog", "compressionCycles"
		more = []string{"codeLogs", "totalSubCalls", "totalTokens", "totalLatencyMs"}
	}
	for _, r := range root.in("results").list() {
		if !r.object(append(more, "scenarioName", "probeResults", cycles, log)...) {
			continue
		}
		run := Run{Strategy: strategy, Measure: LNever, Log: readEntries(r.in(log))}
		run.Cycles = len(run.Log)
		r.in(cycles).equals(run.Cycles, log+" has as many entries as")
		run.Scenario = r.in("scenarioName").scenario()
		readHistories(r.in("probeResults"), &run)
		f.Runs = append(f.Runs, run)
	}
}

// readEntries reads a log.
func readEntries(f field) []Entry {
	var out []Entry
	compressed := 0
	for i, e := range f.list() {
		if !e.object("cycle", "step", "content", "messagesCompressed", "subCalls", "totalTokens", "executionTimeMs", "iterations") {
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
		out = append(out, entry)
	}
	return out
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
		by := p.in("retainedByCycle")
		var kept []bool
		for _, c := range by.list() {
			kept = append(kept, c.yes())
		}
		if len(kept) != len(run.Log) {
			by.fault("has %d verdicts; the log has %d cycles", len(kept), len(run.Log))
			continue
		}
		lost := firstLost(fact.Turn, kept, run.Log)
		p.in("firstLostAtCycle").equals(lost, "by retainedByCycle it is")
		run.Stored, run.ByCycle = append(run.Stored, lost == 0), append(run.ByCycle, kept)
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
