package contextarena

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// reader makes the runs of a file and notes what is wrong with it.
type reader struct {
	file   File
	at     string // the path of the run that is read
	faults Faults
}

// fault notes what is wrong at a path inside the run.
func (r *reader) fault(path, format string, args ...any) {
	r.faults = append(r.faults, Fault{File: r.file.Name, Path: strings.Trim(r.at+"."+path, "."), Text: fmt.Sprintf(format, args...)})
}

// must is the value of a field that may not be missing.
func must[T any](r *reader, path string, v *T) (out T) {
	if v == nil {
		r.fault(path, "is missing")
		return out
	}
	return *v
}

// Parse reads one result file. The name is for messages and kept as File.Name. The error is
// Faults: everything that is wrong, in the order of the file.
func Parse(name string, data []byte) (File, error) {
	r := &reader{file: File{Name: name}}
	doc, err := decode(data)
	if err == nil {
		r.file.Format, err = doc.format()
	}
	if err != nil {
		r.fault("", "%v", err)
		return File{}, r.faults
	}
	r.file.Model = doc.Model
	list := "results"
	if doc.bare {
		list = ""
	}
	seen := map[[2]string]int{}
	for i, row := range doc.Results {
		r.at = fmt.Sprintf("%s[%d]", list, i)
		run := r.run(row)
		key := [2]string{run.Strategy, run.Scenario.ID}
		if first, twice := seen[key]; twice { // no figure may count it so
			r.fault("", "%s on %s stands there already, as number %d", quoted(run.Strategy), run.Scenario.Name, first)
		}
		seen[key] = i
		r.file.Runs = append(r.file.Runs, run)
	}
	r.at = ""
	if len(r.faults) > 0 {
		return File{}, r.faults
	}
	return r.file, nil
}

// fixed is what a format says of all its runs.
var fixed = map[Format]Run{
	Benchmark: {Measure: A}, Leaderboard: {Measure: A}, Depth: {Measure: LLast}, DepthCounts: {Measure: LLast},
	Loss: {Strategy: "RLM(8)", Measure: LNever}, Extraction: {Strategy: "RLLM", Measure: LNever}, Baseline: {Strategy: "RLM(8)", Measure: LLast},
}

// searched is where each strategy of a QTDQPB file was searched.
var searched = map[string]Measure{"Full Context": T, "RLM(8)": LLast, "QTD": C, "QPB": C}

func (r *reader) run(from row) Run {
	run := fixed[r.file.Format]
	switch r.file.Format {
	case Benchmark, Leaderboard:
		if run.Strategy = from.StrategyName; run.Strategy == "" {
			r.fault("strategyName", "is missing or empty")
		}
	case QTDQPB:
		if run.Strategy, run.Measure = from.Strategy, searched[from.Strategy]; run.Measure == "" {
			r.fault("strategy", "unknown strategy %s; want one of Full Context, RLM(8), QTD, QPB", quoted(run.Strategy))
		}
	case Depth, DepthCounts:
		depth := must(r, "depth", from.Depth)
		if run.Strategy = fmt.Sprintf("RLM depth %d", depth); depth < 1 {
			r.fault("depth", "is %d; want 1 or more", depth)
		}
	}
	name := cmp.Or(from.ScenarioName, from.Scenario, from.Name)
	var known bool
	if run.Scenario, known = original(name); !known {
		var names []string
		for _, o := range originals() {
			names = append(names, o.Name)
		}
		r.fault("", "unknown scenario %s; want one of %s", quoted(name), strings.Join(names, ", "))
		return run
	}
	switch r.file.Format {
	case Benchmark, Leaderboard:
		r.answer(from, &run)
	case Loss, Extraction:
		r.log(from, &run)
	case DepthCounts:
		c := Count{int(must(r, "retainedCount", from.RetainedCount)), int(must(r, "totalProbes", from.TotalProbes))}
		if n := len(run.Scenario.Facts); c.N != n || c.K > n {
			r.fault("", "%d of %d retained, but %s has %d probes", c.K, c.N, run.Scenario.Name, n)
		}
		run.tell(AllProbes, "", c)
	default:
		r.end(from, &run)
	}
	return run
}

// tell notes a stored count of what the run's format searched.
func (r *Run) tell(over Over, t arena.FactType, n Count) {
	r.Told = append(r.Told, Told{Way{r.Measure, Stored, over}, t, n})
}

// answer reads a final answer; of a leaderboard also its counts by type.
func (r *reader) answer(from row, run *Run) {
	answer, passed := must(r, "answer", cmp.Or(from.FinalAnswer, from.Answer)), must(r, "correct", from.Correct)
	run.Answer, run.Passed = &answer, &passed
	if r.file.Format == Benchmark {
		return
	}
	// A run that broke off stands there as an answer with the error, without counts.
	if run.Failed = len(from.RetentionByType) == 0 && strings.HasPrefix(answer, "ERROR:"); run.Failed {
		run.Answer, run.Told = nil, []Told{{Way{P, Stored, Tasks}, "", one(passed)}}
		if passed {
			r.fault("correct", "is true, but the answer is an error")
		}
		return
	}
	want := Counts{}
	for _, fact := range run.Scenario.Facts {
		want.add(fact.Type, false)
	}
	for t := range from.RetentionByType {
		want[t] = Count{N: want[t].N}
	}
	for _, t := range slices.Sorted(maps.Keys(want)) {
		have, n := Count{int(from.RetentionByType[t].Retained), int(from.RetentionByType[t].Total)}, want[t].N
		run.tell(AllProbes, t, have)
		if have.N != n || have.K > n {
			r.fault("retentionByType", "%d of %d retained of type %s, but %s has %d", have.K, have.N, quoted(string(t)), run.Scenario.Name, n)
		}
	}
}

// log reads every cycle's text, and for each fact the cycles whose text has it.
func (r *reader) log(from row, run *Run) {
	name, log := "delegationLog", from.DelegationLog
	if r.file.Format == Extraction {
		name, log = "extractionLog", from.ExtractionLog
	}
	compressed, before := 0, window
	for i, e := range log {
		at := fmt.Sprintf("%s[%d].", name, i)
		// Who is at risk follows from these counts.
		if compressed += e.MessagesCompressed; compressed != e.Step-window {
			r.fault(at+"messagesCompressed", "makes %d messages handed over of %d, but every log of the original leaves %d", compressed, e.Step, window)
			compressed = e.Step - window // or all later sums would be off
		}
		if e.Step <= before {
			r.fault(at+"step", "is %d, not later than the cycle before", e.Step)
		}
		before = e.Step
		run.Log = append(run.Log, Entry{Messages: e.Step, Compressed: e.MessagesCompressed, Text: must(r, at+"content", e.Content)})
	}
	run.Cycles = int(must(r, "cycles", cmp.Or(from.DelegationCycles, from.CompressionCycles)))
	if run.Cycles != len(run.Log) {
		r.fault("", "%d cycles, but %s has as many entries as: %d", run.Cycles, name, len(run.Log))
	}
	for i, p := range r.probes(from.ProbeResults, run.Scenario) {
		fact, at := run.Scenario.Facts[i], fmt.Sprintf("probeResults[%d].", i)
		if len(p.RetainedByCycle) != len(run.Log) {
			r.fault(at+"retainedByCycle", "has %d verdicts; the log has %d cycles", len(p.RetainedByCycle), len(run.Log))
			continue
		}
		lost := firstLost(fact.Turn, p.RetainedByCycle, run.Log)
		if p.FirstLostAtCycle != lost {
			r.fault(at+"firstLostAtCycle", "is %d, but by retainedByCycle it is: %d", p.FirstLostAtCycle, lost)
		}
		run.Stored, run.ByCycle = append(run.Stored, lost == 0), append(run.ByCycle, p.RetainedByCycle)
	}
}

// probes are the verdicts on a scenario's facts if they are about these, in this order.
func (r *reader) probes(list []probed, s Original) []probed {
	if len(list) != len(s.Facts) {
		r.fault("probeResults", "has %d probes; %s has %d", len(list), s.Name, len(s.Facts))
		return nil
	}
	for i, p := range list {
		at := fmt.Sprintf("probeResults[%d].", i)
		if p.Fact != s.Facts[i].Text {
			r.fault(at+"fact", "%s isn't the probe that the scenario has here; want %q", quoted(p.Fact), s.Facts[i].Text)
		}
		if p.Type != s.Facts[i].Type {
			r.fault(at+"type", "is %s; want %q", quoted(string(p.Type)), s.Facts[i].Type)
		}
	}
	return list
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

// end reads one verdict for each fact, at the end. Runs that broke off stand there with no cycle, and with everything lost or no
// verdict. Some scenarios of a baseline have numbered names instead of facts: these verdicts are counted and belong to no fact.
func (r *reader) end(from row, run *Run) {
	run.Cycles = int(must(r, "cycles", cmp.Or(from.Cycles, from.DelegationCycles)))
	run.Failed = run.Cycles == 0 && r.file.Format != QTDQPB
	list, unnamed := from.ProbeResults, r.file.Format == Baseline && len(from.ProbeResults) == len(run.Scenario.Facts) && numbered(from.ProbeResults)
	if !unnamed && !(run.Failed && len(list) == 0) {
		list = r.probes(list, run.Scenario)
	}
	counted := Count{}
	for i, p := range list {
		kept := must(r, fmt.Sprintf("probeResults[%d].retained", i), p.Retained)
		if counted.Add(kept); !unnamed {
			run.Stored = append(run.Stored, kept)
		}
		if run.Failed && kept {
			r.fault(fmt.Sprintf("probeResults[%d].retained", i), "is true, but the run had no cycle")
		}
	}
	if unnamed {
		if run.Placeholder = counted.N; !run.Failed {
			run.tell(AllSomeUnnamed, "", counted)
		}
	}
	said := Count{int(must(r, "retained", cmp.Or(from.Retained, from.RetainedCount))), counted.N}
	if total := cmp.Or(from.Total, from.TotalProbes); total != nil && len(list) > 0 {
		said.N = int(*total)
	}
	if said != counted {
		r.fault("", "%d of %d retained, but probeResults have: %d of %d", said.K, said.N, counted.K, counted.N)
	}
}

// numbered reports whether the rows are named by one word or two and their number, as no probe is.
func numbered(list []probed) bool {
	prefix := ""
	for i, p := range list {
		rest, ok := strings.CutSuffix(p.Fact, fmt.Sprintf(" %d", i+1))
		if !ok || i > 0 && rest != prefix {
			return false
		}
		prefix = rest
	}
	return true
}
