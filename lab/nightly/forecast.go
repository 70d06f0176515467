package nightly

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Forecast is what can be said of a gate before the night is played.
type Forecast struct {
	Gate Gate   `json:"gate"`
	Name string `json:"name"`
	// Baseline is the figure that tonight's is compared with: the baseline's, or of a gate against
	// another strategy that one's, which is known after the night. Nil if there is none.
	Baseline *float64 `json:"baseline"`
	// MDE is the minimum detectable regression: if tonight's repeats spread as the baseline's do,
	// a change of this size is told from none with Power at Alpha, and a night without any change
	// passes a margin of this size with the same chance. In the margin's unit. Nil if it can't be
	// known.
	MDE *float64 `json:"mde"`
	// Undecidable says why no night of this plan can decide the gate; Underpowered that its
	// margin is below the MDE, and what would help. Empty if it isn't so.
	Undecidable  string   `json:"undecidable,omitempty"`
	Underpowered string   `json:"underpowered,omitempty"`
	Unknown      string   `json:"unknown,omitempty"` // why a gate that can be decided has no MDE
	Notes        []string `json:"notes,omitempty"`
}

// refused says why the gate should not be run at all; empty if it may.
func (f Forecast) refused() string {
	switch {
	case f.Undecidable == sameNight:
		return ""
	case f.Undecidable == "" && !f.Gate.AllowUnderpowered:
		return f.Underpowered
	}
	return f.Undecidable
}

// foresee looks at the gates before anything is played. A nil baseline leaves every gate that
// needs one undecidable. An error is a plan that can't be resolved.
func (n nightly) foresee(ctx context.Context, l *lab.Lab, p lab.Plan, b *Baseline) ([]Forecast, error) {
	r, err := l.Resolve(p)
	if err != nil {
		return nil, err
	}
	keys := arena.Keys(r.Trials())
	e := r.Experiment(l, keys)
	planned, err := lab.PlannedOf(e)
	if err != nil {
		return nil, err
	}
	tonight := lab.Arms(lab.Result{Experiment: e, Planned: planned, Scenarios: r.Played})
	var itself string
	if b != nil && b.shares(keys) {
		itself = b.itself(ctx, l, e.ID)
	}
	var out []Forecast
	for _, g := range n.Gates {
		f := Forecast{Gate: g, Name: g.Name()}
		switch {
		case g.Metric == failureRate:
		case g.Against != "":
			f.Unknown = "nothing is known yet of how far the difference spreads"
		case b == nil:
			f.Undecidable = noBaseline
		case itself != "":
			f.Undecidable = itself
		default:
			f.Undecidable = f.againstBaseline(b.Arms, tonight)
		}
		out = append(out, f)
	}
	return out, nil
}

// noBaseline is why the gates of a first night can't be decided.
const noBaseline = "there is no baseline yet"

// Why the gates of a night can't be decided that is its own baseline: it has the same figures, and passes as it did, or others.
const (
	sameNight    = "the baseline is this very night"
	otherFigures = "the baseline is this very night, of which this database has other figures, or none (name another night with --night)"
)

// itself says how the baseline's own night is today. Without a database nobody knows of other figures.
func (b *Baseline) itself(ctx context.Context, l *lab.Lab, experimentID string) string {
	if l.DB == nil {
		return sameNight
	}
	if r, err := l.Load(ctx, experimentID); err != nil || !b.has(lab.Arms(r)) {
		return otherFigures
	}
	return sameNight
}

// has reports whether these arms are the baseline's.
func (b *Baseline) has(arms []contrast.Arm) bool {
	mine, err1 := json.Marshal(b.Arms)
	others, err2 := json.Marshal(arms)
	return err1 == nil && err2 == nil && bytes.Equal(mine, others)
}

// shares reports whether any trial of the baseline is one of those with these keys.
func (b *Baseline) shares(keys []arena.TrialKey) bool {
	mine := map[string]bool{}
	for _, k := range keys {
		mine[k.String()] = true
	}
	return slices.ContainsFunc(b.Arms, func(a contrast.Arm) bool {
		return slices.ContainsFunc(a.Scenarios, func(s contrast.Scenario) bool {
			return slices.ContainsFunc(s.Trials, func(t contrast.Played) bool { return mine[t.Key] })
		})
	})
}

// pair is one scenario of tonight (A) and the baseline (B). N is the probes that were judged in the
// mean trial of both, or 1 where a trial has one number.
type pair struct {
	contrast.Reading
	scenario string
}

func readings(pairs []pair) contrast.Readings {
	var out contrast.Readings
	for _, p := range pairs {
		out = append(out, p.Reading)
	}
	return out
}

// pairs are a gate's values in the scenarios that both arms have. The reason says why they can't be
// compared, if so; left names the scenarios that only one arm has.
func (g Gate) pairs(base, tonight contrast.Arm) (pairs []pair, left []string, reason string) {
	m := g.metric()
	there := map[string]contrast.Scenario{}
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
			return nil, nil, fmt.Sprintf("scenario %s has been rewritten since the baseline was played, or another sample of its probes is asked: renew the baseline", s.ID)
		case m.Unit == contrast.Share && (b.Scorer != s.Scorer || !slices.Equal(b.Probes, s.Probes)):
			return nil, nil, fmt.Sprintf("scenario %s was judged by other matchers in the baseline: renew the baseline", s.ID)
		}
		valuesB, judgedB, knownB := g.values(b)
		values, judged, known := g.values(s)
		if !known || !knownB {
			return nil, nil, m.Unknown
		}
		p := pair{contrast.Reading{N: 1, TrialsA: values, TrialsB: valuesB}, s.ID}
		switch {
		case g.ofTrials():
		case len(values) == 0: // not played yet
			p.N = judgedB
		default:
			p.N = (judged + judgedB) / 2
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

// values are a gate's metric in each completed trial of a scenario, with how many probes a trial
// was judged on in the mean. Probes that were not judged (unexposed, void) don't count; a trial
// without judged probes has no value. It reports false if a number is unknown.
func (g Gate) values(s contrast.Scenario) (values []float64, judged float64, known bool) {
	m := g.metric()
	for _, t := range s.Trials {
		if t.Outcome != arena.Completed {
			continue
		}
		if m.Number != nil {
			v, known := m.Number(t)
			if !known {
				return nil, 0, false
			}
			values = append(values, v)
			continue
		}
		var hits, n float64
		for _, r := range g.counted(s, t) {
			if r.Counts() {
				n++
			}
			if r == m.Result {
				hits++
			}
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

// againstBaseline compares the baseline with what is planned for tonight, of which no trial exists
// yet, and says why the gate can't be decided, if so.
func (f *Forecast) againstBaseline(baseline, planned []contrast.Arm) string {
	g := f.Gate
	base, ok := g.baseArm(baseline)
	if !ok {
		return fmt.Sprintf("the baseline has no %s with %s: renew the baseline", g.Strategy, g.Model)
	}
	if base.Model != g.Model {
		f.Notes = append(f.Notes, fmt.Sprintf("%s is played with %s, and was with %s", g.Strategy, g.Model, base.Model))
	}
	tonight, ok := g.arm(g.Strategy, planned)
	if !ok {
		return fmt.Sprintf("the plan doesn't play %s with %s", g.Strategy, g.Model)
	}
	pairs, left, reason := g.pairs(base, tonight)
	if reason != "" {
		return reason
	}
	if len(left) > 0 {
		f.Notes = append(f.Notes, "left out, because only one side has them: "+strings.Join(left, ", "))
	}
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return len(p.TrialsB) == 0 })
	if len(pairs) == 0 {
		return "the baseline has nothing to count: no such probe was judged in it"
	}
	for _, p := range pairs {
		if len(p.TrialsB) < 2 {
			return fmt.Sprintf("the baseline has %s of %s: without 2 repeats there is no variance to judge by; renew the baseline with a plan of more repeats", numbered(len(p.TrialsB), "value"), p.scenario)
		}
	}
	if tonight.Repeats < 2 {
		return tooFewRepeats
	}
	rs := readings(pairs)
	_, figure := rs.Means(reports.Fixed)
	f.Baseline = &figure
	return f.size(tonight.Repeats, func(before, repeats int) float64 {
		likely := slices.Clone(rs)
		for i, r := range rs {
			likely[i].TrialsA = withSpreadOf(r.TrialsB, repeats)
			if before > 0 {
				likely[i].TrialsB = withSpreadOf(r.TrialsB, before)
			}
		}
		_, figure := likely.Means(reports.Fixed)
		return g.detected(g.difference(likely, false), figure)
	})
}

const tooFewRepeats = "the plan plays 1 repeat: without 2 there is no variance to judge by; raise repeats"

// mostRepeats is the most a plan may ask for.
const mostRepeats = 1000

// size fills in the MDE of so many repeats, and says what would help where the margin is below it.
// Mde has the repeats of the baseline (0: those it has) and of tonight. The answer says why the gate
// can't be decided, if so.
func (f *Forecast) size(repeats int, mde func(before, tonight int) float64) string {
	margin, least := f.Gate.Margin, mde(0, repeats)
	if math.IsInf(least, 0) || math.IsNaN(least) {
		return "the baseline is 0, and nothing can rise by a share of that"
	}
	f.MDE = &least
	if margin >= least {
		return ""
	}
	said := fmt.Sprintf("the margin is below what %s a night can tell from chance", reports.Plural(repeats, "repeat"))
	more, ok := enough(repeats+1, func(n int) bool { return mde(0, n) <= margin })
	both, okBoth := 0, false
	if !ok {
		both, okBoth = enough(2, func(n int) bool { return mde(n, n) <= margin })
	}
	switch {
	case ok:
		f.Underpowered = fmt.Sprintf("%s: %d would do", said, more)
	case okBoth:
		f.Underpowered = fmt.Sprintf("%s, and the baseline has too few: %d in both would do", said, both)
	default:
		f.Underpowered = fmt.Sprintf("the margin is below what any plan of up to %d repeats can tell from chance: raise it", mostRepeats)
	}
	return ""
}

// enough is the least n from first to mostRepeats for which ok holds. Ok stays true once it is.
func enough(first int, ok func(n int) bool) (int, bool) {
	low, high := first, mostRepeats
	for low < high {
		if middle := (low + high) / 2; ok(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low, low == high && ok(low)
}

// withSpreadOf is n values with the mean and the variance of values, which are 2 or more: half of them
// as far above the mean as the others are below, an odd one in the middle.
func withSpreadOf(values []float64, n int) []float64 {
	m, spread := stat.Mean(values, nil), stat.StdDev(values, nil)
	if n%2 == 0 {
		spread *= math.Sqrt(float64(n-1) / float64(n))
	}
	out := make([]float64, n)
	for i := range out {
		switch {
		case i == n-1 && n%2 == 1:
			out[i] = m
		case i%2 == 0:
			out[i] = m + spread
		default:
			out[i] = m - spread
		}
	}
	return out
}

// detected is the least regression that an estimate would tell from none: the sum of the t
// quantiles of 1 − Alpha/2 and of Power, times the standard error of the difference. The sum
// stands in for the noncentral t, from which it hardly differs. Base is the other side's figure.
func (g Gate) detected(e stats.Estimate, base float64) float64 {
	if e.Interval == nil {
		return math.Inf(1)
	}
	least := 0.0
	if e.SE > 0 {
		t := distuv.StudentsT{Sigma: 1, Nu: e.DF}
		least = (t.Quantile(1-lab.Alpha/2) + t.Quantile(lab.Power)) * e.SE
	}
	if g.relative() {
		return least / base
	}
	return least
}
