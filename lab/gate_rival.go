package lab

import (
	"fmt"

	"contextarena.internal/stats"
)

// A gate against another strategy compares two strategies of one night, on the same scenarios and
// with the same seeds: repeat i with repeat i, probe by probe. It needs no baseline.
//
// On a sealed night the scenarios were drawn at random, so they are a sample: the question is
// whether the strategy is worse on scenarios of the kind that is generated, and the interval is
// stats.PairedMean's over scenarios, repeats averaged. On other nights the scenarios are fixed, and
// the interval is stats.FixedDifference's over paired repeats.

// rivals are the gate's metric on what both strategies completed, scenario by scenario; scenarios
// in which it counts nothing are missing. The reason says why there is none, if so.
func (g Gate) rivals(a, b Arm) (rs []reading, c Contrast, reason string) {
	m := g.metric().measure
	m.fact = g.Type
	blocks, err := c.match(a, b)
	if err != nil {
		return nil, c, err.Error()
	}
	for _, bl := range blocks {
		r, known := m.read(bl)
		if !known {
			return nil, c, m.unknown
		}
		if r.n > 0 {
			rs = append(rs, r)
		}
	}
	if len(rs) == 0 {
		reason = "nothing to count that both strategies completed"
	}
	return rs, c, reason
}

// turned are readings with a relative gate's other side scaled by 1 + margin, and the sides
// exchanged where less is better, so that a positive difference is good.
func (g Gate) turned(rs []reading) []reading {
	scale := 1.0
	if g.Relative() {
		scale += g.Margin
	}
	var out []reading
	for _, r := range rs {
		t := reading{a: r.a, b: scale * r.b, n: r.n, trialsA: r.trialsA}
		for _, v := range r.trialsB {
			t.trialsB = append(t.trialsB, scale*v)
		}
		if g.Lower() {
			t.a, t.b, t.trialsA, t.trialsB = t.b, t.a, t.trialsB, t.trialsA
		}
		out = append(out, t)
	}
	return out
}

// rivalry is the difference of turned readings.
func (g Gate) rivalry(turned []reading, e Estimand) stats.Estimate {
	if e == Fixed {
		var strata []stats.Stratum
		for _, r := range turned {
			strata = append(strata, stats.Stratum{Weight: r.n, Probes: r.n, A: r.trialsA, B: r.trialsB, Paired: true})
		}
		return stats.FixedDifference(strata, !g.Relative(), Alpha)
	}
	var clusters []stats.Cluster
	for _, r := range turned {
		clusters = append(clusters, stats.Cluster{Sum: r.difference(), N: r.n})
	}
	return stats.PairedMean(clusters, !g.Relative(), Alpha)
}

// rivalMeans are both strategies' figures, weighed as the difference is: of a sample each probe
// weighs the same, of fixed scenarios each trial, since trials are what varies.
func rivalMeans(rs []reading, e Estimand) (a, b float64) {
	var n float64
	for _, r := range rs {
		if e == Fixed {
			a, b = a+r.n*mean(r.trialsA), b+r.n*mean(r.trialsB)
		} else {
			a, b = a+r.a, b+r.b
		}
		n += r.n
	}
	return a / n, b / n
}

// rival decides a gate against another strategy.
func (g *Gated) rival(share float64, e Estimand, arms []Arm) {
	gate := g.Gate
	a, _ := gate.find(arms) // the plan plays both: LoadNightly has seen to that
	other := gate
	other.Strategy = gate.Against
	b, _ := other.find(arms)
	for _, arm := range []Arm{a, b} {
		g.Planned += len(arm.Scenarios) * arm.Repeats
		for _, s := range arm.Scenarios {
			g.Completed += completed(s)
		}
	}
	rs, c, reason := gate.rivals(a, b)
	if g.Reason = enoughOf(c.Pairs, len(a.Scenarios)*a.Repeats, share, "completed with both strategies"); g.Reason != "" {
		return
	}
	for _, arm := range []Arm{a, b} {
		if g.Reason = gate.unjudged(arm, share); g.Reason != "" {
			g.Reason = arm.Strategy + ": " + g.Reason
			return
		}
	}
	if n := len(a.Scenarios) - len(c.Scenarios); reason == "" && n > 0 {
		reason = fmt.Sprintf("%s without a trial that both strategies completed", numbered(n, "scenario"))
	}
	if g.Reason = reason; reason != "" {
		return
	}
	now, before := rivalMeans(rs, e)
	g.Baseline, g.Tonight, g.Scenarios = &before, &now, len(rs)
	for _, r := range rs {
		if gate.OfTrials() {
			g.N += float64(len(r.trialsA))
		} else {
			g.N += r.n
		}
	}
	if gate.Relative() && before == 0 {
		g.Reason = fmt.Sprintf("%s has 0, and nothing can be worse by a share of that", gate.Against)
		return
	}
	g.decide(gate.rivalry(gate.turned(rs), e), before)
}

// rivalForecast is what the baseline's repeats tell of a gate against another strategy on fixed
// scenarios. On a sealed night, and without a baseline that has both strategies, nothing is known.
func (f *Forecast) rivalForecast(e Estimand, b *Baseline, repeats int) {
	g := f.Gate
	if e == Sampled {
		f.Unknown = "nothing is known yet of how far the difference spreads between scenarios"
		return
	}
	f.Unknown = "there is no baseline with two repeats of both strategies to know the spread from"
	if b == nil {
		return
	}
	other := g
	other.Strategy = g.Against
	mine, okA := g.find(b.Arms)
	theirs, okB := other.find(b.Arms)
	if !okA || !okB {
		return
	}
	rs, _, reason := g.rivals(mine, theirs)
	if reason != "" {
		return
	}
	for _, r := range rs {
		if len(r.trialsA) < 2 {
			return
		}
	}
	_, before := rivalMeans(rs, e)
	if g.Relative() && before == 0 {
		return
	}
	f.Unknown = ""
	turned := g.turned(rs)
	f.size(repeats, func(_, tonight int) float64 {
		likely := make([]reading, len(turned))
		for i, r := range turned {
			differences := make([]float64, len(r.trialsA))
			for k := range differences {
				differences[k] = r.trialsA[k] - r.trialsB[k]
			}
			likely[i] = reading{n: r.n, trialsA: alike(differences, tonight), trialsB: make([]float64, tonight)}
		}
		return g.detected(g.rivalry(likely, e), before)
	})
}
