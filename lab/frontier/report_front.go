package frontier

import (
	"fmt"
	"slices"

	"contextarena.internal/pareto"
	"contextarena.internal/reports"
)

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
