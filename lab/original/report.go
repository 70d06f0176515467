package original

import (
	"contextarena.internal/lab/contextarena"
	"contextarena.internal/store"
)

// Report is every figure of an imported experiment: what the original stored, its own rule
// applied to the stored texts again, and today's matchers, side by side. All figures are counts
// of one run of each scenario.
type Report struct {
	Experiment Experiment `json:"experiment"`
	Files      []File     `json:"files"`
	contextarena.Summary
	Warnings []string                `json:"warnings"`
	Verdicts []contextarena.Rejudged `json:"verdicts"`
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

// count computes the report of an import.
func count(e store.Experiment, files []contextarena.File) Report {
	r := Report{
		Experiment: Experiment{e.ID, e.Name, e.Number},
		Verdicts:   []contextarena.Rejudged{},
	}
	for _, f := range files {
		r.Files = append(r.Files, fileOf(f))
		r.Add(f)
		for _, run := range f.Runs {
			r.Verdicts = append(r.Verdicts, run.Verdicts...)
		}
	}
	r.Warnings = warningsOf(r)
	return r
}

func fileOf(f contextarena.File) File {
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
		out.Verdicts += len(run.Stored) * max(1, len(run.Log))
		for _, v := range run.Verdicts {
			if v.Measure == contextarena.P && v.Ours == contextarena.Refused {
				out.Refused++
			}
		}
	}
	return out
}
