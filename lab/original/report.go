package original

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Report is every figure of an imported experiment: what the original stored, its own rule
// applied to the stored texts again, and today's matchers, side by side. All figures are counts
// of one run of each scenario.
type Report struct {
	Experiment  Experiment                 `json:"experiment"`
	Files       []File                     `json:"files"`
	Figures     []Figure                   `json:"figures"`
	Survival    []contextarena.Survival    `json:"survival"`
	Transitions []contextarena.Transitions `json:"transitions"`
	Agreement   []contextarena.Agreement   `json:"agreement"`
	Warnings    []string                   `json:"warnings"`
	Verdicts    []Verdict                  `json:"verdicts"`
}

// Experiment names the import. Its id is the hash of the files' contents.
type Experiment struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Number int64  `json:"-"` // its place in this database
}

// File says what was read of a file.
type File struct {
	Name     string              `json:"name"`
	Format   contextarena.Format `json:"format"`
	Model    string              `json:"model,omitempty"` // where the file names it
	Runs     int                 `json:"runs"`
	Failed   int                 `json:"failed"`   // runs that broke off: in no figure but the stored P
	Refused  int                 `json:"refused"`  // canned refusals as final answers: in no figure of ours
	Texts    int                 `json:"texts"`    // final answers and memory texts
	Verdicts int                 `json:"verdicts"` // stored ones: on a task, a probe, or a probe in a cycle
	Unnamed  int                 `json:"unnamed"`  // stored under made-up names: in no figure but a stored total
}

// Figure is a count with its Wilson interval.
type Figure struct {
	contextarena.Figure
	Estimand reports.Estimand `json:"estimand"`
	Share    float64          `json:"share"`
	Low      float64          `json:"low"`
	High     float64          `json:"high"`
}

// Verdict is one verdict three times. An empty one wasn't stored, or there is no text.
type Verdict struct {
	File      string               `json:"file"`
	Strategy  string               `json:"strategy"`
	Scenario  string               `json:"scenario"`
	Measure   contextarena.Measure `json:"measure"`
	Cycle     int                  `json:"cycle,omitempty"` // of a memory text; the last one's measure is L-last
	Probe     string               `json:"probe,omitempty"` // empty: the task
	Fact      string               `json:"fact,omitempty"`  // as the original names it
	Type      arena.FactType       `json:"type,omitempty"`
	Kind      arena.Kind           `json:"kind,omitempty"`
	ExposedAt int                  `json:"exposed_at_cycle,omitempty"` // first-statement exposure; 0 for never or unknown
	AtRisk    bool                 `json:"at_risk"`
	Stored    string               `json:"stored,omitempty"`
	Legacy    string               `json:"legacy_again,omitempty"`
	Ours      string               `json:"ours,omitempty"`
}

// lCycle is the measure of a memory text that is not the last one.
const lCycle contextarena.Measure = "L-cycle"

// count computes the report of an import.
func count(e store.Experiment, files []judgedFile) (Report, error) {
	r := Report{
		Experiment: Experiment{e.ID, e.Name, e.Number},
		Survival:   []contextarena.Survival{}, Transitions: []contextarena.Transitions{}, Agreement: []contextarena.Agreement{},
		Warnings: []string{}, Verdicts: []Verdict{},
	}
	for _, f := range files {
		r.Files = append(r.Files, fileOf(f))
		s := contextarena.Summarise(f.File, f.Judged)
		for _, row := range s.Figures {
			w, err := stats.Wilson(row.K, row.N, 0.05)
			if err != nil {
				return r, err
			}
			r.Figures = append(r.Figures, Figure{row, reports.OneRun, float64(row.K) / float64(row.N), w.Low, w.High})
		}
		r.Survival = append(r.Survival, s.Survival...)
		r.Transitions = append(r.Transitions, s.Transitions...)
		r.Agreement = append(r.Agreement, s.Agreement...)
		for _, j := range f.Judged {
			r.Verdicts = append(r.Verdicts, verdictsOf(f.Name, j)...)
		}
	}
	r.Warnings = append(r.Warnings, warningsOf(r)...)
	return r, nil
}

func fileOf(f judgedFile) File {
	out := File{Name: f.Name, Format: f.Format, Model: f.Model, Runs: len(f.Runs)}
	for _, run := range f.Runs {
		out.Unnamed += run.Placeholder
		out.Verdicts += run.Placeholder
		out.Texts += len(run.Log)
		if run.Failed {
			out.Failed++
		}
		if run.Answer != nil {
			out.Texts++
		}
		if run.Passed != nil {
			out.Verdicts++
		}
		for _, v := range run.Stored {
			out.Verdicts += max(1, len(v.ByCycle))
		}
	}
	for _, j := range f.Judged {
		if j.Refused {
			out.Refused++
		}
	}
	return out
}

// verdictsOf are the verdicts of one run.
func verdictsOf(file string, j contextarena.Judged) []Verdict {
	var out []Verdict
	base := Verdict{File: file, Strategy: j.Strategy, Scenario: j.Scenario.ID}
	if j.Passed != nil {
		v := base
		v.Measure = contextarena.P
		v.Stored, v.Legacy, v.Ours = passed(*j.Passed), passed(*j.LegacyPassed), "refused"
		if j.OursPassed != nil {
			v.Ours = passed(*j.OursPassed)
		}
		out = append(out, v)
	}
	for i, f := range j.Facts {
		v := base
		v.Probe, v.Fact, v.Type, v.Kind = f.Probe.ID, f.Fact.Text, f.Fact.Type, f.Probe.Kind
		v.ExposedAt = f.Exposed
		if j.Answer != nil {
			a := v
			a.Measure, a.Legacy, a.Ours = contextarena.A, hit(f.LegacyFinal), string(f.OursFinal)
			if j.Refused {
				a.Ours = "refused"
			}
			out = append(out, a)
		}
		if j.Stored == nil {
			continue
		}
		end := v
		end.Measure, end.AtRisk, end.Stored = j.Measure, f.Exposed > 0, hit(j.Stored[i].Retained)
		out = append(out, end)
		for k := range j.Log {
			c := v
			c.Measure, c.Cycle = lCycle, k+1
			if k == len(j.Log)-1 {
				c.Measure = contextarena.LLast
			}
			c.AtRisk = f.Exposed > 0 && f.Exposed <= c.Cycle
			c.Stored, c.Legacy, c.Ours = hit(j.Stored[i].ByCycle[k]), hit(f.Legacy[k]), string(f.Ours[k])
			out = append(out, c)
		}
	}
	return out
}

func passed(yes bool) string {
	if yes {
		return "passed"
	}
	return "failed"
}

func hit(yes bool) string {
	if yes {
		return "hit"
	}
	return "miss"
}
