package frontier

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/stats"
)

// Verdict is what became of an expectation.
type Verdict string

// The verdicts. A finding is assumed where the model is simulated and what decides it was put into the
// simulation.
const (
	Supported    Verdict = "supported"
	NotSupported Verdict = "not supported"
	Undecided    Verdict = "undecided"
	NotEstimable Verdict = "not estimable"
	Assumed      Verdict = "assumed by the simulator"
)

// Expectation is one of the five that the cost-retention frontier was proposed with.
type Expectation struct {
	Claim   string
	Rule    string // what decides it
	Finding string // the figures
	Verdict Verdict
}

// sure is the chance that decides.
const sure = 0.95

// decided is a verdict by a chance.
func decided(chance float64) Verdict {
	switch {
	case chance >= sure:
		return Supported
	case chance <= 1-sure:
		return NotSupported
	}
	return Undecided
}

// expect gives the expectations their verdicts. The second and the fifth need dimensions named method
// and sub_model, the third one named trigger, as the builtin space has.
func (f *Frontier) expect(all [][][][]float64) {
	f.Expected = []Expectation{
		f.sparse(all),
		f.hybrid(),
		f.frequency(all),
		f.hidden(),
		f.sizes(all),
	}
}

// sparse compares the gaps between neighbours at the ends of the front with those in its middle.
func (f *Frontier) sparse(all [][][][]float64) Expectation {
	e := Expectation{
		Claim: "The frontier is sparse at its extremes and dense in the middle.",
		Rule:  "mean gap between neighbours in the outer quarters of the front's length, over that in the middle half, more than 1 in 95 % of resamples of scenarios",
	}
	now, ok := sparsity(f.frontOf(all, nil))
	if !ok {
		e.Verdict, e.Finding = NotEstimable, "the front has fewer than 6 points"
		return e
	}
	r := rand.New(rand.NewPCG(seed, 3))
	more, counted := 0., 0.
	for range 500 {
		times := make([]int, len(f.Chosen))
		for range times {
			times[r.IntN(len(times))]++
		}
		if ratio, ok := sparsity(f.frontOf(all, times)); ok {
			counted++
			if ratio > 1 {
				more++
			}
		}
	}
	if counted < 250 {
		e.Verdict, e.Finding = NotEstimable, "most resamples have fewer than 6 points on the front"
		return e
	}
	e.Finding = fmt.Sprintf("ratio %.2f; above 1 in %.0f %% of resamples", now, 100*more/counted)
	e.Verdict = decided(more / counted)
	return e
}

// frontOf is the front, by rising cost and scaled to its own range, with scenarios counted so often;
// nil counts each once.
func (f *Frontier) frontOf(all [][][][]float64, times []int) [][2]float64 {
	var rows [][2]float64
	for _, point := range all {
		sums := make([]float64, columns)
		for s, repeats := range point {
			n := 1
			if times != nil {
				n = times[s]
			}
			for _, r := range repeats {
				for i, v := range r {
					sums[i] += float64(n) * v
				}
			}
		}
		if sums[asked] > 0 {
			rows = append(rows, [2]float64{cost.of(sums), retention.of(sums)})
		}
	}
	slices.SortFunc(rows, func(a, b [2]float64) int {
		if d := sign(a[0] - b[0]); d != 0 {
			return d
		}
		return sign(b[1] - a[1])
	})
	var front [][2]float64
	for _, p := range rows {
		if len(front) == 0 || p[1] > front[len(front)-1][1] {
			front = append(front, p)
		}
	}
	if len(front) < 2 {
		return front
	}
	first, last := front[0], front[len(front)-1]
	for i, p := range front {
		for k := range p {
			if d := last[k] - first[k]; d > 0 {
				front[i][k] = (p[k] - first[k]) / d
			}
		}
	}
	return front
}

// sparsity is the mean gap in the outer quarters of a front's length over that in its middle half. It
// needs six points, some of them in the middle.
func sparsity(front [][2]float64) (float64, bool) {
	if len(front) < 6 {
		return 0, false
	}
	var gaps []float64
	length := 0.0
	for i := 1; i < len(front); i++ {
		gaps = append(gaps, math.Hypot(front[i][0]-front[i-1][0], front[i][1]-front[i-1][1]))
		length += gaps[len(gaps)-1]
	}
	var outer, inner []float64
	at := 0.0
	for _, g := range gaps {
		if middle := (at + g/2) / length; middle < 0.25 || middle > 0.75 {
			outer = append(outer, g)
		} else {
			inner = append(inner, g)
		}
		at += g
	}
	if len(outer) == 0 || len(inner) == 0 {
		return 0, false
	}
	return mean(outer) / mean(inner), true
}

// level is the level of a dimension at a point; empty if there is none.
func (f *Frontier) level(point int, dimension string) string {
	for i, d := range f.Space.Dimensions {
		if d.Name == dimension {
			return f.Points[point].Levels[i]
		}
	}
	return ""
}

// hybrid asks whether any hybrid is on the front.
func (f *Frontier) hybrid() Expectation {
	e := Expectation{
		Claim: "Hybrid is not on the front.",
		Rule:  "the chances of all hybrids to be on the front add up to less than 5 % (supported), or one of them alone has 95 % (not supported)",
	}
	total, most, n := 0., 0., 0
	for i, p := range f.Points {
		if f.level(i, "method") == "hybrid" {
			n++
			if p.OnFront != nil {
				total, most = total+*p.OnFront, max(most, *p.OnFront)
			}
		}
	}
	switch {
	case n == 0 && f.Dropped > 0 && f.hasLevel("method", "hybrid"):
		e.Verdict, e.Finding = Undecided, "every hybrid was dropped in the race: play it with --exhaustive"
		return e
	case n == 0 || f.Points[0].OnFront == nil:
		e.Verdict, e.Finding = NotEstimable, "no hybrid, or too few scenarios to resample"
		return e
	}
	on := 0
	for _, i := range f.Front {
		if f.level(i, "method") == "hybrid" {
			on++
		}
	}
	e.Finding = fmt.Sprintf("%d of %d hybrids on the front; the likeliest has %.0f %%, all together at most %.0f %%", on, n, 100*most, 100*min(1, total))
	switch {
	case total <= 1-sure:
		e.Verdict = Supported
	case most >= sure:
		e.Verdict = NotSupported
	default:
		e.Verdict = Undecided
	}
	return e
}

// frequency asks whether choosing the trigger by scenario pays.
func (f *Frontier) frequency(all [][][][]float64) Expectation {
	e := Expectation{
		Claim: "The best compression frequency depends on the scenario.",
		Rule:  "the trigger that is best in a scenario by one half of the repeats, measured by the other half, keeps more there than the trigger that is best over all: paired over scenarios, 95 %",
	}
	repeats := f.Planned.Repeats
	levels := map[string][]int{}
	var names []string
	for i := range f.Points {
		if l := f.level(i, "trigger"); l != "" {
			if levels[l] == nil {
				names = append(names, l)
			}
			levels[l] = append(levels[l], i)
		}
	}
	slices.Sort(names)
	if repeats < 2 || len(names) < 2 || len(f.Chosen) < stats.MinClusters {
		e.Verdict, e.Finding = NotEstimable, "it takes two repeats, two triggers and three scenarios"
		return e
	}
	// Retention by trigger and scenario on the repeats of one parity.
	on := func(level string, s, parity int) float64 {
		var k, n float64
		for _, p := range levels[level] {
			for repeat, r := range all[p][s] {
				if repeat%2 == parity {
					k, n = k+r[kept], n+r[asked]
				}
			}
		}
		if n == 0 {
			return math.NaN()
		}
		return k / n
	}
	var clusters []stats.Cluster
	var own []string
	for s := range f.Chosen {
		gain := 0.0
		for parity := range 2 {
			best, bestAll := "", ""
			top, topAll := math.Inf(-1), math.Inf(-1)
			for _, name := range names {
				if v := on(name, s, parity); v > top {
					best, top = name, v
				}
				sum := 0.0
				for other := range f.Chosen {
					sum += on(name, other, parity)
				}
				if sum > topAll {
					bestAll, topAll = name, sum
				}
			}
			gain += (on(best, s, 1-parity) - on(bestAll, s, 1-parity)) / 2
			if parity == 0 && best != "" {
				own = append(own, best)
			}
		}
		clusters = append(clusters, stats.Cluster{Sum: gain, N: 1})
	}
	est := stats.PairedMean(clusters, true, alpha)
	slices.Sort(own)
	e.Finding = fmt.Sprintf("gain %.1f points%s; best by scenario: %d different triggers", 100*est.Mean, interval(est, 100), len(slices.Compact(own)))
	e.Verdict = byInterval(est, 0)
	return e
}

// interval writes an estimate's interval, scaled.
func interval(e stats.Estimate, scale float64) string {
	if e.Interval == nil {
		return ""
	}
	return fmt.Sprintf(" [%.1f, %.1f]", scale*e.Interval.Low, scale*e.Interval.High)
}

// byInterval is supported if the whole interval lies above a bound, not supported if it lies below.
func byInterval(e stats.Estimate, bound float64) Verdict {
	switch {
	case e.Interval == nil:
		return NotEstimable
	case e.Interval.Low > bound:
		return Supported
	case e.Interval.High <= bound:
		return NotSupported
	}
	return Undecided
}

// hidden asks whether the worst type puts points on the front that cost and overall retention call
// beaten.
func (f *Frontier) hidden() Expectation {
	e := Expectation{
		Claim: "Worst-type retention reveals hidden costs of seemingly efficient strategies.",
		Rule:  "a point that is beaten in cost and overall retention is on the front once the worst fact type counts, in 95 % of resamples (supported), or all of them together in less than 5 % (not supported)",
	}
	if f.WithWorst == nil || f.Points[0].OnFrontWithWorst == nil {
		e.Verdict, e.Finding = NotEstimable, "no fact type has enough probes, or too few scenarios to resample"
		return e
	}
	most, total, more := 0., 0., 0
	for i, p := range f.Points {
		if slices.Contains(f.Front, i) {
			continue
		}
		gain := *p.OnFrontWithWorst
		if p.OnFront != nil {
			gain = max(0, gain-*p.OnFront)
		}
		most, total = max(most, gain), total+gain
		if slices.Contains(f.WithWorst, i) {
			more++
		}
	}
	e.Finding = fmt.Sprintf("%d points join the front of %d; the likeliest gains %.0f %% of resamples", more, len(f.Front), 100*most)
	switch {
	case most >= sure:
		e.Verdict = Supported
	case total <= 1-sure:
		e.Verdict = NotSupported
	default:
		e.Verdict = Undecided
	}
	return e
}

// sizes compares the sub-models on structured extraction and on corrections.
func (f *Frontier) sizes(all [][][][]float64) Expectation {
	e := Expectation{
		Claim: "A smaller sub-model is better for structured extraction; the standard one wins on corrections.",
		Rule:  "structured with nano costs less than with standard and keeps no more than 2 points less, and over all methods standard keeps more corrections than nano: paired over scenarios, 95 %",
	}
	small, large := "nano", "standard"
	pairs := f.pairs("sub_model", small, large)
	if len(pairs) == 0 || len(f.Chosen) < stats.MinClusters {
		e.Verdict, e.Finding = NotEstimable, "no pairs of points that differ in the sub-model alone, or fewer than three scenarios"
		return e
	}
	structured := slices.DeleteFunc(slices.Clone(pairs), func(p [2]int) bool { return f.level(p[0], "method") != "structured" })
	loss := f.paired(all, structured, kept, asked)
	gain := f.paired(all, pairs, byType+2*correction, byType+2*correction+1)
	cheaper := true
	for _, p := range structured {
		cheaper = cheaper && f.Points[p[0]].Cost < f.Points[p[1]].Cost
	}
	e.Finding = fmt.Sprintf("structured, standard less nano: %.1f points%s; corrections: %.1f points%s", 100*loss.Mean, interval(loss, 100), 100*gain.Mean, interval(gain, 100))
	first := NotEstimable
	if loss.Interval != nil {
		switch {
		case loss.Interval.High < 0.02 && cheaper:
			first = Supported
		case loss.Interval.Low > 0.02 || !cheaper:
			first = NotSupported
		default:
			first = Undecided
		}
	}
	second := byInterval(gain, 0)
	switch {
	case first == Supported && second == Supported:
		e.Verdict = Supported
	case first == NotSupported || second == NotSupported:
		e.Verdict = NotSupported
	case first == NotEstimable || second == NotEstimable:
		e.Verdict = NotEstimable
	default:
		e.Verdict = Undecided
	}
	if f.Experiment.Simulated && (e.Verdict == Supported || e.Verdict == NotSupported) {
		e.Finding += "; how sizes differ was put into the simulation"
		e.Verdict = Assumed
	}
	return e
}

// correction is the place of corrections among the fact types.
var correction = slices.Index(arena.FactTypes, arena.Correction)

// pairs lists the points that differ in one dimension alone, the one with the level a first.
func (f *Frontier) pairs(dimension, a, b string) [][2]int {
	at := map[string]int{}
	rest := func(i int) string {
		out := ""
		for k, d := range f.Space.Dimensions {
			if d.Name != dimension {
				out += "\x00" + f.Points[i].Levels[k]
			}
		}
		return out
	}
	for i := range f.Points {
		if f.level(i, dimension) == a {
			at[rest(i)] = i
		}
	}
	var out [][2]int
	for i := range f.Points {
		if j, ok := at[rest(i)]; ok && f.level(i, dimension) == b {
			out = append(out, [2]int{j, i})
		}
	}
	return out
}

// paired is the second's share less the first's, over pairs, paired by scenario.
func (f *Frontier) paired(all [][][][]float64, pairs [][2]int, k, n int) stats.Estimate {
	var clusters []stats.Cluster
	for s := range f.Chosen {
		var diff, weight float64
		for _, p := range pairs {
			var share [2]float64
			counted := 0.0
			for side := range 2 {
				var sk, sn float64
				for _, r := range all[p[side]][s] {
					sk, sn = sk+r[k], sn+r[n]
				}
				if sn > 0 {
					share[side] = sk / sn
					counted++
				}
			}
			if counted == 2 {
				diff, weight = diff+share[1]-share[0], weight+1
			}
		}
		if weight > 0 {
			clusters = append(clusters, stats.Cluster{Sum: diff / weight, N: 1})
		}
	}
	return stats.PairedMean(clusters, true, alpha)
}

// hasLevel reports whether a dimension of the space has a level.
func (f *Frontier) hasLevel(dimension, level string) bool {
	for _, d := range f.Space.Dimensions {
		if d.Name == dimension {
			return slices.Contains(d.Levels, level)
		}
	}
	return false
}
