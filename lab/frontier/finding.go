package frontier

import (
	"fmt"

	"contextarena.internal/reports"
)

// finding says where a little more retention begins to cost much, how far the front reaches, and how sure
// that is: what the knee keeps on the trials that didn't choose it, and how many points behind the front may
// be on it.
func (f Frontier) finding() string {
	if len(f.Front) == 0 {
		return reports.Found(f.Played.Simulated, "No configuration completed every trial, so there is no front.")
	}
	first, last := f.Front[0], f.Front[len(f.Front)-1]
	reach := fmt.Sprintf("The front has %d of %s, from %s to %s", len(f.Front), reports.Plural(len(f.Points), "configuration"), f.keeps(first), f.keeps(last))
	if first == last {
		reach = fmt.Sprintf("%s is the cheapest and keeps most of %s: %s", f.Points[first].name, reports.Plural(len(f.Points), "configuration"), f.keeps(first))
	}
	switch n := len(f.Maybe); {
	case n == 1:
		reach += "; 1 behind it may be on it"
	case n > 1:
		reach += fmt.Sprintf("; %d behind it may be on it", n)
	}
	if f.Knee == nil || first == last {
		return reports.Found(f.Played.Simulated, reach+".")
	}
	p := f.Points[*f.Knee]
	knee := fmt.Sprintf("Beyond %s more retention costs much more: it keeps %s", p.name, f.keeps(*f.Knee))
	if h := p.Corrected.ByScenarios; h != nil {
		knee += fmt.Sprintf(" (%.0f %% on trials that didn't choose it)", 100**h)
	}
	return reports.Found(f.Played.Simulated, knee+".", reach+".")
}

// keeps is what a point keeps, and for what.
func (f Frontier) keeps(point int) string {
	p := f.Points[point]
	if f.Unit == Tokens {
		return fmt.Sprintf("%s at %s tokens", p.Retention.Words(), reports.Thousands(p.Cost))
	}
	return fmt.Sprintf("%s at $%s per 1,000", p.Retention.Words(), costCell(f.Unit, p.Cost))
}
