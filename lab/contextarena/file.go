package contextarena

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Format is what kind of result file a file is.
type Format string

// The formats, named as the original named its files.
const (
	Benchmark   Format = "benchmark"        // an array of runs with steps and the final answer
	Leaderboard Format = "leaderboard"      // final-leaderboard, qpb-leaderboard: final answers and their summary
	Loss        Format = "rlm-loss"         // every cycle's memory with verdicts
	Extraction  Format = "rllm-extraction"  // the same of the strategy that writes code
	QTDQPB      Format = "qtd-qpb"          // end verdicts of four strategies, no texts
	Baseline    Format = "nano-baseline"    // end verdicts of RLM(8), no texts
	Depth       Format = "rlm-depth"        // end verdicts of RLM at several depths, no texts
	DepthCounts Format = "rlm-depth-counts" // a hand-made table of counts
)

// Measure is what a stored verdict of the original searched: six of them shared the name
// retention, and none can be compared with another.
type Measure string

// The measures.
const (
	P      Measure = "P"       // the final answer, by the scenario's checker: passed or not
	A      Measure = "A"       // the final answer, by the probes' patterns
	LLast  Measure = "L-last"  // the memory text of the last cycle, by the probes' patterns
	LNever Measure = "L-never" // the memory texts from the first one logged after the fact: never without it
	C      Measure = "C"       // the whole last context, the final question included
	T      Measure = "T"       // the complete transcript
)

// File is a result file that was read without a fault.
type File struct {
	Name   string // without its folder
	Format Format
	Model  string // as the file names it; empty where it doesn't
	Runs   []Run
}

// Run is one strategy on one scenario, once.
type Run struct {
	Strategy string
	Scenario Original
	Measure  Measure // of Stored
	Failed   bool    // the original's run broke off and stored nothing that was measured
	Cycles   int     // how often the memory was rewritten; 0 where the file doesn't say

	Answer *string // the final answer
	Passed *bool   // the original's verdict on it
	ByType Counts  // the original's counts on it, by fact type; nil where the file has none
	Log    []Entry // the memory after each cycle

	Stored      []bool   // kept at the end, in the order of Scenario.Facts; nil if the file has no verdict for each
	ByCycle     [][]bool // of each of them, found in the text of each cycle; nil without a log
	Placeholder int      // verdicts that stand under made-up names, so for no fact
	Counted     *Count   // a total without verdicts, or over placeholders

	Verdicts []Rejudged // once it was judged
}

// Entry is one cycle of a log.
type Entry struct {
	Messages   int    // of the conversation so far
	Compressed int    // how many of them this cycle took
	Text       string // the whole memory after it
}

// Count is k of n.
type Count struct {
	K int `json:"k"`
	N int `json:"n"`
}

// Add counts one more.
func (c *Count) Add(hit bool) {
	c.N++
	if hit {
		c.K++
	}
}

// plus is the sum of two counts.
func (c Count) plus(o Count) Count { return Count{c.K + o.K, c.N + o.N} }

// Faults is everything that is wrong with the files of an import. Nothing of any of them is used.
type Faults []Fault

// shown is how many faults are written out.
const shown = 20

// Error lists the faults, one a line, and says how many more there are.
func (fs Faults) Error() string {
	var lines []string
	for _, f := range fs[:min(shown, len(fs))] {
		lines = append(lines, f.Error())
	}
	if more := len(fs) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// Parse reads one result file. The name is for messages and kept as File.Name. The error is
// Faults: everything that is wrong, in the order of the file.
func Parse(name string, data []byte) (File, error) {
	fs := &faults{file: name}
	v, err := tree(data)
	if err != nil {
		fs.add("", "%v", err)
		return File{}, Faults(fs.list)
	}
	root := field{value: v, ok: true, fs: fs}
	format, err := recognise(v)
	if err != nil {
		fs.add("", "not a result file of Context Arena that can be imported: %v", err)
		return File{}, Faults(fs.list)
	}
	f := File{Name: name, Format: format}
	readers[format](root, &f)
	if len(fs.list) == 0 {
		f.twice(fs)
	}
	if len(fs.list) > 0 {
		return File{}, Faults(fs.list)
	}
	return f, nil
}

// twice notes runs that stand there twice: no figure may count them so.
func (f File) twice(fs *faults) {
	seen := map[string]int{}
	for i, r := range f.Runs {
		key := r.Strategy + "\x00" + r.Scenario.ID
		if first, ok := seen[key]; ok {
			fs.add(fmt.Sprintf("%s[%d]", f.list(), i), "%s on %s stands there already, as number %d", kindOf(r.Strategy), r.Scenario.Name, first)
		} else {
			seen[key] = i
		}
	}
}

// list is the path of the list of runs.
func (f File) list() string {
	if f.Format == Benchmark || f.Format == Depth {
		return ""
	}
	return "results"
}

var readers = map[Format]func(field, *File){
	Benchmark: readBenchmark, Leaderboard: readLeaderboard, Loss: readLogs, Extraction: readLogs,
	QTDQPB: readQTDQPB, Baseline: readBaseline, Depth: readDepth, DepthCounts: readDepthCounts,
}

// known are the formats in words.
const known = "benchmark-*, final-leaderboard-*, qpb-leaderboard-*, rlm-loss-*, rllm-extraction-*, qtd-qpb-experiment-*, rlm-nano-baseline-* and rlm-depth-* files can"

// recognise tells the format by the names of the fields of the first row.
func recognise(v any) (Format, error) {
	rows, top := v, object(nil)
	if o, ok := v.(object); ok {
		top = o
		if rows, ok = o["results"]; !ok {
			return "", fmt.Errorf("it has no results (%s)", known)
		}
	}
	list, ok := rows.([]any)
	if !ok {
		return "", fmt.Errorf("it is neither a list of runs nor an object with one (%s)", known)
	}
	if len(list) == 0 {
		return "", errors.New("it holds no run")
	}
	first, _ := list[0].(object)
	has := func(o object, names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { _, ok := o[n]; return !ok })
	}
	switch {
	case top == nil && (has(first, "finalAnswer") || has(first, "steps")) && has(first, "strategyName"):
		return Benchmark, nil
	case top == nil && has(first, "scenarioName", "depth"):
		return Depth, nil
	case top == nil:
	case has(top, "leaderboard") && has(first, "strategyName", "scenarioName"):
		return Leaderboard, nil
	case has(first, "delegationLog") && has(first, "scenarioName"):
		return Loss, nil
	case has(first, "extractionLog") && has(first, "scenarioName"):
		return Extraction, nil
	case has(first, "strategy", "scenario", "probeResults"):
		return QTDQPB, nil
	case has(first, "scenarioName", "depth"):
		return DepthCounts, nil
	case has(first, "name", "probeResults"), has(first, "scenarioName", "probeResults", "cycles"):
		return Baseline, nil
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(first)) {
		names = append(names, step(name))
	}
	return "", fmt.Errorf("no format of it has runs with the fields %s (%s)", shorten(strings.Join(names, ", ")), known)
}
