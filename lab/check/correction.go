package check

import (
	"context"
	"slices"
	"strings"

	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies/correctionformat"
)

// corrections measures the list of corrections that correction_format keeps, whatever the format.
func (s *study) corrections(ctx context.Context) ([]Figure, error) {
	var found, both, right, kept []Figure
	for _, in := range s.samples {
		for _, by := range []string{Simulated, Ideal} {
			sum, err := s.each(ctx, in, func(ctx context.Context, sub *subject) ([]tally, error) { return s.corrected(ctx, sub, by) })
			if err != nil {
				return nil, err
			}
			if by == Ideal {
				kept = append(kept, sum[0].figure("new value listed", by, in.name))
				continue
			}
			found = append(found, sum[0].figure("new value listed", by, in.name))
			both = append(both, sum[1].figure("with the old value", by, in.name))
			right = append(right, sum[2].figure("listed and a change", by, in.name))
		}
	}
	return slices.Concat(found, both, right, kept), nil
}

// corrected counts the facts that replace another and of those the ones listed, the ones listed with an
// older value, and of the things listed those that such a fact is about.
func (s *study) corrected(ctx context.Context, sub *subject, by string) ([]tally, error) {
	var layer correctionformat.Layer
	if err := strictyaml.Defaults(&layer); err != nil {
		return nil, err
	}
	t := &tap{Layer: layer}
	p, err := s.ride(ctx, sub, t, s.modelled(sub, t, by, "changes", func(f labelled) map[string]any {
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
	}))
	if err != nil {
		return nil, err
	}
	list := readDiff(p.text)
	out := make([]tally, 3)
	for _, f := range sub.facts {
		if !f.stated() || !f.changes || !p.gone[f.Turn] {
			continue
		}
		out[0].count(slices.ContainsFunc(list, func(d diff) bool { return d.to(f) }))
		out[1].count(slices.ContainsFunc(list, func(d diff) bool { return d.to(f) && d.from(sub, f) }))
	}
	for _, d := range list {
		out[2].count(slices.ContainsFunc(sub.facts, func(f labelled) bool { return f.changes && p.gone[f.Turn] && d.to(f) }))
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
