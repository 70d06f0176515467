package contextarena

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
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
	Log    []Entry // the memory after each cycle

	Stored      []bool   // kept at the end, in the order of Scenario.Facts; nil if the file has no verdict for each
	ByCycle     [][]bool // of each of them, found in the text of each cycle; nil without a log
	Placeholder int      // verdicts that stand under made-up names, so for no fact
	Told        []Told   // counts that stand without verdicts

	Verdicts []Rejudged // once it was judged
}

// Told is a count of a way, for a type of facts or, without one, for all.
type Told struct {
	Way
	Type arena.FactType
	Count
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

// String is 3/4.
func (c Count) String() string { return fmt.Sprintf("%d/%d", c.K, c.N) }

// Add counts one more.
func (c *Count) Add(hit bool) {
	c.N++
	if hit {
		c.K++
	}
}

// plus is the sum of two counts.
func (c Count) plus(o Count) Count { return Count{c.K + o.K, c.N + o.N} }

// one counts what may be a hit.
func one(hit bool) (c Count) {
	c.Add(hit)
	return c
}

// Counts are k of n by fact type.
type Counts map[arena.FactType]Count

func (c Counts) add(t arena.FactType, hit bool) {
	n := c[t]
	n.Add(hit)
	c[t] = n
}

// Fault is one thing that is wrong with a file.
type Fault struct {
	File string
	Path string // inside it: results[3].probeResults[2].fact; empty for the whole file
	Text string // what is wrong, and what was expected
}

// Error is file: path: text.
func (f Fault) Error() string {
	if f.Path == "" {
		return f.File + ": " + f.Text
	}
	return f.File + ": " + f.Path + ": " + f.Text
}

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
