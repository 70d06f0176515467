package evolution

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Cell is one cell's elite, with its settings. The cell is named
// by the bin of each axis, such as "4,3". A name of none, or of one without an elite, is an arena.Mistake.
func (a Archive) Cell(named string) (reports.Document, error) {
	cell, err := a.cell(named)
	if err != nil {
		return reports.Document{}, arena.Mistake{Err: err}
	}
	i := slices.IndexFunc(a.Elites, func(e Elite) bool { return slices.Equal(e.Cell, cell) })
	if i < 0 {
		return reports.Document{}, arena.Mistake{Err: fmt.Errorf("cell %s is empty (see arena lab archive show)", named)}
	}
	e := a.Elites[i]
	about := reports.Section{Head: []string{"", ""}, Layout: reports.List}
	add := func(name, format string, values ...any) {
		about.Rows = append(about.Rows, reports.Row{name, fmt.Sprintf(format, values...)})
	}
	for k, x := range a.Axes {
		add(x.Name, "%.3f", e.Descriptors[k])
	}
	add("fitness", "%s", withSE(e.Measured))
	add("weighted retention", "%.3f", e.Retention)
	add("cost penalty", "%.3f (%.2f times hybrid's cost)", e.Penalty, e.Cost)
	add("tasks passed", "%.2f of %.2f required", e.Tasks.Passed, e.Tasks.Required)
	for _, again := range []struct {
		on string
		m  *Measured
	}{{"on fresh repeats", e.Fresh}, {"on held-out scenarios", e.Unseen}} {
		if again.m != nil {
			add(again.on, "%s, in cell %s", withSE(*again.m), binNames(again.m.Cell))
		}
	}
	return reports.Document{
		Title: fmt.Sprintf("Cell %s, genome %d%s", binNames(cell), e.Genome, reports.Simulated(a.Simulated)), Simulated: a.Simulated,
		Sections: []reports.Section{
			{Notes: []string{e.Name}},
			about,
			{Title: "Played in full by", Text: fmt.Sprintf("  arena run --dialogue scripted --seed %d --model %s \\\n    --strategy '%s'", a.Settings.Seed, a.Settings.Model, e.Strategy)},
		},
	}, nil
}

// cell reads a cell's name.
func (a Archive) cell(named string) ([]int, error) {
	var cell []int
	parts := strings.Split(named, ",")
	for i, part := range parts {
		bin, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || len(parts) != len(a.Axes) || bin < 0 || bin >= a.Axes[i].Bins {
			var want []string
			for _, x := range a.Axes {
				want = append(want, fmt.Sprintf("0 to %d of %s", x.Bins-1, x.Name))
			}
			return nil, fmt.Errorf("cell %q: want the bins %s", named, strings.Join(want, ", then "))
		}
		cell = append(cell, bin)
	}
	return cell, nil
}
