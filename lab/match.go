package lab

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// LeftOut counts the pairs that are not compared because a side has no completed trial there. A
// pair in which both lack one is counted on both sides.
type LeftOut struct {
	Side   string `json:"side"`   // A or B
	Reason string `json:"reason"` // an outcome, or not_planned
	N      int    `json:"n"`
}

// notPlanned is the reason where a side has fewer repeats than the other.
const notPlanned = "not_planned"

// match finds what both arms completed, and notes what they didn't.
func (c *Contrast) match(a, b Arm) ([]block, error) {
	var blocks []block
	var wrong []string
	for _, sa := range a.Scenarios {
		i := slices.IndexFunc(b.Scenarios, func(s ArmScenario) bool { return s.ID == sa.ID })
		if i < 0 {
			c.Excluded = append(c.Excluded, fmt.Sprintf("scenario %s: only A played it", sa.ID))
			continue
		}
		sb := b.Scenarios[i]
		switch {
		case sa.Script != sb.Script:
			c.Excluded = append(c.Excluded, fmt.Sprintf("scenario %s: it was rewritten between the two, or stretched otherwise, so they were asked different things", sa.ID))
			continue
		case sa.Scorer != sb.Scorer:
			wrong = append(wrong, sa.ID)
			continue
		}
		if bl := c.block(sa, sb, max(a.Repeats, b.Repeats), a.Repeats, b.Repeats); len(bl.a) > 0 {
			blocks = append(blocks, bl)
			c.Scenarios = append(c.Scenarios, sa.ID)
		}
	}
	for _, sb := range b.Scenarios {
		if !slices.ContainsFunc(a.Scenarios, func(s ArmScenario) bool { return s.ID == sb.ID }) {
			c.Excluded = append(c.Excluded, fmt.Sprintf("scenario %s: only B played it", sb.ID))
		}
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s: the two sides were judged by different matchers: bring them up to date with arena rescore %s and arena rescore %s",
			strings.Join(wrong, ", "), shortID(a.Experiment), shortID(b.Experiment))
	}
	if len(blocks) == 0 {
		return nil, c.nothing()
	}
	return blocks, nil
}

// nothing says why there is nothing to compare.
func (c *Contrast) nothing() error {
	reasons := slices.Clone(c.Excluded)
	for _, l := range c.LeftOut {
		reasons = append(reasons, fmt.Sprintf("%s: %d trials %s", l.Side, l.N, strings.ReplaceAll(l.Reason, "_", " ")))
	}
	return fmt.Errorf("no trial that both completed (%s)", strings.Join(reasons, "; "))
}

// block pairs the trials of one scenario by repeat.
func (c *Contrast) block(sa, sb ArmScenario, repeats, plannedA, plannedB int) block {
	bl := block{scenario: sa.ID}
	for k, p := range sa.Probes {
		i := slices.IndexFunc(sb.Probes, func(q ArmProbe) bool { return q == p })
		switch {
		case i < 0:
			c.Excluded = append(c.Excluded, fmt.Sprintf("probe %s of %s: B has none like it", p.ID, sa.ID))
		case p.Kind.Headline():
			bl.probes, bl.atA, bl.atB = append(bl.probes, p), append(bl.atA, k), append(bl.atB, i)
		}
	}
	for _, q := range sb.Probes {
		if !slices.Contains(sa.Probes, q) {
			c.Excluded = append(c.Excluded, fmt.Sprintf("probe %s of %s: A has none like it", q.ID, sa.ID))
		}
	}
	for repeat := 1; repeat <= repeats; repeat++ {
		ta, whyA := sa.trial(repeat, plannedA)
		tb, whyB := sb.trial(repeat, plannedB)
		c.leave("A", whyA)
		c.leave("B", whyB)
		if whyA != "" || whyB != "" {
			continue
		}
		bl.a, bl.b = append(bl.a, ta), append(bl.b, tb)
		c.Pairs++
		c.Questions += len(bl.probes)
		if ta.Key == tb.Key {
			c.Same++
		}
	}
	return bl
}

// trial is the completed trial of a repeat, or why there is none.
func (s ArmScenario) trial(repeat, planned int) (ArmTrial, string) {
	if repeat > planned {
		return ArmTrial{}, notPlanned
	}
	i := slices.IndexFunc(s.Trials, func(t ArmTrial) bool { return t.Repeat == repeat })
	switch {
	case i < 0:
		return ArmTrial{}, string(arena.NotRun)
	case s.Trials[i].Outcome != arena.Completed:
		return ArmTrial{}, string(s.Trials[i].Outcome)
	case s.Trials[i].Results == nil:
		return ArmTrial{}, "unscored"
	}
	return s.Trials[i], ""
}

// leave counts a trial that isn't there, unless why is empty.
func (c *Contrast) leave(side, why string) {
	if why == "" {
		return
	}
	i := slices.IndexFunc(c.LeftOut, func(l LeftOut) bool { return l.Side == side && l.Reason == why })
	if i < 0 {
		c.LeftOut = append(c.LeftOut, LeftOut{Side: side, Reason: why})
		i = len(c.LeftOut) - 1
	}
	c.LeftOut[i].N++
}

// shortID is the beginning of an experiment's id that people type.
func shortID(id string) string { return id[:min(12, len(id))] }
