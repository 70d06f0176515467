package nightly

import (
	"cmp"
	"fmt"
	"slices"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Gated is a gate after the night.
type Gated struct {
	Forecast
	Tonight *float64 `json:"tonight"` // nil if there is nothing to count
	// Change is tonight minus the other side, of a relative gate as a share of the other side; Low
	// and High are its interval at 1 − Alpha: over repeats, the scenarios being fixed. Of the failure
	// rate Low and High are the Wilson interval of tonight's rate.
	Change *float64         `json:"change"`
	Low    *float64         `json:"low"`
	High   *float64         `json:"high"`
	Result stats.GateResult `json:"result"`
	Reason string           `json:"reason,omitempty"` // why the gate could not be decided, or what limits the figures
	// N is how many were counted: probes of a mean trial that count, or trials of tonight (pairs of
	// them, against a strategy) where each has one number. Scenarios is in how many. Both are 0 where
	// nothing was compared.
	N         float64 `json:"n"`
	Scenarios int     `json:"scenarios,omitempty"`
	Fell      []Fell  `json:"fell,omitempty"` // of a gate on probes that failed: those that fell, most first
	Completed int     `json:"completed"`      // trials of tonight, of both strategies if there are two
	Planned   int     `json:"planned"`
}

// gated decides the gates of a night. Nothing passes that wasn't measured: a gate is inconclusive
// where its forecast was undecidable, where fewer trials than the nightly's share were completed or
// fewer probe replies judged, and where a scenario has no trial to compare.
func (n nightly) gated(forecasts []Forecast, b *Baseline, tonight []contrast.Arm) []Gated {
	var out []Gated
	for _, f := range forecasts {
		g := Gated{Forecast: f, Result: stats.Inconclusive}
		switch {
		case f.Gate.Metric == failureRate:
			g.Reason = g.rate(n.Completed, tonight)
		case f.Gate.Against != "":
			g.Reason = g.againstRival(n.Completed, tonight)
		default:
			g.Reason = g.againstBaseline(n.Completed, b, tonight)
		}
		out = append(out, g)
	}
	return out
}

// againstBaseline decides a gate that is compared with the baseline, and says why not, or what limits
// the figures.
func (g *Gated) againstBaseline(share float64, b *Baseline, arms []contrast.Arm) string {
	gate := g.Gate
	tonight, _ := gate.arm(gate.Strategy, arms) // the plan plays it: Load has seen to that
	g.Planned = tonight.Planned()
	g.Completed, _ = tonight.Outcomes()
	if g.Undecidable != "" {
		return g.Undecidable
	}
	if reason := enoughOf(g.Completed, g.Planned, share, "completed"); reason != "" {
		return reason
	}
	if reason := gate.unjudged(tonight, share); reason != "" {
		return reason
	}
	base, _ := gate.baseArm(b.Arms)
	pairs, _, reason := gate.pairs(base, tonight)
	common := len(pairs)
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return len(p.TrialsA)+len(p.TrialsB) == 0 })
	if reason == "" && len(pairs) == 0 {
		reason = "nothing to count on either side"
	}
	for _, p := range pairs {
		if len(p.TrialsA) == 0 || len(p.TrialsB) == 0 {
			reason = "one side has no value to compare of " + p.scenario
		}
	}
	if reason == "" && float64(common) < share*float64(len(tonight.Scenarios)) {
		reason = fmt.Sprintf("only %d of %d scenarios can be compared with the baseline, and at least %g %% must be", common, len(tonight.Scenarios), 100*share)
	}
	if reason != "" {
		return reason
	}
	reason = g.decide(readings(pairs), false)
	g.Fell = g.fell(base, tonight)
	return reason
}

// againstRival decides a gate against another strategy of the night, on the same scenarios and with
// the same seeds: repeat i with repeat i, probe by probe. It needs no baseline.
func (g *Gated) againstRival(share float64, arms []contrast.Arm) string {
	gate := g.Gate
	a, _ := gate.arm(gate.Strategy, arms) // the plan plays both: Load has seen to that
	b, _ := gate.arm(gate.Against, arms)
	for _, arm := range []contrast.Arm{a, b} {
		completed, _ := arm.Outcomes()
		g.Planned, g.Completed = g.Planned+arm.Planned(), g.Completed+completed
	}
	rs, matched, unread := gate.rivals(a, b)
	if reason := enoughOf(matched.Pairs, a.Planned(), share, "completed with both strategies"); reason != "" {
		return reason
	}
	for _, arm := range []contrast.Arm{a, b} {
		if reason := gate.unjudged(arm, share); reason != "" {
			return arm.Strategy + ": " + reason
		}
	}
	if unread != "" {
		return unread
	}
	if n := len(a.Scenarios) - len(matched.Scenarios); n > 0 {
		return reports.Plural(n, "scenario") + " without a trial that both strategies completed"
	}
	reason := g.decide(rs, true)
	g.Fell = g.fell(b, a)
	return reason
}

// rivals are the gate's metric on what both strategies completed, scenario by scenario. The reason
// says why there is none, if so.
func (g Gate) rivals(a, b contrast.Arm) (rs contrast.Readings, m contrast.Matched, reason string) {
	m, err := contrast.Match(a, b)
	if err != nil {
		return nil, m, err.Error()
	}
	rs, known := m.Read(g.metric().Measure)
	switch {
	case !known:
		reason = g.metric().Unknown
	case len(rs) == 0:
		reason = "nothing to count that both strategies completed"
	}
	return rs, m, reason
}

// decide judges what was read, A tonight's, against the gate's margin, and says what limits it.
func (g *Gated) decide(rs contrast.Readings, paired bool) string {
	gate := g.Gate
	now, before := rs.Means(reports.Fixed)
	g.Baseline, g.Tonight, g.Scenarios = &before, &now, len(rs)
	for _, r := range rs {
		if gate.ofTrials() {
			g.N += float64(len(r.TrialsA))
		} else {
			g.N += r.N
		}
	}
	if gate.relative() && before == 0 {
		return cmp.Or(gate.Against, "the baseline") + " has 0, and nothing can be worse by a share of that"
	}
	d := gate.difference(rs, paired)
	if gate.relative() {
		// What was saved, of (1 + margin) times the other side, as a share of that side; of a rise by
		// the margin it is minus the margin. The interval is exact where it is needed, at the limit.
		d.Mean = d.Mean/before - gate.Margin
		if d.Interval != nil {
			d.Interval = &stats.Interval{Low: d.Interval.Low/before - gate.Margin, High: d.Interval.High/before - gate.Margin}
		}
	}
	g.Result = stats.NonInferior(d, gate.Margin)
	turn := 1.0
	if gate.metric().Lower {
		turn = -1
	}
	g.Change = new(turn * d.Mean)
	if d.Interval != nil {
		low, high := turn*d.Interval.Low, turn*d.Interval.High
		g.Low, g.High = new(min(low, high)), new(max(low, high))
	}
	return d.Note
}

// unjudged says that too few of an arm's replies could be judged; empty if there are enough, or
// none is judged. Void ones may be the ones that would have been wrong.
func (g Gate) unjudged(a contrast.Arm, share float64) string {
	judged, void := 0, 0
	for _, s := range a.Scenarios {
		for _, t := range s.Trials {
			for _, r := range g.counted(s, t) {
				switch {
				case r.Counts():
					judged++
				case r == probes.Void:
					void++
				}
			}
		}
	}
	if float64(judged) >= share*float64(judged+void) {
		return ""
	}
	return fmt.Sprintf("only %d of %d probe replies could be judged (the others were %s), and at least %g %% must be", judged, judged+void, probes.VoidReply, 100*share)
}

// enoughOf says that too few trials were completed or played; empty if there are enough. None is
// never enough.
func enoughOf(n, planned int, share float64, what string) string {
	if n > 0 && float64(n) >= share*float64(planned) {
		return ""
	}
	return fmt.Sprintf("only %d of %d planned trials were %s, and at least %g %% must be", n, planned, what, 100*share)
}

// rate decides a failure rate: the share of played trials that failed, were refused or cut.
// Trials that nothing was asked for (not run, no money left) are no failures; they are missing.
// The limit is on what happened: a rate up to it passes. One above it fails if the Wilson
// interval is above the limit too, and is inconclusive otherwise, because the failures of a few
// trials may be chance. Failures that come together (an outage) make the interval too narrow.
func (g *Gated) rate(share float64, arms []contrast.Arm) string {
	bad := 0
	for _, a := range arms {
		if (g.Gate.Strategy == "" || a.Strategy == g.Gate.Strategy) && (g.Gate.Model == "" || a.Model == g.Gate.Model) {
			completed, failed := a.Outcomes()
			g.Planned, g.Completed, bad = g.Planned+a.Planned(), g.Completed+completed, bad+failed
		}
	}
	played := g.Completed + bad
	few := enoughOf(played, g.Planned, share, "played")
	if played == 0 {
		return few
	}
	rate := float64(bad) / float64(played)
	g.Tonight, g.N = &rate, float64(played)
	if w, err := stats.Wilson(bad, played, lab.Alpha); err == nil {
		g.Low, g.High = &w.Low, &w.High
	}
	switch {
	case rate > g.Gate.Margin && *g.Low > g.Gate.Margin:
		g.Result = stats.Fail
	case rate > g.Gate.Margin && few == "":
		return "so few trials may exceed the limit by chance"
	case few == "":
		g.Result = stats.Pass
	}
	return few
}

// passed reports whether a night's gates let it pass.
func (n nightly) passed(gates []Gated) bool {
	return !slices.ContainsFunc(gates, func(g Gated) bool {
		return g.Result == stats.Fail || g.Result != stats.Pass && !n.Indecision && g.Undecidable != sameNight
	})
}
