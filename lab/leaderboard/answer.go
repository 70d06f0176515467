package leaderboard

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/reports"
)

// answerLines are the most lines of the answer screen's table.
const answerLines = 24

// answers are the one table of the answer screen. Columns in which nothing would stand are left out.
func (r Report) answers() []reports.Section {
	s := reports.Section{Title: "Leaderboard" + r.Experiment.Title(), Widths: []int{0}, Most: answerLines, Align: "lrrrll"}
	columns := []struct {
		head string
		cell func(Position) any
	}{
		{"answer %", func(p Position) any { return p.Answer }},
		{"diff.", func(p Position) any { return p.apart() }},
		{"USD", func(p Position) any { return p.usd() }},
		{"worst type", func(p Position) any { return p.worst() }},
		{"not done", func(p Position) any { return notDone(p.Outcomes) }},
	}
	if r.complete() {
		columns = columns[:4]
	}
	if r.ask.Type != "" {
		columns, s.Align = slices.Delete(columns, 3, 4), "lrrrl"
	}
	s.Head = []string{"strategy"}
	for _, c := range columns {
		s.Head = append(s.Head, c.head)
	}
	for _, standing := range r.Standings {
		for _, p := range standing.Places {
			name := r.label(strings.Join(p.marked(), ", "), standing.Model)
			if standing.Pick != "" && slices.Contains(p.Strategies, standing.Pick) {
				name += pickMark
			}
			row := reports.Row{name}
			if p.MaybeBest && standing.Pick != "" {
				row[0] = reports.Toned(reports.Good, name)
			}
			for _, c := range columns {
				row = append(row, c.cell(p))
			}
			s.Rows = append(s.Rows, row)
		}
	}
	s.Notes = append(r.answerNotes(), r.published...)
	return []reports.Section{s}
}

// pickMark stands beside the row of the pick.
const pickMark = " ←"

// marked are the strategies, with what is a control named so.
func (p Position) marked() []string {
	out := slices.Clone(p.Strategies)
	for i, name := range out {
		switch {
		case lab.IsControl(name) && p.Cut:
			out[i] += " (control, cut)"
		case lab.IsControl(name):
			out[i] += " (control)"
		}
	}
	return out
}

// complete reports whether every planned trial was completed.
func (r Report) complete() bool {
	return !slices.ContainsFunc(r.Leaderboard, func(row Row) bool { return row.Outcomes.Completed < row.Outcomes.Planned })
}

// planned counts the trials of the plan.
func (r Report) planned() int {
	n := 0
	for _, row := range r.Leaderboard {
		n += row.Outcomes.Planned
	}
	return n
}

// answerNotes explain the columns, and what the order establishes.
func (r Report) answerNotes() []string {
	var parts []string
	if i := slices.IndexFunc(r.Standings, func(s Standing) bool { return s.Reference != "" }); i >= 0 {
		parts = append(parts, fmt.Sprintf("diff.: points to %s (ref.); ~: can't be told from it (95 %%, all rows at once).", r.Standings[i].Reference))
	}
	parts = append(parts, "USD: a trial's memory, dialogue and final task.")
	if r.ask.Type == "" {
		parts = append(parts, "worst type: kept least, %.")
	}
	if slices.ContainsFunc(r.Standings, func(s Standing) bool { return s.Pick != "" }) {
		parts = append(parts, "←: most for its cost.")
	}
	if merged(r.Standings) {
		parts = append(parts, "In one row: same verdicts, cheapest first; +: others cost more.")
	}
	if r.complete() {
		parts = append(parts, fmt.Sprintf("All %s completed.", reports.Plural(r.planned(), "trial")))
	}
	out := []string{strings.Join(append(parts, "Names: arena strategies list."), " ")}
	for _, s := range r.Standings {
		line := s.established()
		if line != "" && len(r.Standings) > 1 {
			line = s.Model + ": " + line
		}
		if line != "" {
			out = append(out, line)
		}
		if s.Scenarios > 0 && s.Scenarios < s.Played {
			out = append(out, fmt.Sprintf("Compared on the %d of %d scenarios that every ranked strategy completed; --view leaderboard has all that each of them did.", s.Scenarios, s.Played))
		}
	}
	return out
}

// established says which strategies may be the best.
func (s Standing) established() string {
	if s.Pick == "" {
		return ""
	}
	by := "multiple comparisons with the best"
	if s.Fixed {
		by = "on " + s.these() + ": no other keeps more"
	}
	return fmt.Sprintf("May be the best of %d (%s, 95 %%): %s.%s", s.Candidates, by, strings.Join(s.best(), ", "), s.surprising())
}

func merged(all []Standing) bool {
	for _, s := range all {
		for _, p := range s.Places {
			if len(p.Strategies) > 1 {
				return true
			}
		}
	}
	return false
}

// apart is the difference to the reference, ~ if the row can't be told from it.
func (p Position) apart() string {
	switch {
	case p.Difference == nil:
		return "–"
	case *p.Difference == 0 && p.Low != nil && *p.Low == 0 && *p.High == 0:
		return "ref."
	case !p.Apart:
		return "~"
	}
	return strings.Replace(fmt.Sprintf("%+.1f", rounded(*p.Difference)), "-", "−", 1)
}

// usd is what a trial costs: with a + that of the cheapest strategy, where others of the row cost more.
func (p Position) usd() string {
	switch {
	case !p.Answer.Defined():
		return "–"
	case !p.Priced:
		return "unknown"
	}
	low, high := fmt.Sprintf("%.5f", p.Cheapest), fmt.Sprintf("%.5f", p.Dearest)
	if low == high {
		return low
	}
	return low + "+"
}

// worst is the fact type that is kept least.
func (p Position) worst() string {
	if p.Worst == "" {
		return "–"
	}
	return fmt.Sprintf("%s %.0f", p.Worst, 100*p.WorstKept)
}
