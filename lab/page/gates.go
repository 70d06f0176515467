package page

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
	"contextarena.internal/store"
)

// Judged is what the gates of a night said when it was judged last. Figures are null where there is none.
type Judged struct {
	When     string     `json:"when"`    // the day, UTC
	Program  string     `json:"program"` // version and commit that judged
	Baseline string     `json:"baseline"`
	Passed   bool       `json:"passed"`
	Finding  string     `json:"finding"`
	Rescored bool       `json:"rescored"` // trials were scored again since
	Gates    []GateSaid `json:"gates"`
}

// GateSaid is what one gate said.
type GateSaid struct {
	Name   string `json:"name"`
	Bound  string `json:"bound"`  // may fall by 6 points
	Result string `json:"result"` // pass, fail, inconclusive, first night
	Says   string `json:"says"`   // what came out and why
}

// judgedOf is what the gates of a night said, nil where that isn't kept.
func judgedOf(ctx context.Context, l *lab.Lab, e store.Experiment) (*Judged, error) {
	j, err := l.DB.Judged(ctx, e.Number)
	if err != nil || j == nil {
		return nil, err
	}
	out := &Judged{When: j.At.Format(time.DateOnly), Program: j.Program, Baseline: j.Baseline, Passed: j.Passed, Finding: j.Finding, Rescored: j.Rescored, Gates: []GateSaid{}}
	for _, g := range j.Gates {
		out.Gates = append(out.Gates, GateSaid{g.Name, g.Bound, g.Result, g.Says})
	}
	return out, nil
}

// gateSections are what gates said, and the command that judges a night of which that isn't kept.
func (n Nights) gateSections() []reports.Section {
	said := reports.Section{Title: "Gates", Head: []string{"night", "gate", "limit", "result"}, Align: "l", Layout: reports.List}
	newest := reports.Section{}
	var unkept []Night
	for i, night := range n.Nights {
		j := night.Judged
		if j == nil {
			unkept = append(unkept, night)
			continue
		}
		if j.Rescored {
			said.Notes = append(said.Notes, fmt.Sprintf("Trials of %s were scored again since its gates were judged.", night.Name))
		}
		for _, g := range j.Gates {
			said.Rows = append(said.Rows, reports.Row{night.Name, g.Name, g.Bound, reports.Toned(tones[g.Result], g.Result)})
			if i == len(n.Nights)-1 {
				newest.Notes = []string{fmt.Sprintf("The newest, judged on %s by %s:", j.When, j.Program)}
				newest.List = append(newest.List, []string{g.Says})
			}
		}
	}
	if unkept != nil {
		last := unkept[len(unkept)-1]
		said.Notes = append(said.Notes, fmt.Sprintf("What gates said isn't kept of %s, the newest of them %s. This judges it again, and asks no model: %s",
			reports.Plural(len(unkept), "night"), last.Name, cmp.Or(last.Again, "arena nightly FILE --night LABEL")))
	}
	if newest.List == nil {
		return []reports.Section{said}
	}
	return []reports.Section{said, newest}
}

// tones are those of results.
var tones = map[string]reports.Tone{string(stats.Pass): reports.Good, string(stats.Fail): reports.Bad}

// gates says how the gates of the newest night came out; empty if that isn't kept.
func (n Nights) gates() string {
	last := n.Nights[len(n.Nights)-1]
	if last.Judged == nil || len(last.Judged.Gates) == 0 {
		return ""
	}
	of := map[string]int{}
	for _, g := range last.Judged.Gates {
		of[g.Result]++
	}
	all := len(last.Judged.Gates)
	passed, failed := of[string(stats.Pass)], of[string(stats.Fail)]
	switch undecided := all - passed - failed; {
	case undecided == all:
		return fmt.Sprintf("None of %s was decided on the newest night, %s.", reports.Plural(all, "gate"), last.Name)
	case undecided > 0:
		return fmt.Sprintf("%d of %s passed on the newest night, %s, %d failed and %d weren't decided.", passed, reports.Plural(all, "gate"), last.Name, failed, undecided)
	}
	return fmt.Sprintf("%d of %s passed on the newest night, %s.", passed, reports.Plural(all, "gate"), last.Name)
}
