package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"contextarena.internal/arena"
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

// Refused says why the gate should not be run at all; empty if it may.
func (f Forecast) Refused() string {
	if f.Undecidable == "" && !f.Gate.AllowUnderpowered {
		return f.Underpowered
	}
	return f.Undecidable
}

// Forecast looks at the gates before anything is played. A nil baseline leaves every gate that
// needs one undecidable. An error is a plan that can't be resolved.
func (l *Lab) Forecast(n Nightly, p Plan, b *Baseline) ([]Forecast, error) {
	r, err := l.Resolve(p)
	if err != nil {
		return nil, err
	}
	var keys []arena.TrialKey
	for _, t := range r.trials() {
		keys = append(keys, t.Key())
	}
	e := r.experiment(l, keys)
	tonight := Arms(Result{Experiment: e, Planned: r.planned(), Scenarios: r.Played})
	same := b != nil && b.shares(keys)
	var out []Forecast
	for _, g := range n.Gates {
		f := Forecast{Gate: g, Name: g.Name()}
		switch {
		case g.Metric == FailureRate:
		case g.Against != "":
			f.rivalForecast(n.Estimand(), b, p.Repeats)
		case b == nil:
			f.Undecidable = "there is no baseline yet"
		case same:
			f.Undecidable = "the baseline is this very night: a night can't be compared with itself (name another with --night)"
		default:
			f.look(b.Arms, tonight)
		}
		out = append(out, f)
	}
	return out, nil
}

// shares reports whether any trial of the baseline is one of those with these keys.
func (b *Baseline) shares(keys []arena.TrialKey) bool {
	mine := map[string]bool{}
	for _, k := range keys {
		mine[k.String()] = true
	}
	return slices.ContainsFunc(b.Arms, func(a Arm) bool {
		return slices.ContainsFunc(a.Scenarios, func(s ArmScenario) bool {
			return slices.ContainsFunc(s.Trials, func(t ArmTrial) bool { return mine[t.Key] })
		})
	})
}

// find is the gate's arm among arms.
func (g Gate) find(arms []Arm) (Arm, bool) {
	i := slices.IndexFunc(arms, func(a Arm) bool { return a.Strategy == g.Strategy && a.Model == g.Model })
	if i < 0 {
		return Arm{}, false
	}
	return arms[i], true
}

// look compares the baseline with what is planned for tonight, of which no trial exists yet.
func (f *Forecast) look(baseline, planned []Arm) {
	g := f.Gate
	base, ok := g.find(baseline)
	if !ok {
		f.Undecidable = fmt.Sprintf("the baseline has no %s with %s: renew the baseline", g.Strategy, g.Model)
		return
	}
	tonight, ok := g.find(planned)
	if !ok {
		f.Undecidable = fmt.Sprintf("the plan doesn't play %s with %s", g.Strategy, g.Model)
		return
	}
	pairs, left, reason := g.shared(base, tonight)
	if reason != "" {
		f.Undecidable = reason
		return
	}
	if len(left) > 0 {
		f.Notes = append(f.Notes, "left out, because only one side has them: "+strings.Join(left, ", "))
	}
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return len(p.base) == 0 && p.completed >= 2 })
	if len(pairs) == 0 {
		f.Undecidable = "the baseline has nothing to count: no such probe was judged in it"
		return
	}
	for i := range pairs {
		p := &pairs[i]
		if len(p.base) < 2 {
			f.Undecidable = fmt.Sprintf("the baseline has %s of %s: without 2 repeats there is no variance to judge by; renew the baseline with a plan of more repeats", numbered(len(p.base), "value"), p.scenario)
			return
		}
		p.judged = p.judgedBase
	}
	if tonight.Repeats < 2 {
		f.Undecidable = "the plan plays 1 repeat: without 2 there is no variance to judge by; raise repeats"
		return
	}
	figure, _ := g.means(expected(pairs))
	f.Baseline = &figure
	f.size(tonight.Repeats, func(before, tonight int) float64 {
		likely := make([]pair, len(pairs))
		for i, p := range pairs {
			likely[i] = p
			likely[i].tonight = alike(p.base, tonight)
			if before > 0 {
				likely[i].base = alike(p.base, before)
			}
		}
		return g.detectable(likely)
	})
}

// size fills in the MDE of so many repeats, and says what would help where the margin is below it.
// Mde has the repeats of the baseline (0: those it has) and of tonight.
func (f *Forecast) size(repeats int, mde func(before, tonight int) float64) {
	g := f.Gate
	least := mde(0, repeats)
	if math.IsInf(least, 0) || math.IsNaN(least) {
		f.Undecidable = "the baseline is 0, and nothing can rise by a share of that"
		return
	}
	f.MDE = &least
	if g.Margin >= least {
		return
	}
	if n, ok := enough(repeats+1, func(n int) bool { return mde(0, n) <= g.Margin }); ok {
		f.Underpowered = fmt.Sprintf("the margin is below what %s a night can tell from chance: %d would do", numbered(repeats, "repeat"), n)
		return
	}
	if n, ok := enough(2, func(n int) bool { return mde(n, n) <= g.Margin }); ok {
		f.Underpowered = fmt.Sprintf("the margin is below what %s a night can tell from chance, and the baseline has too few: %d in both would do", numbered(repeats, "repeat"), n)
		return
	}
	f.Underpowered = fmt.Sprintf("the margin is below what any plan of up to %d repeats can tell from chance: raise it", mostRepeats)
}

// expected stands the baseline's own values in for tonight's.
func expected(pairs []pair) []pair {
	out := slices.Clone(pairs)
	for i := range out {
		out[i].tonight = out[i].base
	}
	return out
}

// mostRepeats is the most a plan may ask for.
const mostRepeats = 1000

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

// alike is n values with the mean and the variance of values, which are 2 or more: half of them
// as far above the mean as the others are below, an odd one in the middle.
func alike(values []float64, n int) []float64 {
	m, spread := mean(values), deviation(values)
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

// detectable is the least regression that these values would tell from none.
func (g Gate) detectable(pairs []pair) float64 {
	base, _ := g.means(pairs)
	return g.detected(g.difference(pairs), base)
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
		least = (t.Quantile(1-Alpha/2) + t.Quantile(Power)) * e.SE
	}
	if g.Relative() {
		return least / base
	}
	return least
}
