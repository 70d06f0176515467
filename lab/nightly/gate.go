package nightly

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Gate is a limit that a night's figures must keep. Against a baseline scenarios are fixed: a gate
// asks whether the same conversations went worse than they did, so its variance is that of the
// repeats. Against another strategy of the same night see judge.go.
type Gate struct {
	Strategy          string         `json:"strategy,omitempty"` // canonical label; empty for all
	Model             string         `json:"model,omitempty"`    // empty for all
	Metric            string         `json:"metric"`
	Type              arena.FactType `json:"type,omitempty"`    // empty for all
	Against           string         `json:"against,omitempty"` // the strategy of the same night that it is compared with; empty for the baseline
	Margin            float64        `json:"margin"`            // a share: of the whole, of the other side or of the trials (Unit)
	AllowUnderpowered bool           `json:"allow_underpowered,omitempty"`
	// Aliased says that the strategy goes by a name of the plan's. Whatever is meant by it, it is compared with
	// what was meant by it before, also where another model is asked.
	Aliased bool `json:"aliased,omitempty"`
}

// failureRate is the one metric that is a limit on what happened, and no comparison.
const failureRate = "failure_rate"

// metric is what a gate can be on: a measure with the limit it takes. The failure rate has no
// measure.
type metric struct {
	contrast.Measure
	limit string  // the field of a nightly file that bounds it
	unit  string  // of the limit: pointUnit or rateUnit
	most  float64 // that the limit may be
}

// Units of limits: of a share, and of the other side or of the trials.
const pointUnit, rateUnit = "points", "%"

// metrics are all of them, in the order in which messages list them, with their names.
var metrics, metricNames = func() (all []metric, names []string) {
	for _, m := range contrast.Measures {
		switch {
		case m.Type != "": // a gate on answers with a type
		case m.Unit != contrast.Share:
			all = append(all, metric{m, "may_rise_by", rateUnit, 10})
		case m.Lower:
			all = append(all, metric{m, "may_rise_by", pointUnit, 1})
		default:
			all = append(all, metric{m, "may_fall_by", pointUnit, 1})
		}
	}
	all = append(all, metric{contrast.Measure{Name: failureRate, Unit: contrast.Share, Lower: true}, "at_most", rateUnit, 1})
	for _, m := range all {
		names = append(names, m.Name)
	}
	return all, names
}()

// metric is the gate's, narrowed to its fact type. The names in gates have been checked.
func (g Gate) metric() metric {
	m := metrics[slices.Index(metricNames, g.Metric)]
	m.Type = g.Type
	return m
}

// example is a limit as a file has it.
func (m metric) example() string {
	if m.unit == pointUnit {
		return "6 points"
	}
	return "15%"
}

// Name tells the gates of a night apart.
func (g Gate) Name() string {
	name := g.Metric
	if g.Strategy != "" {
		name = g.Strategy + " " + name
	}
	if g.Type != "" {
		name += " of " + string(g.Type)
	}
	if g.Against != "" {
		name += " against " + g.Against
	}
	if g.Model != "" {
		name += ", " + g.Model
	}
	return name
}

// field is the name of the gate's limit in a nightly file.
func (g Gate) field() string {
	if g.Against != "" {
		return worseBy
	}
	return g.metric().limit
}

// relative reports whether changes are shares of the other side (cost) rather than differences of
// shares.
func (g Gate) relative() bool { return g.metric().Unit != contrast.Share }

// ofTrials reports whether the metric is one number a trial rather than a share of its probes.
func (g Gate) ofTrials() bool { return g.metric().Level == "" }

// arm is a strategy's among arms: the gate's, or the one it is compared with.
func (g Gate) arm(strategy string, arms []contrast.Arm) (contrast.Arm, bool) {
	i := slices.IndexFunc(arms, func(a contrast.Arm) bool { return a.Strategy == strategy && a.Model == g.Model })
	if i < 0 {
		return contrast.Arm{}, false
	}
	return arms[i], true
}

// baseArm is the gate's arm of the baseline: the strategy's with the gate's model; of an alias also the only
// one of that name.
func (g Gate) baseArm(baseline []contrast.Arm) (contrast.Arm, bool) {
	if a, ok := g.arm(g.Strategy, baseline); ok || !g.Aliased {
		return a, ok
	}
	named := slices.DeleteFunc(slices.Clone(baseline), func(a contrast.Arm) bool { return a.Strategy != g.Strategy })
	if len(named) != 1 {
		return contrast.Arm{}, false
	}
	return named[0], true
}

// counted are the verdicts of a trial that the gate is about.
func (g Gate) counted(s contrast.Scenario, t contrast.Played) (out []probes.Result) {
	m := g.metric()
	for i, r := range t.Results[m.Level] {
		if p := s.Probes[i]; p.Counts() && (g.Type == "" || p.Type == g.Type) {
			out = append(out, r)
		}
	}
	return out
}

// turned are readings, A tonight's, with a relative gate's other side scaled by 1 + margin, and the
// sides exchanged where less is better, so that a positive difference is good. It is a difference of
// means, so that no ratio has to be given a distribution.
func (g Gate) turned(rs contrast.Readings) contrast.Readings {
	scale := 1.0
	if g.relative() {
		scale += g.Margin
	}
	out := make(contrast.Readings, len(rs))
	for i, r := range rs {
		t := contrast.Reading{A: r.A, B: scale * r.B, N: r.N, TrialsA: r.TrialsA, TrialsB: make([]float64, len(r.TrialsB))}
		for k, v := range r.TrialsB {
			t.TrialsB[k] = scale * v
		}
		if g.metric().Lower {
			t.A, t.B, t.TrialsA, t.TrialsB = t.B, t.A, t.TrialsB, t.TrialsA
		}
		out[i] = t
	}
	return out
}

// difference is how much better A is than B, of a relative gate than (1 + margin) times B.
func (g Gate) difference(rs contrast.Readings, paired bool) stats.Estimate {
	return g.turned(rs).Estimate(reports.Fixed, paired, !g.relative(), lab.Alpha)
}
