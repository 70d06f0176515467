package views

import (
	"fmt"

	"contextarena.internal/arena"
)

// undelivered names the strategies whose model didn't give what it was asked for: their figures are of
// what arrived, not of what the strategy would do with a model that follows it.
func undelivered(rep Report) []string {
	var out []string
	for _, row := range rep.Leaderboard {
		if d := row.Delivery; incomplete(d) {
			out = append(out, fmt.Sprintf("%s on %s: of %d replies asked for, %d couldn't be read and %d held nothing, and %s dropped: what it is credited with rests on the rest.",
				row.Strategy, row.Model, d.Asked, d.Asked-d.Parsed-d.Empty, d.Empty, wereItems(d.Dropped)))
		}
	}
	return out
}

// incomplete reports whether so much of what was asked for is missing that it has to be said: any reply
// that couldn't be read, fewer than half of use, or more items left out than replies used. A form that
// holds nothing may be right, where there was nothing to list.
func incomplete(d arena.Delivery) bool {
	return d.Parsed+d.Empty < d.Asked || 2*d.Parsed < d.Asked || d.Dropped > d.Parsed
}

func wereItems(n int) string {
	if n == 1 {
		return "1 item was"
	}
	return fmt.Sprintf("%d items were", n)
}
