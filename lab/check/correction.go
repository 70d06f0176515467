package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/strategies/correctionformat"
)

// corrections measures the list of corrections that correction_format keeps, whatever the format.
var corrections = Check{
	Proposal: "correction_format", About: "which corrections are found?",
	Notes: []string{"Of the facts that replace another and have left the window. Ideal replies list every such change; what is missing then was lost by the layer."},
	measures: []measure{
		{name: "new value listed", by: Simulated},
		{name: "with the old value", by: Simulated, of: 1},
		{name: "listed and a change", by: Simulated, of: 2},
		{name: "new value listed", by: Ideal},
	},
	count: corrected,
}

// corrected counts the facts that replace another and of those the ones listed, the ones listed with an
// older value, and of the things listed those that such a fact is about.
func corrected(ctx context.Context, s *study, sub *subject, by string) ([]tally, error) {
	p, err := s.ride(ctx, sub, &tap{Layer: defaultsOf[correctionformat.Layer]()}, by, "changes", func(f labelled) map[string]any {
		older := sub.fact(f.Supersedes)
		now := f.literal(sub.at(f.Turn), false)
		if !f.stated() || !f.changes || older == nil || now == "" {
			return nil
		}
		was := older.literal(sub.at(older.Turn), false)
		if was == "" {
			was = "another value"
		}
		return map[string]any{"what": strings.ReplaceAll(f.chain, "-", " "), "value": now, "was": was}
	})
	if err != nil {
		return nil, err
	}
	list := readDiff(p.text)
	out := make([]tally, 3)
	for _, f := range sub.facts {
		if !f.stated() || !f.changes || !p.gone.stating(f) {
			continue
		}
		out[0].count(slices.ContainsFunc(list, func(d diff) bool { return d.to(f) }))
		out[1].count(slices.ContainsFunc(list, func(d diff) bool { return d.to(f) && d.from(sub, f) }))
	}
	for _, d := range list {
		out[2].count(slices.ContainsFunc(sub.facts, func(f labelled) bool { return f.changes && p.gone.stating(f) && d.to(f) }))
	}
	return out, nil
}

// diff is one thing of a list of corrections: the lines with its values, the last one that of now.
type diff struct{ lines []string }

// readDiff reads corrections as structured_diff presents them.
func readDiff(text string) []diff {
	var out []diff
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "- "):
			lines = append(lines, line[2:])
		case strings.HasPrefix(line, "+ "):
			out, lines = append(out, diff{append(lines, line[2:])}), nil
		}
	}
	return out
}

// to reports whether the thing had the value of a fact after its first one: a chain of corrections ends
// with the newest.
func (d diff) to(f labelled) bool { return slices.ContainsFunc(d.lines[1:], f.in) }

// from reports whether it had a value before that the fact replaces, directly or through others.
func (d diff) from(s *subject, f labelled) bool {
	seen := map[string]bool{}
	for older := s.fact(f.Supersedes); older != nil && !seen[older.ID]; older = s.fact(older.Supersedes) {
		seen[older.ID] = true
		if slices.ContainsFunc(d.lines[:len(d.lines)-1], older.in) {
			return true
		}
	}
	return false
}
