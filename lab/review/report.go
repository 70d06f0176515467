package review

import (
	_ "embed"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/certify"
	"contextarena.internal/lab/judge"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Schema describes what a Report is in JSON.
//
//go:embed schema.json
var Schema []byte

// Report is what strategies keep at the answer level by the matchers and by a judge.
type Report struct {
	Experiment string         `json:"experiment"` // its id
	Simulated  bool           `json:"simulated"`  // a simulated model gave the replies; the judge is a real one
	Judge      certify.Scored `json:"judge"`      // how it agrees with people
	Answers    int            `json:"answers"`    // that both judged
	Unjudged   int            `json:"unjudged"`   // that it didn't, and that are in no figure of the judge
	Same       int            `json:"same"`       // of those judged: it gives the matchers' verdict
	Unsure     int            `json:"unsure"`     // of those judged
	Listed     int            `json:"listed"`     // different replies for a person
	Rows       []Row          `json:"rows"`

	number int64
	status string
}

// Row is one strategy with one model. Retention is of current and derived probes.
type Row struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Matcher  reports.Figure `json:"matcher"` // kept
	Judge    reports.Figure `json:"judge"`   // kept; unsure is not kept
	Unsure   int            `json:"unsure"`
}

// NewReport sets a judge's verdicts beside the matchers'. Judged is how it did in certification.
func (a *Answers) NewReport(judged certify.Scored, said judge.Verdicts) Report {
	r := a.Result
	out := Report{
		Experiment: r.Experiment.ID, Simulated: r.Experiment.Simulated, Judge: judged, Rows: []Row{},
		Listed: len(a.Disagreements(said)), number: r.Experiment.Number, status: r.Experiment.Status,
	}
	unsure := map[[2]string]int{}
	byJudge := a.replaced()
	for _, one := range a.all {
		v := said[one.subject]
		if v == "" {
			out.Unjudged++
			continue
		}
		if one.matcher.Result != probes.Void {
			out.Answers++
		}
		t := &byJudge.Trials[one.trial]
		switch v {
		case one.matcher.Result:
			out.Same++
		case judge.Unsure:
			out.Unsure++
			unsure[[2]string{t.Strategy, t.Model}]++
			v = probes.Lost
		}
		t.Score.Findings[one.probe].Verdicts[0].Result = v
	}
	for _, t := range tally.All(r) {
		if t.Outcomes().Completed == 0 {
			continue
		}
		judgeFigure := tally.Of(byJudge, t.Strategy, t.Model).Kept(arena.LevelAnswer)
		out.Rows = append(out.Rows, Row{
			Strategy: t.Strategy, Model: t.Model, Unsure: unsure[[2]string{t.Strategy, t.Model}],
			Matcher: t.Kept(arena.LevelAnswer), Judge: noted(judgeFigure, judged.Caption()),
		})
	}
	return out
}

// noted is a figure that a line of its own stands with.
func noted(f reports.Figure, line string) reports.Figure {
	about := f.About()
	about.Warnings = append(slices.Clone(about.Warnings), line)
	return reports.FigureOf(f.Estimate(), about)
}

// replaced is the result with no verdict at the answer level, for others to be set.
func (a *Answers) replaced() lab.Result {
	r := a.Result
	r.Trials = slices.Clone(r.Trials)
	for i := range r.Trials {
		findings := slices.Clone(r.Trials[i].Score.Findings)
		for k, f := range findings {
			unscored := *f
			unscored.Verdicts = []probes.Verdict{{Level: arena.LevelAnswer, Result: probes.Unscored}}
			findings[k] = &unscored
		}
		r.Trials[i].Score.Findings = findings
	}
	return r
}

// form is a report in JSON.
type form struct {
	Schema string `json:"schema"`
	Report
}

// Document is the report.
func (r Report) Document() reports.Document {
	d := reports.Document{
		Title:     fmt.Sprintf("Second opinion%s: what answers keep by matchers and by %s", reports.Simulated(r.Simulated), r.Judge.Scorer),
		Simulated: r.Simulated, Data: form{"context-arena/judge/1", r}, Records: r.records(),
		Sections: []reports.Section{r.table()},
		Played:   reports.Played{ID: r.Experiment, Number: r.number, Status: r.status},
	}
	if r.Answers > 0 {
		d.Notes = append(d.Notes, fmt.Sprintf("Both give the same verdict on %d of %d answers (%.1f %%); the judge is unsure of %d. Different replies left for a person: %d (arena review %d --labels FILE).",
			r.Same, r.Answers, 100*float64(r.Same)/float64(r.Answers), r.Unsure, r.Listed, r.number))
	}
	if r.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: a sim model gave the replies, in words that the matchers read well. How the two agree here says nothing of the replies of a real model.")
	}
	if r.Unjudged > 0 {
		d.Warnings = append(d.Warnings, fmt.Sprintf("%d answers aren't judged yet and are in no figure of the judge, so that the two columns are about different answers; the same arena judge goes on.", r.Unjudged))
	}
	return d
}

func (r Report) table() reports.Section {
	s := reports.Section{
		Head:  []string{"strategy", "matcher %", "judge %", "unsure"},
		Notes: []string{"matcher, judge: kept, of current and derived probes (unsure isn't kept)."},
	}
	for _, row := range r.Rows {
		name := row.Strategy
		if slices.ContainsFunc(r.Rows, func(o Row) bool { return o.Model != row.Model }) {
			name += " " + row.Model
		}
		s.Rows = append(s.Rows, reports.Row{name, row.Matcher, row.Judge, row.Unsure})
	}
	return s
}

// records are one row per strategy and model.
func (r Report) records() reports.Records {
	return reports.Records{
		Head: []string{
			"strategy", "model", "simulated", "judge", "prompt", "matcher", "matcher_low", "matcher_high", "matcher_n",
			"judge_kept", "judge_low", "judge_high", "judge_n", "unsure",
			"certified", "certified_low", "certified_high",
		},
		Rows: func(yield func([]any) bool) {
			people := r.Judge.Groups[0].Agreement
			for _, row := range r.Rows {
				m, j := row.Matcher.Form(), row.Judge.Form()
				if !yield([]any{
					row.Strategy, row.Model, r.Simulated, r.Judge.Scorer, r.Judge.Prompt, m.Mean, m.Low, m.High, m.N,
					j.Mean, j.Low, j.High, j.N, row.Unsure,
					people.Mean, people.Low, people.High,
				}) {
					return
				}
			}
		},
	}
}
