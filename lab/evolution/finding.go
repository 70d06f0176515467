package evolution

import (
	"fmt"

	"contextarena.internal/reports"
)

// finding says which elite the search found fittest, and what repeats and scenarios that chose nothing make
// of it: the search's own figure is that of a winner, and flatters it.
func finding(simulated bool, best string, searched, se float64, fresh, unseen *float64, filled, cells int) string {
	if best == "" {
		return reports.Found(simulated, "No pipeline passed enough tasks, so there is no elite.")
	}
	text := fmt.Sprintf("Fittest of %s in %d cells: %s, %.3f ± %.3f in the search", reports.Plural(filled, "elite"), cells, best, searched, se)
	switch {
	case fresh != nil && unseen != nil:
		text += fmt.Sprintf(", %.3f in fresh repeats, %.3f on held-out scenarios", *fresh, *unseen)
	case fresh != nil:
		text += fmt.Sprintf(", %.3f in fresh repeats", *fresh)
	case unseen != nil:
		text += fmt.Sprintf(", %.3f on held-out scenarios", *unseen)
	default:
		return reports.Found(simulated, text+".", "Nothing that didn't choose it has measured it.")
	}
	return reports.Found(simulated, text+".")
}

func (e Report) finding() string {
	var best Elite
	for i, x := range e.Elites {
		if i == 0 || x.Fitness > best.Fitness {
			best = x
		}
	}
	return finding(e.Found.Simulated, best.Name, best.Fitness, best.SE, best.Fresh, best.Unseen, e.Found.Filled, e.Found.Cells)
}

func (a Archive) finding() string {
	at := -1
	for i, x := range a.Elites {
		if at < 0 || x.Fitness > a.Elites[at].Fitness {
			at = i
		}
	}
	if at < 0 {
		return finding(a.Simulated, "", 0, 0, nil, nil, 0, 0)
	}
	of := func(c *Corrected) *float64 {
		if c == nil {
			return nil
		}
		return &c.Elites[at].Fitness
	}
	x := a.Elites[at]
	return finding(a.Simulated, x.Name, x.Fitness, x.SE, of(a.Corrected), of(a.Unseen), a.Searched.Elites, a.Searched.Cells)
}
