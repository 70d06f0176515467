package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	least, most := slices.MinFunc(f.Front, f.byKept), slices.MaxFunc(f.Front, f.byKept)
	reach := fmt.Sprintf("The front in %s has %d of %s, which keep %s to %s", strings.Join(f.Objectives, ", "), len(f.Front), reports.Plural(len(f.Points), "configuration"), f.Points[least].Retention.Words(), f.Points[most].Retention.Words())
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

// byKept compares points by what they keep.
func (f Frontier) byKept(a, b int) int { return cmp.Compare(f.Points[a].kept(), f.Points[b].kept()) }
