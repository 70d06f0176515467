package evolution

import (
	"fmt"

	"contextarena.internal/reports"
)

// finding says which elite the search found fittest, and what repeats and scenarios that chose nothing make
// of it: the search's own figure is that of a winner, and flatters it.
func (e Report) finding() string {
	best := e.best()
	if best < 0 {
		return reports.Found(e.Simulated, "No pipeline passed enough tasks, so there is no elite.")
	}
	x := e.Elites[best]
	text := fmt.Sprintf("Fittest of %s in %d cells: %s, %s in the search", reports.Plural(e.Searched.Elites, "elite"), e.Searched.Cells, x.Name, withSE(x.Measured))
	if x.Fresh != nil {
		text += fmt.Sprintf(", %.3f in fresh repeats", x.Fresh.Fitness)
	}
	if x.Unseen != nil {
		text += fmt.Sprintf(", %.3f on held-out scenarios", x.Unseen.Fitness)
	}
	if x.Fresh == nil && x.Unseen == nil {
		return reports.Found(e.Simulated, text+".", "Nothing that didn't choose it has measured it.")
	}
	return reports.Found(e.Simulated, text+".")
}
