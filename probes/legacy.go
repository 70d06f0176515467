package probes

import (
	"strings"

	"contextarena.internal/arena"
)

// legacy applies the original's rule to a text.
func (e *evidence) legacy(p probe, text string) Legacy {
	if len(p.legacy) == 0 {
		return LegacyNone
	}
	if p.legacy.In(e.lower.Of(text, func() string { return strings.ToLower(text) })) {
		return LegacyHit
	}
	return LegacyMiss
}

// partsOf is a context in its order: the system text, then the messages.
func partsOf(c *arena.Context) []string {
	parts := make([]string, 0, len(c.Messages)+2)
	parts = append(parts, c.System)
	for _, m := range c.Messages {
		parts = append(parts, m.Text)
	}
	return parts
}
