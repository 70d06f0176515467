package views

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"contextarena.internal/lab/frontier"
	"contextarena.internal/reports"
)

// Table writes the frontier for a terminal, at most 80 columns wide.
func (r Frontier) Table(w io.Writer) error { return r.pages().table(w, frontierColumns) }

// Markdown writes the frontier as Markdown.
func (r Frontier) Markdown(w io.Writer) error {
	p := r.pages()
	p.sheets[0].title = "The front"
	return p.markdown(w)
}

// Short writes the front alone for a terminal, and how to get the rest.
func (r Frontier) Short(w io.Writer) error {
	front := r.front()
	front.notes = front.lines()
	p := pages{sheets: []sheet{front}}
	if err := p.table(w, frontierColumns); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "The rest: arena report frontier %d (--format md, csv, json, svg, png)\n", r.Swept.Number)
	return err
}

// frontierColumns are the widths of a sheet's columns, by its first head, so that the sheet fits.
func frontierColumns(s sheet) table.Writer {
	widths := map[string][]int{
		"on the front": {29, 13}, "on the front ": {24, 11}, "behind": {37, 13}, "floor": {5, 9, 36, 9}, "setting": {22, 6, 22, 10},
		"settings": {40, 20}, "expectation": {26, 38, 12}, "trials halved by": {20, 16},
	}[s.head[0]]
	if widths == nil {
		widths = []int{36, 14}
	}
	t := columns(widths...)(s)
	if s.head[0] == "expectation" {
		var left []table.ColumnConfig
		for i, w := range widths {
			left = append(left, table.ColumnConfig{Number: i + 1, WidthMax: w, WidthMaxEnforcer: text.WrapSoft})
		}
		t.SetColumnConfigs(left)
	}
	return t
}

func (r Frontier) title() string {
	simulated := ""
	if r.Swept.Simulated {
		simulated = ", SIMULATED"
	}
	s := r.Swept
	return fmt.Sprintf("Cost-retention frontier%s: %s, %s × %d, %s, %s", simulated, s.Space, reports.Plural(len(s.Scenarios), "scenario"), s.Repeats, s.Model, s.Dialogue)
}

func (r Frontier) pages() pages {
	out := pages{heading: r.title(), warnings: r.Warnings}
	for _, s := range []sheet{r.front(), r.swept(), r.details(), r.maybes(), r.selection(), r.floors(), r.weights(), r.heldOut()} {
		if s.title != "" {
			out.sheets = append(out.sheets, s)
		}
	}
	out.sheets = append(out.sheets, r.explained()...)
	for i, s := range out.sheets {
		out.sheets[i].notes = s.lines()
	}
	return out
}

// perThousand is the price of a thousand conversations, or tokens of one.
func (r Frontier) perThousand(cost float64) string {
	if r.Unit == frontier.Tokens {
		return reports.Thousands(cost)
	}
	return fmt.Sprintf("%.3g", 1000*cost)
}

// unit heads a column of costs.
func (r Frontier) unit() string {
	if r.Unit == frontier.Tokens {
		return "tokens"
	}
	return "USD per\n1,000"
}

// number is a point's place on the front from 1; 0 off it.
func (r Frontier) number(point int) int { return slices.Index(r.Front, point) + 1 }

// named is a point's name with its number on the front and what is special about it.
func (r Frontier) named(point int) string {
	name := r.Points[point].name
	if n := r.number(point); n > 0 {
		name = fmt.Sprintf("%d %s", n, name)
	}
	if r.Knee != nil && *r.Knee == point {
		name += " (knee)"
	}
	if r.Sharpest != nil && *r.Sharpest == point && (r.Knee == nil || *r.Knee != point) {
		name += " (sharpest bend)"
	}
	return name
}

func percentOf(share *float64) string {
	if share == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f", 100**share+0)
}

func (r Frontier) front() sheet {
	s := sheet{title: r.title(), head: []string{"on the front", r.unit(), "tokens", "retention %", "chance\n%", "halved\n%"}}
	for _, i := range r.Front {
		p := r.Points[i]
		s.rows = append(s.rows, []string{r.named(i), r.perThousand(p.Cost), reports.Thousands(p.Tokens.Write + p.Tokens.Read), s.caption.Cell(p.Retention), percentOf(p.OnFront), r.halved(p)})
	}
	s.notes = append(s.notes, "No other point is as cheap and keeps as much. "+r.unitNote()+" chance: to be on the front if scenarios and repeats were drawn anew. halved: retention on the half of the scenarios that did not choose it.")
	if len(r.Maybe) > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s behind it may be on it: a chance of 5 %% or more.", reports.Plural(len(r.Maybe), "point")))
	}
	if sel := r.Selection[0]; sel.Retention == nil {
		s.notes = append(s.notes, capital(sel.Note)+": the luck of the repeats is in these figures.")
	}
	return s
}

func (r Frontier) unitNote() string {
	if r.Unit == frontier.Tokens {
		return "tokens: of a conversation, write and read; a model has no price, or something is free."
	}
	return "USD: of 1,000 conversations, write and read, nominal; tokens: of one."
}

func (r Frontier) ofWhat() string {
	if r.Unit == frontier.Tokens {
		return "in tokens of a conversation"
	}
	return "in USD of 1,000 conversations"
}

func (r Frontier) halved(p FrontierPoint) string {
	if h := p.Corrected.ByScenarios; h != nil {
		return fmt.Sprintf("%.1f", 100*h.Retention)
	}
	return "–"
}

func (r Frontier) swept() sheet {
	s := r.Swept
	var dims []string
	for _, d := range s.Dimensions {
		note := string(d.Kind)
		if d.Conditional {
			note += ", where it applies"
		}
		dims = append(dims, fmt.Sprintf("%s (%s): %s", d.Name, note, strings.Join(d.Levels, ", ")))
	}
	out := sheet{title: "What was swept", head: []string{"points", "number"}}
	out.rows = [][]string{
		{"combinations declared", reports.Thousands(float64(s.Declared))},
		{"that behave differently", reports.Thousands(float64(s.Distinct))},
		{"played to the end, in the figures", reports.Thousands(float64(s.Analysed))},
		{"dropped or not played", reports.Thousands(float64(s.Dropped))},
		{"with a trial that failed", reports.Thousands(float64(s.Failed))},
	}
	out.notes = append(out.notes, "Space "+s.Space+". "+strings.Join(dims, "; ")+".")
	out.notes = append(out.notes, fmt.Sprintf("%s asked, %s dialogue, %s of each trial, seed %d. %s suite: %s.", s.Model, s.Dialogue, reports.Plural(s.Repeats, "repeat"), s.Seed, s.Suite, strings.Join(s.Scenarios, ", ")))
	if len(s.HeldOut) > 0 {
		out.notes = append(out.notes, "Held out, deciding nothing: "+strings.Join(s.HeldOut, ", ")+".")
	}
	if s.PricesAsOf != "" {
		out.notes = append(out.notes, "Prices as of "+s.PricesAsOf+".")
	}
	v := r.Hypervolume
	if v.Value.Mean != nil {
		line := fmt.Sprintf("Hypervolume of the front: %.4g", *v.Value.Mean)
		if v.Value.Low != nil {
			line += fmt.Sprintf(" [%.4g, %.4g]", *v.Value.Low, *v.Value.High)
		}
		line += fmt.Sprintf(" decades of cost × share, up to what costs %.3g %s and keeps nothing", v.ReferenceCost, r.Unit)
		if v.Note != "" {
			line += " (" + v.Note + ")"
		}
		out.notes = append(out.notes, line+".")
	}
	return out
}

func (r Frontier) details() sheet {
	s := sheet{title: "The front in other measures", head: []string{"on the front ", "write", "read", "a ques-\ntion", "worst\ntype %", "weigh-\nted %", "tasks\n%"}}
	for _, i := range r.Front {
		p := r.Points[i]
		c := r.charge(i)
		worst := "–"
		if p.Worst != nil {
			worst = fmt.Sprintf("%.0f %s", 100**p.Worst, p.WorstType)
		}
		s.rows = append(s.rows, []string{r.named(i), r.perThousand(c.Write), r.perThousand(c.Read), r.perThousand(c.Question), worst, percentOf(p.Weighted), s.caption.Narrow(p.Tasks)})
	}
	s.notes = []string{
		"write: upkeep of the memory; read: the dialogue; a question: one more; all " + r.ofWhat() + ".",
		"worst type: the least retention of a fact type with 5 probes or more, drawn toward what points have in common (beta-binomial); no interval. weighted: by the weights of fact types below, or all alike.",
	}
	if len(r.WithWorst) > 0 {
		more := 0
		for _, i := range r.WithWorst {
			if r.number(i) == 0 {
				more++
			}
		}
		s.notes = append(s.notes, fmt.Sprintf("In cost, retention and worst type together %s on the front, %d of them not in cost and retention alone.", areOf(len(r.WithWorst)), more))
	}
	return s
}

func areOf(n int) string {
	if n == 1 {
		return "1 point is"
	}
	return fmt.Sprintf("%d points are", n)
}

// shownMaybes is how many points that may be on the front a table has.
const shownMaybes = 12

func (r Frontier) maybes() sheet {
	if len(r.Maybe) == 0 {
		return sheet{}
	}
	s := sheet{title: "Statistically on the front, though numerically behind", head: []string{"behind", r.unit(), "retention %", "chance\n%", "worst\ntype %"}}
	order := slices.Clone(r.Maybe)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(*r.Points[b].OnFront, *r.Points[a].OnFront) })
	for _, i := range order[:min(shownMaybes, len(order))] {
		p := r.Points[i]
		s.rows = append(s.rows, []string{p.name, r.perThousand(p.Cost), s.caption.Cell(p.Retention), percentOf(p.OnFront), percentOf(p.Worst)})
	}
	if more := len(order) - len(s.rows); more > 0 {
		s.notes = append(s.notes, fmt.Sprintf("The likeliest %d; csv and json have %d more.", len(s.rows), more))
	}
	return s
}

func (r Frontier) selection() sheet {
	s := sheet{
		title: "What the front owes to having been chosen",
		head:  []string{"trials halved by", "retention,\npoints", "cost,\n" + r.unit(), "splits"},
		notes: []string{"Points are chosen by one half of the trials and measured by the other; the figures are by how much the choosing half flattered them, on the mean of all choices. Halves choose with more noise than all trials do, so this errs on the large side. By repeats takes off the luck of the repeats, by scenarios that of the scenarios too."},
	}
	for _, sel := range r.Selection {
		kept, cost := "–", "–"
		if sel.Retention != nil {
			kept, cost = fmt.Sprintf("%.2f", 100**sel.Retention), r.perThousand(*sel.Cost)
		}
		s.rows = append(s.rows, []string{sel.By, kept, cost, fmt.Sprint(sel.Splits)})
		if sel.Note != "" {
			s.notes = append(s.notes, "By "+sel.By+": "+sel.Note+".")
		}
	}
	return s
}

// mostQuestions is up to where tables and charts go.
const mostQuestions = 1000

func (r Frontier) floors() sheet {
	s := sheet{
		title: "The cheapest configuration that keeps enough, by questions asked later",
		head:  []string{"floor", "questions", "configuration", "write", "question", "reten-\ntion %"},
	}
	rows := func(floor string, spans []FrontierSpan) {
		for k, span := range spans {
			if span.From >= mostQuestions {
				break
			}
			p := r.Points[span.Point]
			until := " on"
			if k+1 < len(spans) {
				until = "–" + fmt.Sprintf("%.3g", spans[k+1].From)
				if spans[k+1].From >= mostQuestions {
					until = "–" + reports.Thousands(mostQuestions)
				}
			}
			s.rows = append(s.rows, []string{floor, fmt.Sprintf("%.3g", span.From) + until, r.named(span.Point), r.perThousand(span.Write), r.perThousand(span.Question), s.caption.Narrow(p.Retention)})
			floor = ""
		}
	}
	rows("none", r.Envelope)
	for k := 0; k < len(r.Floors); k++ {
		from, floor := r.Floors[k].Retention, r.Floors[k]
		for k+1 < len(r.Floors) && slices.Equal(r.Floors[k+1].Spans, floor.Spans) {
			k++
		}
		name := fmt.Sprintf("%.0f", 100*from)
		if last := r.Floors[k].Retention; last > from {
			name += fmt.Sprintf("–%.0f", 100*last)
		}
		rows(name, floor.Spans)
	}
	s.notes = []string{fmt.Sprintf("floor: of retention, %%. write: upkeep of the memory, question: one more, both "+r.ofWhat()+". The memory is written once and read by each question; where one configuration takes over from another both cost the same. Without a floor the cheapest of the front is taken, with one the cheapest of all points: the dialogue's own reading, which the front counts, is not in these costs. A floor is met by the mean; the interval says how surely. Beyond %s questions: json.", reports.Thousands(mostQuestions))}
	return s
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (r Frontier) weights() sheet {
	s := sheet{
		title: "What fact types count in the weighted retention",
		head:  []string{"fact type", "slope", "95 %", "scenarios", "weight %"},
		notes: []string{"slope: by how much the share of passed tasks rises from keeping none of a scenario's probes of the type to keeping all, within scenarios; the interval is over scenarios. A link, not a cause. Weights are the slopes above 0 that have an interval."},
	}
	if !r.Learned {
		s.notes = append(s.notes, "No slope can be estimated and is above 0: all types weigh the same.")
	}
	for _, w := range r.Weights {
		slope, ends := "–", "–"
		if w.Slope.Mean != nil {
			slope = fmt.Sprintf("%.2f", *w.Slope.Mean)
		}
		if w.Slope.Low != nil {
			ends = fmt.Sprintf("%.2f to %.2f", *w.Slope.Low, *w.Slope.High)
		}
		s.rows = append(s.rows, []string{string(w.Type), slope, ends, fmt.Sprint(w.Scenarios), fmt.Sprintf("%.0f", 100*w.Weight)})
	}
	return s
}

func (r Frontier) heldOut() sheet {
	h := r.HeldOut
	if h == nil {
		return sheet{}
	}
	s := sheet{title: "The front on the scenarios held out", head: []string{"on the front", "retention %", "held out %"}}
	for k, i := range r.Front {
		s.rows = append(s.rows, []string{r.named(i), s.caption.Narrow(r.Points[i].Retention), s.caption.Narrow(h.Retention[k])})
	}
	s.notes = []string{fmt.Sprintf("From the scenarios that chose to those held out retention changes by %+.1f points on the front and by %+.1f behind it: what the front loses beyond the others it owed to luck. %d of its %s on the front there too, of %d that were played there; it has %.1f %% of the hypervolume there.", 100*h.Change, 100*h.Others, h.Still, areOf(len(r.Front)), h.Points, 100*h.Volume)}
	return s
}
