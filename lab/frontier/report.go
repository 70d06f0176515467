package frontier

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/reports"
)

// Schema describes what a frontier is in JSON.
//
//go:embed schema.json
var Schema []byte

// Views are the parts of a frontier's document that can be asked for.
var Views = []string{"front", "effects"}

// form is a frontier in JSON.
type form struct {
	Schema  string `json:"schema"`
	Finding string `json:"finding"`
	Frontier
}

// Document is the frontier as a report.
func (f Frontier) Document() reports.Document {
	out := reports.Document{
		Finding: f.finding(), Title: f.title(), Simulated: f.Played.Simulated, Warnings: f.Warnings,
		Data:    form{"context-arena/frontier/7", f.finding(), f},
		Records: f.records(),
		Charts:  []reports.Chart{f.costChart()},
		Browser: &reports.Browser{Page: f.page()},
	}
	add := func(view string, sections ...reports.Section) {
		out.Sections = append(out.Sections, reports.View(view, sections...)...)
	}
	add("front", f.frontTable())
	if len(f.Effects) > 0 {
		add("effects", f.effectsTable())
	}
	return out
}

// Document is what a sweep did, how far the way it saved trials can be trusted, and the front, if
// any point is on one.
func (r Ran) Document(found *Frontier) reports.Document {
	played := reports.Section{Notes: []string{
		fmt.Sprintf("%d combinations, %d distinct points, %s", r.Size.Declared, r.Size.Points, r.fates()),
		r.Size.trust(),
	}}
	if found == nil {
		return reports.Document{Finding: "No configuration completed every trial, so there is no front.", Sections: []reports.Section{played}}
	}
	front := found.frontTable()
	front.Title, front.Most = found.title(), 24
	return reports.Document{
		Finding: found.finding(), Simulated: found.Played.Simulated, Sections: []reports.Section{front, played},
		Notes: []string{fmt.Sprintf("The rest: arena report frontier %d (--format md, csv, json, svg, png)", found.Played.Number)},
	}
}

func (r Ran) fates() string {
	if r.Size.Exhaustive {
		return "all played to the end"
	}
	return fmt.Sprintf("%d of them dropped by halving", r.Dropped)
}

// trust says how far a way to play less can be trusted.
func (s Size) trust() string {
	if s.Exhaustive {
		return "exhaustive: nothing was dropped"
	}
	return "halving: no guarantee; full_context, none, window and retrieval are never dropped"
}

// title says of what the figures are.
func (f Frontier) title() string {
	s := f.Played
	return fmt.Sprintf("Cost-retention frontier%s: %s, %s × %d, %s, %s", reports.Simulated(s.Simulated), s.Space, reports.Plural(len(s.Scenarios), "scenario"), s.Repeats, s.Model, s.Dialogue)
}

// costCell is what 1,000 conversations cost in USD, or one in tokens.
func costCell(unit string, cost float64) string {
	if unit == Tokens {
		return reports.Thousands(cost)
	}
	return fmt.Sprintf("%.3g", 1000*cost)
}

// costText is a cost in a sentence.
func costText(unit string, cost float64) string {
	if unit == Tokens {
		return costCell(unit, cost) + " tokens"
	}
	return "$" + costCell(unit, cost) + " per 1,000"
}

// costHead heads a column of costs.
func costHead(unit string) string {
	if unit == Tokens {
		return "tokens"
	}
	return "USD per\n1,000"
}

// number is a point's place on the front from 1; 0 off it.
func (f Frontier) number(point int) int { return slices.Index(f.Front, point) + 1 }

// named is a point's name with its number on the front and what is special about it.
func (f Frontier) named(point int) string {
	name := f.Points[point].name
	if n := f.number(point); n > 0 {
		name = fmt.Sprintf("%d %s", n, name)
	}
	if f.Knee != nil && *f.Knee == point {
		name += " (knee)"
	}
	return name
}

// percent is a share in whole percent, – for none.
func percent(share *float64) string {
	if share == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f", 100**share+0)
}

// chance is that of being on the front, or between what it lies.
func (p Point) chance() string {
	low, high := percent(p.OnFrontLow), percent(p.OnFrontHigh)
	switch {
	case p.OnFrontLow == nil:
		return percent(p.OnFront)
	case low == high:
		return low
	}
	return low + "–" + high
}

func (f Frontier) frontTable() reports.Section {
	s := reports.Section{Head: []string{"on the front", costHead(f.Unit), "tokens", "retention %", "chance\n%", "tasks %"}, Widths: []int{29, 13}}
	for _, i := range f.Front {
		p := f.Points[i]
		s.Rows = append(s.Rows, reports.Row{f.named(i), costCell(f.Unit, p.Cost), reports.Thousands(p.Tokens.Write + p.Tokens.Read), p.Retention, p.chance(), p.Tasks.Narrow()})
	}
	if c := f.Ceiling; c != nil {
		s.Rows = append(s.Rows, reports.Row{c.name + " (the ceiling)", costCell(f.Unit, c.Cost), reports.Thousands(c.Tokens.Write + c.Tokens.Read), c.Retention, "–", c.Tasks.Narrow()})
		s.Notes = append(s.Notes, "The ceiling is told which messages matter: no choice, and in no other figure.")
	}
	unit := "USD: of 1,000 conversations, write and read, nominal; tokens: of one."
	if f.Unit == Tokens {
		unit = "tokens: of a conversation, write and read; a model has no price, or something is free."
	}
	s.Notes = append(s.Notes, "No other point is as good in "+strings.Join(f.Objectives, ", ")+". "+unit+" chance: to be on the front if scenarios and repeats were drawn anew; below 32 scenarios between what it lies.")
	if len(f.Maybe) > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s behind it may be on it: a chance of 5 %% or more (maybe in csv and json).", reports.Plural(len(f.Maybe), "point")))
	}
	return s
}
