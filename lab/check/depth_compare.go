package check

import (
	"context"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
	"contextarena.internal/strategies/darlm"
)

// DepthRow is how well one way to choose depths does on segments of scenarios it wasn't fitted to. The
// scenario is the unit of both intervals.
type DepthRow struct {
	Router string
	Right  stats.Estimate // share of segments of which no depth keeps more
	// Gain is the facts kept less those that one pass keeps, as a share of those due. It is of the cycle at
	// hand, not of a whole trial.
	Gain   stats.Estimate
	Passes float64 // a segment
	Unread int     // replies that named no depth, so that the rules chose
}

// DepthFile is a policy file, with the policy of it that may be used on a scenario.
type DepthFile struct {
	Name string
	For  func(scenario string) arena.Policy
}

// DepthComparison compares ways to choose the depth of da_rlm on segments whose depth was forced.
type DepthComparison struct {
	Rows      []DepthRow
	Segments  int
	Threshold float64 // Depths.Threshold
	Suites    []string
	Model     string // that replied
	Simulated bool
}

// compare compares one pass, two, the rules as they are and with a threshold_high fitted to all other
// scenarios, policy files, and the best depth in hindsight. The best of three figures flatters where they vary
// by chance, and so do the bounds it gives.
func (d *Depths) compare(ctx context.Context, files []DepthFile) (DepthComparison, error) {
	out := DepthComparison{Segments: len(d.cases), Threshold: d.Threshold, Simulated: d.model.Provider == "sim"}
	type router func(c depthCase) (depth int, read bool, err error)
	fixed := func(depth int) router { return func(depthCase) (int, bool, error) { return depth, true, nil } }
	scenarios := d.scenarios()
	thresholds := map[string]darlm.Layer{}
	for _, s := range scenarios {
		r := d.rules
		r.ThresholdHigh = d.fitThreshold(d.without(s))
		thresholds[s] = r
	}
	type way struct {
		name   string
		choose router
	}
	ways := []way{
		{"always 1", fixed(1)},
		{"always 2", fixed(2)},
		{"rules", func(c depthCase) (int, bool, error) { return byRules(d.rules, c.Signals), true, nil }},
		{"rules, threshold fitted", func(c depthCase) (int, bool, error) { return byRules(thresholds[c.Scenario], c.Signals), true, nil }},
	}
	for _, f := range files {
		policies := map[string]darlm.Policy{}
		for _, s := range scenarios {
			of := f.For(s)
			if of.Kind != darlm.PolicyKind {
				return out, arena.Mistake{Err: fmt.Errorf("%s: a policy of kind %s, want %s: make one with arena policy fit-depth", f.Name, of.Kind, darlm.PolicyKind)}
			}
			p, err := darlm.ParsePolicy(of.Text)
			if err != nil {
				return out, arena.Mistake{Err: fmt.Errorf("%s: %w", f.Name, err)}
			}
			policies[s] = p
		}
		ways = append(ways, way{f.Name, func(c depthCase) (int, bool, error) { return d.choose(ctx, policies[c.Scenario], c.Signals) }})
	}
	ways = append(ways, way{"best in hindsight", func(c depthCase) (int, bool, error) { return c.best(), true, nil }})
	for _, w := range ways {
		row := DepthRow{Router: w.name}
		right, gain := make([]stats.Cluster, len(scenarios)), make([]stats.Cluster, len(scenarios))
		for _, c := range d.cases {
			depth, read, err := w.choose(c)
			if err != nil {
				return out, fmt.Errorf("%s: %w", w.name, err)
			}
			at := slices.Index(scenarios, c.Scenario)
			r, g := &right[at], &gain[at]
			r.N++
			if c.Kept[depth-1] == c.most() {
				r.Sum++
			}
			g.N, g.Sum = g.N+float64(c.Due), g.Sum+float64(c.Kept[depth-1]-c.Kept[0])
			row.Passes += float64(depth) / float64(len(d.cases))
			if !read {
				row.Unread++
			}
		}
		row.Right, row.Gain = stats.ClusterMean(right, 0.05), stats.PairedMean(gain, true, 0.05)
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}
