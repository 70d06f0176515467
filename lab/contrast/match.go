package contrast

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
)

// Matched are the trials that two arms both completed.
type Matched struct {
	Scenarios []string  `json:"scenarios"` // those compared
	Pairs     int       `json:"pairs"`     // trials both completed: scenario × repeat
	Same      int       `json:"same"`      // pairs that are one and the same trial
	Questions int       `json:"questions"` // probe questions of all pairs
	Shared    int       `json:"shared"`    // of them, those both sides asked with the very same words, so that they have one reply
	Paired    bool      `json:"paired"`    // repeats share their seed, so that repeat i is compared with repeat i
	LeftOut   []LeftOut `json:"left_out"`
	Excluded  []string  `json:"excluded"` // scenarios and probes that can't be compared, and why

	blocks []block
}

// LeftOut counts the pairs that are not compared because a side has no completed trial there. A
// pair in which both lack one is counted on both sides.
type LeftOut struct {
	Side   string `json:"side"`   // A or B
	Reason string `json:"reason"` // an outcome; not_planned where a side has fewer repeats; unscored
	N      int    `json:"n"`
}

// block is one scenario as both sides completed it: a[i] and b[i] are of the same repeat, and
// probe k is at a's results[atA[k]] and b's results[atB[k]].
type block struct {
	scenario string
	probes   []Probe // current and derived
	atA, atB []int
	a, b     []Played
}

// results are both sides' on probe k in pair i.
func (bl block) results(i, k int, level arena.Level) [2]probes.Result {
	return [2]probes.Result{bl.a[i].Results[level][bl.atA[k]], bl.b[i].Results[level][bl.atB[k]]}
}

// verdicts are the pairs in which probe k is in the denominator of both sides: at risk, and
// neither void nor unscored.
func (bl block) verdicts(k int, level arena.Level) iter.Seq2[int, [2]probes.Result] {
	return func(yield func(int, [2]probes.Result) bool) {
		for i := range bl.a {
			if r := bl.results(i, k, level); r[0].Counts() && r[1].Counts() && !yield(i, r) {
				return
			}
		}
	}
}

// Match finds what both arms completed, and notes what they didn't. It is an error if that is
// nothing, or if the sides were judged by different matchers.
func Match(a, b Arm) (Matched, error) {
	m := Matched{Scenarios: []string{}, Paired: a.Seed == b.Seed && a.Model == b.Model, LeftOut: []LeftOut{}, Excluded: []string{}}
	exclude := func(format string, args ...any) { m.Excluded = append(m.Excluded, fmt.Sprintf(format, args...)) }
	var wrong []string
	for _, sa := range a.Scenarios {
		i := slices.IndexFunc(b.Scenarios, func(s Scenario) bool { return s.ID == sa.ID })
		switch {
		case i < 0:
			exclude("scenario %s: only A played it", sa.ID)
		case sa.Script != b.Scenarios[i].Script:
			exclude("scenario %s: it was rewritten between the two, or stretched or sampled otherwise, so they were asked different things", sa.ID)
		case sa.Scorer != b.Scenarios[i].Scorer:
			wrong = append(wrong, sa.ID)
		default:
			m.add(sa, b.Scenarios[i], a.Repeats, b.Repeats)
		}
	}
	for _, sb := range b.Scenarios {
		if !slices.ContainsFunc(a.Scenarios, func(s Scenario) bool { return s.ID == sb.ID }) {
			exclude("scenario %s: only B played it", sb.ID)
		}
	}
	if len(wrong) > 0 {
		short := func(id string) string { return id[:min(12, len(id))] }
		return m, fmt.Errorf("%s: the two sides were judged by different matchers: bring them up to date with arena rescore %s and arena rescore %s",
			strings.Join(wrong, ", "), short(a.Experiment), short(b.Experiment))
	}
	if len(m.blocks) == 0 {
		reasons := slices.Clone(m.Excluded)
		for _, l := range m.LeftOut {
			reasons = append(reasons, fmt.Sprintf("%s: %d trials %s", l.Side, l.N, strings.ReplaceAll(l.Reason, "_", " ")))
		}
		return m, fmt.Errorf("no trial that both completed (%s)", strings.Join(reasons, "; "))
	}
	return m, nil
}

// add pairs the trials of one scenario by repeat.
func (m *Matched) add(sa, sb Scenario, plannedA, plannedB int) {
	bl := block{scenario: sa.ID}
	for k, p := range sa.Probes {
		i := slices.Index(sb.Probes, p)
		switch {
		case i < 0:
			m.Excluded = append(m.Excluded, fmt.Sprintf("probe %s of %s: B has none like it", p.ID, sa.ID))
		case p.Counts():
			bl.probes, bl.atA, bl.atB = append(bl.probes, p), append(bl.atA, k), append(bl.atB, i)
		}
	}
	for _, p := range sb.Probes {
		if !slices.Contains(sa.Probes, p) {
			m.Excluded = append(m.Excluded, fmt.Sprintf("probe %s of %s: A has none like it", p.ID, sa.ID))
		}
	}
	for repeat := 1; repeat <= max(plannedA, plannedB); repeat++ {
		ta, whyA := sa.trial(repeat, plannedA)
		tb, whyB := sb.trial(repeat, plannedB)
		m.leaveOut("A", whyA)
		m.leaveOut("B", whyB)
		if whyA != "" || whyB != "" {
			continue
		}
		bl.a, bl.b = append(bl.a, ta), append(bl.b, tb)
		m.Pairs++
		m.Questions += len(bl.probes)
		if ta.Key == tb.Key {
			m.Same++
		}
	}
	if len(bl.a) > 0 {
		m.blocks, m.Scenarios = append(m.blocks, bl), append(m.Scenarios, sa.ID)
	}
}

// trial is the completed trial of a repeat, or why there is none.
func (s Scenario) trial(repeat, planned int) (Played, string) {
	i := slices.IndexFunc(s.Trials, func(t Played) bool { return t.Repeat == repeat })
	switch {
	case repeat > planned:
		return Played{}, "not_planned"
	case i < 0:
		return Played{}, string(arena.NotRun)
	case s.Trials[i].Outcome != arena.Completed:
		return Played{}, string(s.Trials[i].Outcome)
	case s.Trials[i].Results == nil:
		return Played{}, "unscored"
	}
	return s.Trials[i], ""
}

// leaveOut counts a trial that isn't there, unless why is empty.
func (m *Matched) leaveOut(side, why string) {
	if why == "" {
		return
	}
	i := slices.IndexFunc(m.LeftOut, func(l LeftOut) bool { return l.Side == side && l.Reason == why })
	if i < 0 {
		i = len(m.LeftOut)
		m.LeftOut = append(m.LeftOut, LeftOut{Side: side, Reason: why})
	}
	m.LeftOut[i].N++
}

// Read takes a measure on every scenario where it counts something. It reports false if a number
// of it is unknown; Measure.Unknown says why.
func (m Matched) Read(of Measure) (Readings, bool) {
	var out Readings
	for _, bl := range m.blocks {
		r, known := of.read(bl)
		if !known {
			return nil, false
		}
		if r.N > 0 {
			out = append(out, r)
		}
	}
	return out, true
}
