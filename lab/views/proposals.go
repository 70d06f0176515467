package views

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// ProposalsForm names the form of Proposals in JSON.
const ProposalsForm = "context-arena/proposals/2"

// Proposals are the predictions of the research proposals with what became of them.
type Proposals struct {
	Schema   string           `json:"schema"`
	Estimand reports.Estimand `json:"estimand"`
	Alpha    float64          `json:"alpha"`
	Suites   []ProposalSuite  `json:"suites"`
}

// ProposalSuite is what one suite shows of them, with where facts were lost.
type ProposalSuite struct {
	lab.ProposalSuite
	Experiment Experiment `json:"experiment"`
	NotDone    int        `json:"not_done"` // trials that were not completed
	Loss       []Loss     `json:"loss"`
}

// NewProposals makes a study ready to be written.
func NewProposals(s lab.ProposalStudy) Proposals {
	out := Proposals{Schema: ProposalsForm, Estimand: s.Estimand, Alpha: s.Alpha}
	for _, suite := range s.Suites {
		r := New(suite.Result, "loss")
		out.Suites = append(out.Suites, ProposalSuite{suite, r.Experiment, len(lab.Incomplete(suite.Result)), r.Loss})
	}
	return out
}

// Table writes the study for a terminal.
func (p Proposals) Table(w io.Writer) error {
	return p.pages().table(w, columns(18, 12))
}

// Markdown writes the study as Markdown.
func (p Proposals) Markdown(w io.Writer) error { return p.pages().markdown(w) }

// JSON writes the study as indented JSON.
func (p Proposals) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(p)
}

// proposalsHead are the columns of Proposals.CSV.
var proposalsHead = []string{
	"suite", "proposal", "name", "strategy", "against", "of", "about_scenarios",
	"seed_baseline", "seed_from", "seed_to", "seed_gain", "seed_within", "seed_at_most", "reading",
	"estimand", "scenarios", "n", "baseline", "baseline_low", "baseline_high", "measured", "measured_low", "measured_high",
	"gain", "gain_low", "gain_high", "p", "p_holm", "finding", "verdict", "assumed_by", "finding_exact", "gain_exact", "simulated", "notes",
}

// CSV writes one row per prediction and suite. Cells that a spreadsheet would take for a formula get
// an apostrophe.
func (p Proposals) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(proposalsHead); err != nil {
		return err
	}
	for _, s := range p.Suites {
		for _, t := range s.Proposals {
			for _, q := range t.Outcomes {
				from, to := "", ""
				if len(q.Target) > 0 {
					from, to = exactly(&q.Target[0]), exactly(&q.Target[len(q.Target)-1])
				}
				exactFinding, exactGain := "", ""
				if e := q.Exact(); e != nil {
					exactFinding, exactGain = string(e.Finding), exactly(e.Gain.Mean)
				}
				row := []string{
					s.Suite, strconv.Itoa(t.Number), t.Name, q.Strategy, q.Against, q.Of, strings.Join(q.Prediction.Scenarios, " "),
					exactly(q.Prediction.Baseline), from, to, set(q.Prediction.Gain), set(q.Within), set(q.AtMost), q.Reading,
					string(q.Estimand), strconv.Itoa(q.Scenarios), exactly(&q.N),
					exactly(q.Baseline.Mean), exactly(q.Baseline.Low), exactly(q.Baseline.High),
					exactly(q.Measured.Mean), exactly(q.Measured.Low), exactly(q.Measured.High),
					exactly(q.Gain.Mean), exactly(q.Gain.Low), exactly(q.Gain.High), exactly(q.P), exactly(q.Holm),
					string(q.Finding), string(q.Verdict), assumedBy(q), exactFinding, exactGain, strconv.FormatBool(s.Simulated), strings.Join(q.Notes, "; "),
				}
				if err := out.Write(guarded(row)); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// set writes what a prediction sets, and nothing for zero.
func set(x float64) string {
	if x == 0 {
		return ""
	}
	return exactly(&x)
}

// mechanismSet names mechanisms that are turned off together.
func mechanismSet(mechanisms []string) string {
	if len(mechanisms) > 2 {
		return "all together"
	}
	return strings.Join(mechanisms, " + ")
}

// assumedBy are the smallest sets of mechanisms that a finding hangs on.
func assumedBy(o lab.Outcome) string {
	sets := make([]string, len(o.AssumedBy))
	for i, set := range o.AssumedBy {
		sets[i] = mechanismSet(set)
	}
	return strings.Join(sets, ", ")
}
