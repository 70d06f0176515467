package evolution

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"contextarena.internal/emas"
	"contextarena.internal/reports"
)

// title says what was searched.
func (e Report) title() string {
	return fmt.Sprintf("Evolution of pipelines on %s%s, %s suite", e.Settings.Model, reports.Simulated(e.Simulated), e.Settings.Suite)
}

// Views are the parts of an evolution's document that can be asked for.
var Views = []string{"grid", "elites"}

// Brief is Document with the finding and one table: the grid, where it can be drawn, and the elites if not.
func (e Report) Brief() reports.Document {
	view := "grid"
	if e.grid() == nil {
		view = "elites"
	}
	d := e.Document().Only(view)
	d.Data = nil
	d.Notes = append(d.Notes, "The rest: arena report evolution; the elites: arena lab archive show")
	return d
}

// sections are the tables.
func (e Report) sections() []reports.Section {
	out := reports.View("grid", e.grid()...)
	out = append(out, reports.View("elites", e.elites())...)
	if len(e.Elites) > 0 {
		text := fmt.Sprintf("  arena run --dialogue scripted --model %s \\\n    --strategy '%s'", e.Settings.Model, e.Elites[0].Strategy)
		out = append(out, reports.View("elites", reports.Section{Title: "1 is played in full by", Text: text})...)
	}
	return out
}

// warnings stand under the notes.
func (e Report) warnings() []string {
	var out []string
	if e.LeftOut > 0 {
		out = append(out, fmt.Sprintf("%s refused or truncated and in no figure.", reports.Plural(e.LeftOut, "trial")))
	}
	if e.Edited {
		out = append(out, "Trials of other code of the same version: the figures aren't those of the code as it is now. The same arena lab evolve with --anew measures them anew.")
	}
	if !e.Complete {
		out = append(out, "The evolution isn't finished: the same arena evolve goes on.")
	}
	if e.Simulated {
		out = append(out, "Simulated: this shows that the method does what it was built to do and what it costs, not that it helps a real model.")
	}
	return out
}

// grid draws fitness over the two descriptors, the first downwards from its highest bin; nothing where there are more bins
// than a terminal has room for.
func (e Report) grid() []reports.Section {
	const most = 9
	if e.Grid.Y.Bins > most {
		return nil
	}
	rows, columns := e.Grid.X, e.Grid.Y
	s := reports.Section{Head: []string{""}, Align: "r"}
	bin := func(x emas.Axis, bin int) string {
		low, _ := ends(x, bin)
		return fmt.Sprintf("%.3g", low)
	}
	for c := range columns.Bins {
		s.Head = append(s.Head, bin(columns, c))
	}
	for r := rows.Bins - 1; r >= 0; r-- {
		row := reports.Row{bin(rows, r)}
		for range columns.Bins {
			row = append(row, "·")
		}
		s.Rows = append(s.Rows, row)
	}
	for _, x := range e.Grid.Searched {
		s.Rows[rows.Bins-1-x.X][1+x.Y] = fmt.Sprintf("%.3f", x.Fitness)
	}
	s.Notes = append(s.Notes, fmt.Sprintf("Fitness of elites. Down: %s; across: %s; where bins begin.", rows.Name, columns.Name), e.filled())
	return []reports.Section{s}
}

// filled says how much was searched and found.
func (e Report) filled() string {
	return fmt.Sprintf("%s of %d pipelines evaluated, %s in all on %s; %d of them pass too few tasks (fewer than %.0f %% of what full_context passes). %d of %d cells filled, QD score %.3f.",
		reports.Thousands(float64(e.Found.Distinct)), e.Found.Genomes, reports.Plural(e.Found.Evaluations, "evaluation"), reports.Plural(len(e.Search), "scenario"),
		e.Found.Infeasible, 100*e.Required, e.Searched.Elites, e.Searched.Cells, e.Searched.QDScore)
}

// elites has the cells.
func (e Report) elites() reports.Section {
	s := reports.Section{Head: []string{"elite"}}
	for _, a := range e.Axes {
		s.Head = append(s.Head, strings.TrimSuffix(a.Name, " retention"))
	}
	s.Head = append(s.Head, "fitness ± SE", "fresh", "held out", "cell")
	for i, x := range e.Elites {
		row := reports.Row{i + 1}
		for _, d := range x.Descriptors {
			row = append(row, fmt.Sprintf("%.2f", d))
		}
		stayed := "–"
		switch {
		case x.Fresh == nil:
		case x.Fresh.Infeasible:
			stayed = "out"
		case x.stayed():
			stayed = "same"
		default:
			stayed = "moved"
		}
		row = append(row, withSE(x.Measured), fitness(x.Fresh), fitness(x.Unseen), stayed)
		s.Rows = append(s.Rows, row)
		s.Notes = append(s.Notes, fmt.Sprintf("%d: %s", i+1, x.Name))
	}
	s.Notes = append(s.Notes, e.filled(), "Held out: "+cmp.Or(strings.Join(e.Held, ", "), "none")+".",
		"Fitness: weighted retention at the answer level less the penalty for cost. Fresh: the same elite in repeats that chose nothing; cell: where those put it, out if too few tasks are passed then. Held out: on scenarios that chose nothing.",
	)
	if c := e.Corrected; c != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("Corrected: %d of %d elites stay in their cell, %d pass too few tasks; their mean fitness was %.3f in the search and is %.3f in %s, a shrinkage of %.3f; the corrected archive fills %s, QD score %.3f.",
			c.Stayed, c.Elites, c.Infeasible, c.Searched, c.Heldout, reports.Plural(e.Settings.Fresh, "fresh repeat"), math.Round(1000*(c.Searched-c.Heldout))/1000+0, reports.Plural(c.Archive.Elites, "cell"), c.Archive.QDScore))
	}
	return s
}

// withSE is a fitness with its standard error.
func withSE(m Measured) string { return fmt.Sprintf("%.3f ± %.3f", m.Fitness, m.SE) }

// fitness is a dash where nothing was measured.
func fitness(m *Measured) string {
	if m == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", m.Fitness)
}
