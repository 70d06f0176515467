package tally

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// Delivered says what came of the replies that a memory asked for: "asked 2 replies, 1 parsed, 1 empty,
// 3 items dropped".
func Delivered(d arena.Delivery) string {
	asked := "1 reply"
	if d.Asked != 1 {
		asked = fmt.Sprintf("%d replies", d.Asked)
	}
	parts := []string{"asked " + asked, fmt.Sprintf("%d parsed", d.Parsed)}
	if d.Empty > 0 {
		parts = append(parts, fmt.Sprintf("%d empty", d.Empty))
	}
	if unread := d.Asked - d.Parsed - d.Empty; unread > 0 {
		parts = append(parts, fmt.Sprintf("%d unreadable", unread))
	}
	if d.Dropped > 0 {
		parts = append(parts, reports.Plural(d.Dropped, "item")+" dropped")
	}
	return strings.Join(parts, ", ")
}

// Incomplete reports whether so much of what was asked for is missing that it has to be said: any reply
// that couldn't be read, fewer than half of use, or more items left out than replies used. A form that
// holds nothing may be right, where there was nothing to list.
func Incomplete(d arena.Delivery) bool {
	return d.Parsed+d.Empty < d.Asked || 2*d.Parsed < d.Asked || d.Dropped > d.Parsed
}
