package failures

import (
	"fmt"
	"strings"

	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// shownFacts are the rows of a terminal's table.
const shownFacts = 20

// places in words.
var places = map[probes.Place]string{
	probes.PlaceStale: "old value used", probes.PlaceNotWritten: "not written", probes.PlaceLostLater: "lost later",
	probes.PlaceNotShown: "not shown", probes.PlaceMisread: "misread",
}

// Document lists the facts, most often lost first: in a terminal the first of them, elsewhere all.
func (f Failures) Document() reports.Document {
	title := fmt.Sprintf("Lost facts%s: %s", reports.Simulated(f.Simulated), f.of())
	d := reports.Document{
		Simulated: f.Simulated,
		Data: struct {
			Schema string `json:"schema"`
			Failures
		}{"arena-failures/1", f},
		Records: f.records(),
	}
	if len(f.Facts) == 0 {
		d.Sections = []reports.Section{{Title: title, Notes: []string{"Nothing was lost."}}}
		return d
	}
	s := reports.Section{Title: title, Layout: reports.List, Head: []string{"scenario", "probe", "lost", "where", "cycle"}}
	for _, fact := range f.Facts {
		w := fact.Where()[0]
		cycle := "–"
		if w.Cycle > 0 {
			cycle = fmt.Sprint(w.Cycle)
		}
		s.Rows = append(s.Rows, reports.Row{fact.Scenario, fact.Probe, fmt.Sprintf("%d of %d", fact.Lost, fact.Judged), places[w.Place], cycle})
	}
	page, short := s, s
	page.On, short.On = reports.Page, reports.Terminal
	short.Rows = s.Rows[:min(shownFacts, len(s.Rows))]
	note := "lost: answers without the value, or with an old one, of those with a verdict. where, cycle: what happened most often."
	if f.Strategy == "" {
		note += " Controls aren't counted."
	}
	page.Notes, short.Notes = []string{note}, []string{note}
	if more := len(s.Rows) - len(short.Rows); more > 0 {
		short.Notes = append(short.Notes, fmt.Sprintf("%d more: --format csv has them all; arena failures STRATEGY SCENARIO narrows them down.", more))
	}
	first := f.Facts[0]
	loss := first.Losses[0]
	in := ""
	if f.elsewhere != "" {
		in = " --in " + f.elsewhere
	}
	short.Notes = append(short.Notes, fmt.Sprintf("Look at the first: arena show %s %s %d %s%s", quoted(loss.Strategy), first.Scenario, loss.Repeat, first.Probe, in))
	d.Sections = []reports.Section{short, page}
	return d
}

// of says what was counted.
func (f Failures) of() string {
	who := reports.Plural(f.Strategies, "strategy")
	if f.Strategies != 1 {
		who = fmt.Sprintf("%d strategies", f.Strategies)
	}
	if f.Strategy != "" {
		who = f.Strategy
	}
	where := ""
	if f.Scenario != "" {
		where = " on " + f.Scenario
	}
	return fmt.Sprintf("%d of %s, %s%s, %s of experiment %d", len(f.Facts), reports.Plural(f.Probes, "probe"), who, where, reports.Plural(f.Trials, "trial"), f.Experiment)
}

// quoted keeps a strategy with settings one word of a shell.
func quoted(s string) string {
	if strings.ContainsAny(s, "()[]{} ,$*") {
		return "'" + s + "'"
	}
	return s
}

// records has a row for each fact, strategy, model and way it went.
func (f Failures) records() reports.Records {
	return reports.Records{
		Head: []string{"scenario", "probe", "type", "kind", "strategy", "model", "place", "cycle", "times", "lost", "judged"},
		Rows: func(yield func([]any) bool) {
			for _, fact := range f.Facts {
				for _, l := range fact.Losses {
					for _, w := range l.Where {
						if !yield([]any{fact.Scenario, fact.Probe, string(fact.Type), string(fact.Kind), l.Strategy, l.Model, string(w.Place), w.Cycle, w.Times, l.Lost, l.Judged}) {
							return
						}
					}
				}
			}
		},
	}
}
