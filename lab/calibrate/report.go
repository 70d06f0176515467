package calibrate

import (
	"fmt"
	"strconv"
	"strings"

	"contextarena.internal/reports"
)

// Document shows how the simulated models were fitted to published figures, and how well each predicts
// the figures it was not fitted to.
func (r Result) Document() reports.Document {
	sections := []reports.Section{r.fits()}
	for _, m := range r.Comparisons {
		sections = append(sections, m.survival(), m.leaderboard())
	}
	return reports.Document{Title: "Calibration of the simulated models", Sections: sections, Data: r}
}

// fits are the parameters.
func (r Result) fits() reports.Section {
	s := reports.Section{Title: "Parameters, each matched to one figure", Head: []string{"parameter"}}
	var hashes []string
	for _, f := range r.Fits {
		name, _, _ := strings.Cut(f.Model, "?")
		hashes = append(hashes, name+" "+f.Parameters)
		s.Head = append(s.Head, name)
		if f.To == "" {
			s.Notes = append(s.Notes, name+": no figures stand behind it; it is an extrapolation from the better fit.")
		} else {
			s.Head = append(s.Head, "target")
			figures := 0
			for _, v := range f.Values {
				if v.Target > 0 {
					figures++
				}
			}
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %d parameters matched to %d figures of %s (%s). target: the figure in percent, half a success and half a failure added, of what sim:exact reaches; where two single runs order the models otherwise than by strength, both get the mean.",
				name, len(f.Values), figures, f.To, reports.Plural(r.FitRepeats, "repeat")))
		}
	}
	for i, v := range r.Fits[0].Values {
		row, figure := reports.Row{v.Name}, ""
		for _, f := range r.Fits {
			v := f.Values[i]
			switch row = append(row, number(v.Fitted)); {
			case v.Target > 0:
				row, figure = append(row, fmt.Sprintf("%.0f", 100*v.Target)), v.Figure
			case f.To != "":
				row = append(row, "–")
			}
		}
		s.Rows = append(s.Rows, append(row, figure))
	}
	s.Head = append(s.Head, "matched to")
	s.Notes = append(s.Notes, "Hashes of all parameters: "+strings.Join(hashes, ", ")+".")
	return s
}

// number is a number without needless digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// survival is the survival in notes of one model.
func (m Comparison) survival() reports.Section {
	p := m.Published
	s := reports.Section{
		Title: fmt.Sprintf("%s: facts at risk that the last notes of %s hold", p.Title, p.Survival.Strategy),
		Head:  []string{"type", "published", "interval", "fitted", "inside", "held out", "inside"},
		Notes: []string{
			fmt.Sprintf("published: %s; %s. interval: Wilson's in percent, of that one run. fitted: percent by the simulated model fitted to these figures; held out: by the one fitted to %s; inside: whether that lies in the interval.", p.Survival.Source, p.Survival.Note, m.Other),
			fmt.Sprintf("Known of the experiment and not fitted: %s.", p.Note),
		},
	}
	for i, r := range append(m.Types[:len(m.Types):len(m.Types)], m.All) {
		name := string(r.Type)
		if i == len(m.Types) {
			name = "all"
		}
		s.Rows = append(s.Rows, reports.Row{
			name, fmt.Sprintf("%d/%d", r.Kept, r.N), fmt.Sprintf("%.0f–%.0f", 100*r.Low, 100*r.High),
			fmt.Sprintf("%.0f", 100*r.Fitted), yes(r.inside(r.Fitted)), fmt.Sprintf("%.0f", 100*r.HeldOut), yes(r.inside(r.HeldOut)),
		})
	}
	return s
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "no"
}

// leaderboard is the leaderboard of one model.
func (m Comparison) leaderboard() reports.Section {
	p := m.Published
	s := reports.Section{
		Title: p.Title + ": final tasks passed, and facts asked for in final answers",
		Head:  []string{"strategy", "passed", "fitted", "held out", "asked", "fitted", "held out"},
		Notes: []string{fmt.Sprintf("published: %s; %s. passed: of 8 tasks, by today's tolerance of form; asked: percent of the facts whose value the final task asks for. fitted and held out: means of repeats.", p.Leaderboard.Source, p.Leaderboard.Note)},
	}
	for _, r := range m.Strategies {
		name := r.Spec
		if r.LeftOut != "" {
			name += " *"
			s.Notes = append(s.Notes, fmt.Sprintf("* %s.", r.LeftOut))
		}
		asked := "–"
		if r.AskedOf > 0 {
			asked = fmt.Sprintf("%d/%d = %.0f", r.Asked, r.AskedOf, 100*float64(r.Asked)/float64(r.AskedOf))
		}
		s.Rows = append(s.Rows, reports.Row{
			name, fmt.Sprintf("%d/%d", r.Passed, r.Tasks), fmt.Sprintf("%.1f", r.FittedPassed), fmt.Sprintf("%.1f", r.HeldOutPassed),
			asked, fmt.Sprintf("%.0f", 100*r.FittedAsked), fmt.Sprintf("%.0f", 100*r.HeldOutAsked),
		})
		if r.Incomplete > 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %d held-out trials were cut or refused, and count as not passed.", r.Spec, r.Incomplete))
		}
	}
	return s
}
