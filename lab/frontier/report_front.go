package frontier

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/pareto"
	"contextarena.internal/reports"
)

// ofWhat says what costs are of.
func (f Frontier) ofWhat() string {
	if f.Unit == Tokens {
		return "in tokens of a conversation"
	}
	return "in USD of 1,000 conversations"
}

// areOf counts points.
func areOf(n int) string {
	if n == 1 {
		return "1 point is"
	}
	return fmt.Sprintf("%d points are", n)
}

// measuresTable has the front in other measures than cost and retention.
func (f Frontier) measuresTable() reports.Section {
	s := reports.Section{
		Title: "The front in other measures", Widths: []int{24, 11},
		Head: []string{"on the front", "write", "read", "a ques-\ntion", "worst\ntype %", "tasks\n%"},
		Notes: []string{
			"write: upkeep of the memory; read: the dialogue; a question: one more; all " + f.ofWhat() + ".",
			"worst type: the least retention of a fact type with 5 probes or more, drawn toward what points have in common (beta-binomial); no interval.",
		},
	}
	for _, i := range f.Front {
		p, c, worst := f.Points[i], f.charge(i), "–"
		if p.Worst != nil {
			worst = fmt.Sprintf("%.0f %s", 100**p.Worst, p.WorstType)
		}
		s.Rows = append(s.Rows, reports.Row{f.named(i), costCell(f.Unit, c.Write), costCell(f.Unit, c.Read), costCell(f.Unit, c.Question), worst, p.Tasks.Narrow()})
	}
	return s
}

// shownMaybes is how many points that may be on the front a table has.
const shownMaybes = 12

func (f Frontier) maybeTable() reports.Section {
	s := reports.Section{
		Title: "Statistically on the front, though numerically behind", Widths: []int{37, 13},
		Head: []string{"behind", costHead(f.Unit), "retention %", "chance\n%", "worst\ntype %"},
	}
	order := slices.Clone(f.Maybe)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(*f.Points[b].OnFront, *f.Points[a].OnFront) })
	for _, i := range order[:min(shownMaybes, len(order))] {
		p := f.Points[i]
		s.Rows = append(s.Rows, reports.Row{p.name, costCell(f.Unit, p.Cost), p.Retention, percent(p.OnFront), percent(p.Worst)})
	}
	if more := len(order) - len(s.Rows); more > 0 {
		s.Notes = []string{fmt.Sprintf("The likeliest %d; csv and json have %d more.", len(s.Rows), more)}
	}
	return s
}

func (f Frontier) selectionTable() reports.Section {
	s := reports.Section{
		Title: "What the front owes to having been chosen", Widths: []int{20, 16},
		Head:  []string{"trials halved by", "retention,\npoints", "cost,\n" + costHead(f.Unit), "splits"},
		Notes: []string{"Points are chosen by one half of the trials and measured by the other; the figures are by how much the choosing half flattered them, on the mean of all choices. Halves choose with more noise than all trials do, so this errs on the large side. By repeats takes off the luck of the repeats, by scenarios that of the scenarios too."},
	}
	for _, sel := range f.Selection {
		kept, cost := "–", "–"
		if sel.Retention != nil {
			kept, cost = fmt.Sprintf("%.2f", 100**sel.Retention), costCell(f.Unit, *sel.Cost)
		}
		s.Rows = append(s.Rows, reports.Row{sel.By, kept, cost, sel.Splits})
		if sel.Note != "" {
			s.Notes = append(s.Notes, "By "+sel.By+": "+sel.Note+".")
		}
	}
	return s
}

// mostQuestions is up to where tables and charts go.
const mostQuestions = 1000

func (f Frontier) floorsTable() reports.Section {
	s := reports.Section{
		Title: "The cheapest configuration that keeps enough, by questions asked later", Widths: []int{5, 9, 36, 9},
		Head:  []string{"floor", "questions", "configuration", "write", "question", "reten-\ntion %"},
		Notes: []string{"floor: of retention, %. write: upkeep of the memory, question: one more, both " + f.ofWhat() + ". The memory is written once and read by each question; where one configuration takes over from another both cost the same. Without a floor the cheapest of the front is taken, with one the cheapest of all points: the dialogue's own reading, which the front counts, is not in these costs. A floor is met by the lower end of the 95 % interval, of each configuration by itself. Beyond " + reports.Thousands(mostQuestions) + " questions: json."},
	}
	rows := func(floor string, spans []pareto.Span) {
		for k, span := range spans {
			if span.From >= mostQuestions {
				break
			}
			until := " on"
			if k+1 < len(spans) {
				until = "–" + fmt.Sprintf("%.3g", spans[k+1].From)
				if spans[k+1].From >= mostQuestions {
					until = "–" + reports.Thousands(mostQuestions)
				}
			}
			c := f.charge(span.Point)
			s.Rows = append(s.Rows, reports.Row{floor, fmt.Sprintf("%.3g", span.From) + until, f.named(span.Point), costCell(f.Unit, c.Write), costCell(f.Unit, c.Question), f.Points[span.Point].Retention.Narrow()})
			floor = ""
		}
	}
	rows("none", f.Envelope)
	for k := 0; k < len(f.Floors); k++ {
		floor := f.Floors[k]
		for k+1 < len(f.Floors) && slices.Equal(f.Floors[k+1].Spans, floor.Spans) {
			k++
		}
		name := fmt.Sprintf("%.0f", 100*floor.Retention)
		if last := f.Floors[k].Retention; last > floor.Retention {
			name += fmt.Sprintf("–%.0f", 100*last)
		}
		rows(name, floor.Spans)
	}
	if len(f.Floors) == 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("No configuration has an interval that begins at %.0f %% or more, so no floor is met.", 100*floorLevels[0]))
	}
	return s
}

func (f Frontier) heldOutTable() reports.Section {
	h := f.HeldOut
	s := reports.Section{
		Title: "The front on the scenarios held out", Widths: []int{29, 13},
		Head:  []string{"on the front", "retention %", "held out %"},
		Notes: []string{fmt.Sprintf("From the scenarios that chose to those held out retention changes by %+.1f points on the front and by %+.1f behind it: what the front loses beyond the others it owed to luck. %d of its %s on the front there too, of %d that were played there; it has %.1f %% of the hypervolume there.", 100*h.Change, 100*h.Others, h.Still, areOf(len(f.Front)), h.Points, 100*h.Volume)},
	}
	for k, i := range f.Front {
		s.Rows = append(s.Rows, reports.Row{f.named(i), f.Points[i].Retention.Narrow(), h.Retention[k].Narrow()})
	}
	return s
}
