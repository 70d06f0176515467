package budgeted

import "contextarena.internal/reports"

// chart has retention against the tokens that were kept, on a logarithmic scale: a line for each
// strategy, a dot for each budget.
func (b Budgeted) chart(title string) reports.Chart {
	c := reports.Chart{
		Title: title, TitleSize: 14,
		Note: "A dot for each budget, at the tokens that were given for a question; the best area first. Bars: 95 % intervals over scenarios as a sample.",
	}
	if len(b.budgets()) == 0 {
		c.Missing = "no trial of this experiment was completed: there is nothing to draw"
	}
	p := reports.Panel{X: reports.Axis{Label: "tokens kept", Log: true}, Y: reports.Percent("answer retention, %")}
	for _, l := range b.Lines {
		s := reports.Series{Name: reports.Snip(b.name(l), 24)}
		for _, at := range l.Points {
			if at.Tokens > 0 && at.Answer.Defined() {
				s.Points = append(s.Points, reports.PercentAt(at.Tokens, at.Answer))
			}
		}
		p.Series = append(p.Series, s)
	}
	return reports.Lines(c, p)
}
