package frontier

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/pareto"
	"contextarena.internal/reports"
)

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

// mostQuestions is up to where tables and charts go.
const mostQuestions = 1000

func (f Frontier) floorsTable() reports.Section {
	ofWhat := "in USD of 1,000 conversations"
	if f.Unit == Tokens {
		ofWhat = "in tokens of a conversation"
	}
	s := reports.Section{
		Title: "The cheapest configuration that keeps enough, by questions asked later", Widths: []int{5, 9, 36, 9},
		Head:  []string{"floor", "questions", "configuration", "write", "question", "reten-\ntion %"},
		Notes: []string{"floor: of retention, %. write: upkeep of the memory, question: one more, both " + ofWhat + ". The memory is written once and read by each question; where one configuration takes over from another both cost the same. Without a floor the cheapest of the front is taken, with one the cheapest of all points: the dialogue's own reading, which the front counts, is not in these costs. A floor is met by the lower end of the 95 % interval, of each configuration by itself. Beyond " + reports.Thousands(mostQuestions) + " questions: json."},
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
		Notes: []string{fmt.Sprintf("From the scenarios that chose to those held out retention changes by %+.1f points on the front and by %+.1f behind it: what the front loses beyond the others it owed to luck.", 100*h.Change, 100*h.Others)},
	}
	for k, i := range f.Front {
		s.Rows = append(s.Rows, reports.Row{f.named(i), f.Points[i].Retention.Narrow(), h.Retention[k].Narrow()})
	}
	return s
}
