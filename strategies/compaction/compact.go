package compaction

import (
	"context"
	"errors"
	"fmt"
)

// Request is what a model is asked for: a summary of entries and, with CarrySummary, of what was summarised before.
type Request struct {
	Summary   string // so far; always empty with AsDocumented
	Entries   []Entry
	Task      string
	Sentences int
}

// Writer asks a model for a summary. An error is a model that failed.
type Writer func(ctx context.Context, r Request) (string, error)

// Compactor compacts histories. Its zero value has no configuration.
type Compactor struct {
	Config
	Mode  Mode // AsDocumented where empty
	Write Writer
	// The rest is for CarrySummary. Most bounds the text of a summary, by Size, which counts characters where nil.
	// A chat's Reasoning is what a user said: it is looked through for findings as well.
	Most int
	Size func(string) int
	Chat bool
}

// Result is what a compaction came to. A Summary that is empty says that there was none.
type Result struct {
	OriginalEntries, CompactedEntries int
	OriginalChars                     int
	CompactedChars                    int // of the summary and what is preserved, without what Apply writes around the summary
	Summary                           string
	Preserved                         []Entry
	UsedModel                         bool
	Failed                            error // why the model's summary wasn't used; nil if it was, or wasn't asked for

	carried Summary
}

// Ratio is the share of characters that the source says are removed: 0 of nothing, and below 0 where a history grows.
// It leaves out what is written around the summary (65 characters or so), so that the applied size is more.
func (r Result) Ratio() float64 { return ratio(r.OriginalChars, r.CompactedChars) }

// AppliedRatio is the share of characters that Apply does remove.
func AppliedRatio(before, after History) float64 { return ratio(before.Chars(), after.Chars()) }

func ratio(before, after int) float64 {
	if before == 0 {
		return 0
	}
	return 1 - float64(after)/float64(before)
}

// ErrEmpty is a reply of the model that says nothing.
var ErrEmpty = errors.New("compaction: the model's summary is empty")

// Due reports whether a history is to be compacted. With CarrySummary the summary is no entry, and nothing is due
// while all entries are to be preserved.
func (c *Compactor) Due(h History) bool {
	if c.Mode == CarrySummary && len(h.Entries) <= c.PreserveLast {
		return false
	}
	return c.due(len(h.Entries), sum(h.Entries))
}

// Compact summarises all but the newest entries of a history if that is due or forced. Apply puts the result in its
// place.
//
// With AsDocumented the model's reply is the summary, whatever it says: an empty one claims a compaction, and Apply
// then changes nothing. With CarrySummary it is a failure, ErrEmpty, and no summary is made where there is nothing
// older than what is preserved. Where the model fails the rules write the summary, or its error is returned.
func (c *Compactor) Compact(ctx context.Context, h History, task string, force bool) (Result, error) {
	n := len(h.Shown())
	out := Result{OriginalEntries: n, CompactedEntries: n, OriginalChars: h.Chars(), CompactedChars: h.Chars(), Preserved: h.Entries}
	if !force && !c.Due(h) {
		return out, nil
	}
	cut := max(0, len(h.Entries)-c.PreserveLast)
	if cut == 0 && c.Mode == CarrySummary {
		return out, nil
	}
	old := h.Entries[:cut]
	var text string
	if c.UseModel && c.Write != nil {
		ask := Request{Entries: old, Task: task, Sentences: c.SummarySentences}
		if c.Mode == CarrySummary {
			ask.Summary = h.Summary.Text()
		}
		reply, err := c.Write(ctx, ask)
		if err == nil {
			text = strip(reply)
		}
		if err == nil && text == "" && c.Mode == CarrySummary {
			err = ErrEmpty
		}
		switch {
		case err == nil:
			out.UsedModel = true
		case !c.FallBackToRules:
			return Result{}, fmt.Errorf("compaction: summarise %d entries: %w", len(old), err)
		default:
			out.Failed = err
		}
	}
	out.Preserved = h.Entries[cut:]
	out.CompactedEntries = 1 + len(out.Preserved)
	switch {
	case c.Mode == CarrySummary:
		out.carried = c.carry(h.Summary, old, task, text)
		out.Summary = out.carried.Text()
	case out.UsedModel:
		out.Summary = text
	default:
		out.Summary = c.Deterministic(old, task)
	}
	out.CompactedChars = chars(out.Summary) + sum(out.Preserved)
	return out, nil
}

// Apply is a history with its summary and what was preserved. With AsDocumented the summary is an entry like any other,
// which says how many entries there were before, those that are preserved among them.
func Apply(h History, r Result) History {
	switch {
	case r.carried.Steps > 0:
		return History{Summary: r.carried, Entries: r.Preserved}
	case r.Summary == "":
		return h
	}
	return History{Entries: append([]Entry{wrapped(r.Summary, r.OriginalEntries)}, r.Preserved...)}
}
