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
