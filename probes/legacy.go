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

// never is the original's measure L-never. Its log numbers a cycle by the messages so far and a
// fact by its turn, and compares the two: a cycle counts as later than a fact of turn t if t or
// more messages had been sent. So a fact can be missed by a memory that was not shown it yet. The
// measure keeps that mistake, because it is there to recompute what was published. A fact that no
// cycle counts for is a hit; without any cycle there is nothing to measure.
func (e *evidence) never(p probe) Legacy {
	if len(p.legacy) == 0 || len(e.rec.Cycles) == 0 {
		return LegacyNone
	}
	for _, c := range e.rec.Cycles {
		if int(c.After) >= int(e.sc.facts[p.fact].Turn) && e.legacy(p, c.Text) == LegacyMiss {
			return LegacyMiss
		}
	}
	return LegacyHit
}

// atTheEnd is the original's measure C: its rule on all that the model saw when it was given the
// final task, the task itself included.
func (e *evidence) atTheEnd(p probe) Legacy {
	c := e.rec.Final.Context
	if len(p.legacy) == 0 || c == nil || len(e.rec.Messages) == 0 {
		return LegacyNone
	}
	if e.end == "" {
		parts := append(partsOf(c), e.rec.Messages[len(e.rec.Messages)-1].Text)
		e.end = strings.Join(parts, "\n")
	}
	return e.legacy(p, e.end)
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
