package lab

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Gate is a limit that a night's figures must keep. Against a baseline scenarios are fixed: a gate
// asks whether the same conversations went worse than they did, so its variance is that of the
// repeats. Against another strategy of the same night see gate_rival.go.
type Gate struct {
	Strategy          string         `json:"strategy,omitempty"` // canonical label; empty for all
	Model             string         `json:"model,omitempty"`    // empty for all
	Metric            string         `json:"metric"`
	Type              arena.FactType `json:"type,omitempty"`    // empty for all
	Against           string         `json:"against,omitempty"` // the strategy of the same night that it is compared with; empty for the baseline
	Margin            float64        `json:"margin"`            // a share: of the whole, of the other side or of the trials (Unit)
	AllowUnderpowered bool           `json:"allow_underpowered,omitempty"`
}

// FailureRate is the one metric that isn't compared with the baseline.
const FailureRate = "failure_rate"

// metric is what a gate can be on: a measure with the limit it takes. The failure rate has no
// measure.
type metric struct {
	measure
	limit string // the field of a nightly file that bounds it
	unit  string // of the limit: points (of a share) or % (of the baseline, or of the trials)
}

// metrics are all of them, in the order in which messages list them.
var metrics = func() []metric {
	var out []metric
	for _, m := range measures {
		switch {
		case m.family == familyTypes: // a gate on answers with a type
		case m.unit != Share:
			out = append(out, metric{m, "may_rise_by", "%"})
		case m.lower:
			out = append(out, metric{m, "may_rise_by", "points"})
		default:
			out = append(out, metric{m, "may_fall_by", "points"})
		}
	}
	return append(out, metric{measure{name: FailureRate, lower: true}, "at_most", "%"})
}()

// metric is the gate's. The names in gates have been checked.
func (g Gate) metric() metric {
	return metrics[slices.Index(metricNames(), g.Metric)]
}

// metricNames lists the metrics.
func metricNames() []string {
	var names []string
	for _, m := range metrics {
		names = append(names, m.name)
	}
	return names
}

// amount is a limit as a file has it.
func (m metric) amount() string {
	if m.unit == "points" {
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

// Field is the name of the gate's limit in a nightly file: may_fall_by, may_rise_by,
// may_be_worse_by or at_most.
func (g Gate) Field() string {
	if g.Against != "" {
		return worseBy
	}
	return g.metric().limit
}

// worseBy is the limit of gates that compare two strategies.
const worseBy = "may_be_worse_by"

// Lower reports whether less is better.
func (g Gate) Lower() bool { return g.metric().lower }

// Unit is what the gate's figures are counted in; of the failure rate a share of trials.
func (g Gate) Unit() Unit {
	if g.Metric == FailureRate {
		return Share
	}
	return g.metric().measure.unit
}

// Relative reports whether changes are shares of the baseline (cost) rather than differences of
// shares.
func (g Gate) Relative() bool { return g.Unit() != Share }

// OfTrials reports whether the metric is one number a trial rather than a share of its probes.
func (g Gate) OfTrials() bool { return g.Metric == FailureRate || g.metric().number != nil }

// includes reports whether a probe is one of the gate's.
func (g Gate) includes(p ArmProbe) bool {
	return p.Kind.Headline() && (g.Type == "" || p.Type == g.Type)
}

// values are a gate's metric in each completed trial of a scenario, with how many probes a trial
// was judged on in the mean. Probes that were not judged (unexposed, void) don't count; a trial
// without judged probes has no value. It reports false if a number is unknown.
func (g Gate) values(s ArmScenario) (values []float64, judged float64, ok bool) {
	m := g.metric()
	for _, t := range s.Trials {
		if t.Outcome != arena.Completed {
			continue
		}
		if m.number != nil {
			v, ok := m.number(t)
			if !ok {
				return nil, 0, false
			}
			values = append(values, v)
			continue
		}
		var hits, n float64
		for i, r := range t.Results[m.level] {
			if !g.includes(s.Probes[i]) || !counts(r) {
				continue
			}
			hits, n = hits+one(r == m.result), n+1
		}
		if n > 0 {
			values, judged = append(values, hits/n), judged+n
		}
	}
	if len(values) > 0 {
		judged /= float64(len(values))
	}
	return values, judged, true
}

// shared pairs a gate's values in the scenarios that both arms have, baseline first. The reason
// says why they can't be compared, if so; left names the scenarios that only one arm has.
func (g Gate) shared(base, tonight Arm) (pairs []pair, left []string, reason string) {
	m := g.metric()
	there := map[string]ArmScenario{}
	for _, s := range base.Scenarios {
		there[s.ID] = s
	}
	for _, s := range tonight.Scenarios {
		b, ok := there[s.ID]
		if !ok {
			left = append(left, s.ID)
			continue
		}
		delete(there, s.ID)
		switch {
		case b.Script != s.Script:
			return nil, nil, fmt.Sprintf("scenario %s has been rewritten since the baseline was played: renew the baseline", s.ID)
		case m.measure.unit == Share && !sameJudges(b, s):
			return nil, nil, fmt.Sprintf("scenario %s was judged by other matchers in the baseline: renew the baseline (an experiment: arena rescore)", s.ID)
		}
		p, known, knownTonight := pair{scenario: s.ID, completed: completed(b)}, false, false
		p.base, p.judgedBase, known = g.values(b)
		p.tonight, p.judged, knownTonight = g.values(s)
		if !known || !knownTonight {
			return nil, nil, m.unknown
		}
		pairs = append(pairs, p)
	}
	for _, s := range base.Scenarios {
		if _, only := there[s.ID]; only {
			left = append(left, s.ID)
		}
	}
	if len(pairs) == 0 {
		reason = "the baseline has none of the plan's scenarios: renew the baseline"
	}
	return pairs, left, reason
}

// pair is one scenario on both sides.
type pair struct {
	scenario           string
	base, tonight      []float64
	judgedBase, judged float64 // probes in the mean trial
	completed          int     // trials of the baseline
}

// sameJudges reports whether two sides of a scenario were judged alike.
func sameJudges(a, b ArmScenario) bool {
	return a.Scorer == b.Scorer && slices.Equal(a.Probes, b.Probes)
}

// difference is tonight minus the baseline, turned so that more is better. Of a relative gate it
// is tonight minus (1 + margin) times the baseline: a difference of means, so that no ratio has
// to be given a distribution. Each probe weighs the same, or each scenario where there is one
// number a trial.
func (g Gate) difference(pairs []pair) stats.Estimate {
	m, scale := g.metric(), 1.0
	if g.Relative() {
		scale += g.Margin
	}
	var strata []stats.Stratum
	for _, p := range pairs {
		base := make([]float64, len(p.base))
		for i, v := range p.base {
			base[i] = scale * v
		}
		s := stats.Stratum{Weight: 1, A: p.tonight, B: base, Probes: (p.judged + p.judgedBase) / 2}
		if m.number == nil {
			s.Weight = s.Probes
		}
		if g.Lower() {
			s.A, s.B = s.B, s.A
		}
		strata = append(strata, s)
	}
	return stats.FixedDifference(strata, !g.Relative(), Alpha)
}

// means are both sides' figures, weighed as the difference is.
func (g Gate) means(pairs []pair) (base, tonight float64) {
	var weights float64
	for _, p := range pairs {
		w := 1.0
		if g.metric().number == nil {
			w = (p.judged + p.judgedBase) / 2
		}
		base, tonight, weights = base+w*mean(p.base), tonight+w*mean(p.tonight), weights+w
	}
	return base / weights, tonight / weights
}

// denominator is how many probes of a mean trial count, or how many trials tonight.
func (g Gate) denominator(pairs []pair) float64 {
	var n float64
	for _, p := range pairs {
		if g.OfTrials() {
			n += float64(len(p.tonight))
		} else {
			n += (p.judged + p.judgedBase) / 2
		}
	}
	return n
}

func mean(values []float64) float64 { return stat.Mean(values, nil) }
