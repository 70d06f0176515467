package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// Gated is a gate after the night.
type Gated struct {
	Forecast
	Tonight *float64 `json:"tonight"` // nil if there is nothing to count
	// Change is tonight minus the other side, of a relative gate as a share of the other side; Low
	// and High are its interval at 1 − Alpha: over repeats, the scenarios being fixed, or over the
	// scenarios of a sealed night. Of the failure rate Low and High are the Wilson interval of
	// tonight's rate.
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
	Completed int     `json:"completed"` // trials of tonight, of both strategies if there are two
	Planned   int     `json:"planned"`
}

// Judge decides the gates of a night. Nothing passes that wasn't measured: a gate is
// inconclusive where its forecast was undecidable, where fewer trials than the nightly's share
// were completed or fewer probe replies judged, and where a scenario has no trial to compare.
func Judge(n Nightly, forecasts []Forecast, b *Baseline, tonight []Arm) []Gated {
	var out []Gated
	for _, f := range forecasts {
		g := Gated{Forecast: f, Result: stats.Inconclusive}
		switch {
		case f.Gate.Metric == FailureRate:
			g.rate(n.Completed, tonight)
		case f.Gate.Against != "":
			g.rival(n.Completed, n.Estimand(), tonight)
		default:
			g.compare(n.Completed, b, tonight)
		}
		out = append(out, g)
	}
	return out
}

// compare decides a gate that is compared with the baseline.
func (g *Gated) compare(share float64, b *Baseline, arms []Arm) {
	gate := g.Gate
	tonight, _ := gate.find(arms) // the plan plays it: LoadNightly has seen to that
	g.Planned = len(tonight.Scenarios) * tonight.Repeats
	for _, s := range tonight.Scenarios {
		g.Completed += completed(s)
	}
	if g.Undecidable != "" {
		g.Reason = g.Undecidable
		return
	}
	if g.Reason = enoughOf(g.Completed, g.Planned, share, "completed"); g.Reason != "" {
		return
	}
	if g.Reason = gate.unjudged(tonight, share); g.Reason != "" {
		return
	}
	base, _ := gate.find(b.Arms)
	pairs, _, reason := gate.shared(base, tonight)
	common := len(pairs)
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return len(p.base)+len(p.tonight) == 0 })
	if reason == "" && len(pairs) == 0 {
		reason = "nothing to count on either side"
	}
	for _, p := range pairs {
		if len(p.base) == 0 || len(p.tonight) == 0 {
			reason = fmt.Sprintf("one side has no value to compare of %s", p.scenario)
		}
	}
	if reason == "" && float64(common) < share*float64(len(tonight.Scenarios)) {
		reason = fmt.Sprintf("only %d of %d scenarios can be compared with the baseline, and at least %g %% must be", common, len(tonight.Scenarios), 100*share)
	}
	if g.Reason = reason; reason != "" {
		return
	}
	before, now := gate.means(pairs)
	g.Baseline, g.Tonight = &before, &now
	g.N, g.Scenarios = gate.denominator(pairs), len(pairs)
	g.decide(gate.difference(pairs), before)
}

// decide judges a difference, in which more is better, against the gate's margin. Before is the
// other side's figure.
func (g *Gated) decide(e stats.Estimate, before float64) {
	gate := g.Gate
	g.Reason = e.Note
	if gate.Relative() {
		e = relative(e, before, gate.Margin)
	}
	g.Result = stats.NonInferior(e, gate.Margin)
	turn := 1.0
	if gate.Lower() {
		turn = -1
	}
	change := turn * e.Mean
	g.Change = &change
	if e.Interval != nil {
		low, high := turn*e.Interval.Low, turn*e.Interval.High
		low, high = min(low, high), max(low, high)
		g.Low, g.High = &low, &high
	}
}

// unjudged says that too few of tonight's replies could be judged; empty if there are enough, or
// none is judged. Those that were cut or refused may be the ones that would have been wrong.
func (g Gate) unjudged(tonight Arm, share float64) string {
	m := g.metric()
	if m.number != nil {
		return ""
	}
	judged, void := 0, 0
	for _, s := range tonight.Scenarios {
		for _, t := range s.Trials {
			for i, r := range t.Results[m.level] {
				switch {
				case !g.includes(s.Probes[i]):
				case counts(r):
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
	return fmt.Sprintf("only %d of %d probe replies could be judged (the others were cut or refused), and at least %g %% must be", judged, judged+void, 100*share)
}

// relative turns (1 + margin) times the baseline minus tonight into what tonight saved, as a share
// of the baseline: of a rise by the margin, minus the margin. Its interval is exact where it is
// needed, at the limit.
func relative(e stats.Estimate, base, margin float64) stats.Estimate {
	e.Mean = e.Mean/base - margin
	if e.Interval != nil {
		e.Interval = &stats.Interval{Low: e.Interval.Low/base - margin, High: e.Interval.High/base - margin}
	}
	return e
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
func (g *Gated) rate(share float64, arms []Arm) {
	played, bad := 0, 0
	for _, a := range arms {
		if g.Gate.Strategy != "" && a.Strategy != g.Gate.Strategy || g.Gate.Model != "" && a.Model != g.Gate.Model {
			continue
		}
		g.Planned += len(a.Scenarios) * a.Repeats
		for _, s := range a.Scenarios {
			for _, t := range s.Trials {
				switch t.Outcome {
				case arena.Completed:
					g.Completed++
					played++
				case arena.Failed, arena.Refused, arena.Truncated:
					played++
					bad++
				}
			}
		}
	}
	if played == 0 {
		g.Reason = enoughOf(played, g.Planned, share, "played")
		return
	}
	rate := float64(bad) / float64(played)
	g.Tonight, g.N = &rate, float64(played)
	if w, err := stats.Wilson(bad, played, Alpha); err == nil {
		g.Low, g.High = &w.Low, &w.High
	}
	switch g.Reason = enoughOf(played, g.Planned, share, "played"); {
	case rate > g.Gate.Margin && *g.Low > g.Gate.Margin:
		g.Result = stats.Fail
	case rate > g.Gate.Margin && g.Reason == "":
		g.Reason = "so few trials may exceed the limit by chance"
	case g.Reason == "":
		g.Result = stats.Pass
	}
}

// Passed reports whether a night's gates let it pass.
func (n Nightly) Passed(gates []Gated) bool {
	return !slices.ContainsFunc(gates, func(g Gated) bool {
		return g.Result == stats.Fail || g.Result != stats.Pass && !n.Indecision
	})
}

// Changed lists what a night's plan has otherwise than the baseline's: a difference in the
// figures may be due to it. The seed differs by design; scenarios, strategies and models are
// matched one by one.
func (b *Baseline) Changed(now Planned) []string {
	was, is := fields(b.Plan), fields(now)
	names := map[string]bool{}
	for _, side := range []map[string][]string{was, is} {
		for name := range side {
			names[name] = true
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !slices.Contains([]string{"seed", "scenarios", "strategies", "models"}, name) && !slices.Equal(was[name], is[name]) {
			out = append(out, fmt.Sprintf("%s was %s and is %s", name, orNone(was[name]), orNone(is[name])))
		}
	}
	return out
}

func orNone(field []string) string {
	if len(field) == 0 {
		return "not set"
	}
	return strings.Join(field, ", ")
}
