package frontier

import (
	"fmt"

	"contextarena.internal/reports"
)

// finding says what to use, and how far the front reaches.
func (f Frontier) finding() string {
	if len(f.Front) == 0 {
		return reports.Found(f.Played.Simulated, "No configuration completed every trial, so there is no front.")
	}
	says := []string{"What to use isn't said: full_context, which it is compared with, isn't among the points."}
	if f.Choice != nil {
		says = f.Choice.Sentences()
	}
	first, last := f.Front[0], f.Front[len(f.Front)-1]
	reach := fmt.Sprintf("The front has %d of %s, from %s to %s", len(f.Front), reports.Plural(len(f.Points), "configuration"), f.Points[first].Retention.Words(), f.Points[last].Retention.Words())
	if first == last {
		reach = fmt.Sprintf("%s is the cheapest and keeps most of %s: %s", f.Points[first].name, reports.Plural(len(f.Points), "configuration"), f.Points[first].Retention.Words())
	}
	if c := f.Ceiling; c != nil {
		reach += fmt.Sprintf("; oracle, the ceiling, keeps %s at %s", c.Retention.Words(), costText(f.Unit, c.Cost))
	}
	if n := len(f.Maybe); n > 0 {
		reach += fmt.Sprintf("; %d behind it may be on it", n)
	}
	return reports.Found(f.Played.Simulated, append(says, reach+".")...)
}
