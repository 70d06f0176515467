package tally

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Delivered says what came of the replies that a memory asked for: "asked 2 replies, 1 parsed, 1 empty,
// 3 items dropped".
func Delivered(d arena.Delivery) string {
	parts := []string{"asked " + replies(d.Asked), fmt.Sprintf("%d parsed", d.Parsed)}
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

func replies(n int) string {
	if n == 1 {
		return "1 reply"
	}
	return fmt.Sprintf("%d replies", n)
}

// Incomplete reports whether so much of what was asked for is missing that it has to be said: any reply
// that couldn't be read, fewer than half of use, or more items left out than replies used. A form that
// holds nothing may be right, where there was nothing to list.
func Incomplete(d arena.Delivery) bool {
	return d.Parsed+d.Empty < d.Asked || 2*d.Parsed < d.Asked || d.Dropped > d.Parsed
}

// Reach is how far what a strategy is to carry came to the reader: asked, parsed, correct, and in the context when asked.
type Reach struct {
	Asked   int `json:"asked"`   // replies asked for; where there are layers, by these alone
	Parsed  int `json:"parsed"`  // of them
	Empty   int `json:"empty"`   // of them, where there are no layers: held nothing, which may be right
	Due     int `json:"due"`     // facts that it is to carry and that have left the window, in all trials
	Correct int `json:"correct"` // of them, right in its part of the memory at the end
	Shown   int `json:"shown"`   // of those, in the context when asked
}

// Add counts a trial of a scenario. What a strategy is to carry is the probes of which due says so; its part is the layers' own, or
// of a strategy that writes into the notes the whole memory.
func (r *Reach) Add(t *lab.Trial, probed []arena.Probe, due func(arena.Probe) bool, notes bool) {
	asked := t.Delivery
	if t.Layers.Asked > 0 {
		asked = arena.Delivery{Asked: t.Layers.Asked, Parsed: t.Layers.Parsed}
	}
	r.Asked, r.Parsed, r.Empty = r.Asked+asked.Asked, r.Parsed+asked.Parsed, r.Empty+asked.Empty
	if t.Outcome != arena.Completed || len(t.Score.Findings) != len(probed) {
		return
	}
	for i, f := range t.Score.Findings {
		if f.Exposed == 0 || !due(probed[i]) {
			continue
		}
		has := f.Layers
		if notes {
			has = f.At(arena.LevelMemory).Result
		}
		r.Due++
		if has != probes.Kept {
			continue
		}
		r.Correct++
		if f.At(arena.LevelContext).Result != probes.Lost {
			r.Shown++
		}
	}
}

// Share is how much of what was due reached the reader; where nothing is due, how many replies could be read. It is 1 for
// a strategy that asks for nothing and has nothing to carry.
func (r Reach) Share() float64 {
	switch {
	case r.Due > 0:
		return float64(r.Shown) / float64(r.Due)
	case r.Asked > 0:
		return float64(r.Parsed+r.Empty) / float64(r.Asked)
	}
	return 1
}

// String is the way in counts: "asked 61 replies, 60 parsed; of 36 facts due 12 correct, 10 in the context".
func (r Reach) String() string {
	text := fmt.Sprintf("asked %s, %d parsed", replies(r.Asked), r.Parsed)
	if r.Due > 0 {
		text += fmt.Sprintf("; of %s due %d correct, %d in the context", reports.Plural(r.Due, "fact"), r.Correct, r.Shown)
	}
	return text
}
