package contextarena

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// By says whose verdicts a figure counts.
type By string

// The three, side by side: what the original stored, its own rule applied to the stored texts
// again, and today's matchers.
const (
	Stored      By = "stored"
	LegacyAgain By = "legacy again"
	Ours        By = "ours"
)

// Over says what a figure is out of.
type Over string

// The denominators. At risk are the facts that the memory had been shown; of the others nothing
// can be lost. A vacuous probe can't tell (see Fact.Vacuous), a past one asks for a value that
// no longer holds, which a memory may drop.
const (
	Tasks          Over = "tasks"
	AllProbes      Over = "all probes"
	AtRisk         Over = "at risk"
	AtRiskTelling  Over = "at risk, not vacuous"
	AtRiskHolding  Over = "at risk, not past"
	AllSomeUnnamed Over = "all, some unnamed" // placeholders stand for some of the probes
)

// Figure is a count of one strategy in one file, over one run of each scenario, with Wilson's interval.
type Figure struct {
	File     string `json:"file"`
	Strategy string `json:"strategy"`
	Way
	Type arena.FactType `json:"type,omitempty"` // empty for all types
	Count
	Estimand reports.Estimand `json:"estimand"`
	Share    float64          `json:"share"`
	Low      float64          `json:"low"`
	High     float64          `json:"high"`
}

// String is the share with its interval, in percent.
func (f Figure) String() string {
	return fmt.Sprintf("%.1f [%.0f–%.0f]", 100*f.Share, 100*f.Low, 100*f.High)
}

// Summary is every figure of files, each over one run of each scenario.
type Summary struct {
	Figures []Figure `json:"figures"`
}

// Add counts a judged file. Strategies are in the order in which the file names them.
func (s *Summary) Add(f File) {
	var order []string
	of := map[string][]Run{}
	for _, r := range f.Runs {
		if of[r.Strategy] == nil {
			order = append(order, r.Strategy)
		}
		of[r.Strategy] = append(of[r.Strategy], r)
	}
	for _, strategy := range order {
		counter{file: f.Name, strategy: strategy, runs: of[strategy], out: s}.figures()
	}
}
