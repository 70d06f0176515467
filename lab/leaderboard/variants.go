package leaderboard

import (
	"fmt"
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Variation says how far a strategy's answer retention moves between scenarios and variants of
// them that differ in something that shouldn't matter. Headline probes are paired by their ids;
// several variants of one scenario by the same change are averaged.
type Variation struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Change   string         `json:"change"`
	Variants int            `json:"variants"`
	Original reports.Figure `json:"original"` // of the probes that are paired
	Variant  reports.Figure `json:"variant"`
	Moved    reports.Figure `json:"moved"` // variant − original, mean over probes; its interval is over scenarios
	// Size is the distance between a variant's share of kept probes and the original's, either way,
	// its mean over scenarios by their probes.
	Size reports.Figure `json:"size"`
	// Chance is what Size would be if the change didn't matter and repeats differed independently:
	// the mean of √(2/π)·sd of a difference of means of as many repeats, taken as normal. Equal
	// repeats share a seed, so a size below it is no surprise. Null with one repeat.
	Chance *float64 `json:"chance" jsonschema:"oneof_type=number;null"`
}

// variations are one for every strategy, model and change, in the plan's order and changes by
// name.
func variations(r lab.Result) []Variation {
	var changes []string
	for _, s := range r.Scenarios {
		if s.VariantOf != "" && !slices.Contains(changes, s.Change) {
			changes = append(changes, s.Change)
		}
	}
	slices.Sort(changes)
	var out []Variation
	for _, t := range tally.All(r) {
		for _, change := range changes {
			if v, ok := variation(t, change); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// variation compares the variants by one change with their originals. It reports false if no
// original was played beside its variant.
func variation(t tally.Tally, change string) (Variation, bool) {
	out := Variation{Strategy: t.Strategy, Model: t.Model, Change: change}
	completed := make([]int, len(t.Scenarios))
	for s := range t.Completed() {
		completed[s]++
	}
	var was, is, moved, size []stats.Cluster
	var chance stats.Cluster
	chances, left := 0, 0
	for o, original := range t.Scenarios {
		before := shares(t, o)
		var a, b, diff, distance stats.Cluster
		pairs := 0
		for v, variant := range t.Scenarios {
			if variant.VariantOf != original.ID || variant.Change != change {
				continue
			}
			left += t.Repeats - completed[v]
			after := shares(t, v)
			var x, y, n float64
			for _, p := range original.Probes {
				if p1, ok := before[p.ID]; ok {
					if p2, ok := after[p.ID]; ok {
						x, y, n = x+p1, y+p2, n+1
					}
				}
			}
			if n == 0 {
				continue
			}
			out.Variants++
			pairs++
			a, b, diff = plus(a, x, n), plus(b, y, n), plus(diff, y-x, n)
			distance = plus(distance, math.Abs(y-x), n)
			if sd, ok := chanceOf(t, o, v); ok {
				chance, chances = plus(chance, n*math.Sqrt(2/math.Pi)*sd, n), chances+1
			}
		}
		if pairs == 0 {
			continue
		}
		left += t.Repeats - completed[o]
		k := float64(pairs)
		was, is, moved = append(was, over(a, k)), append(is, over(b, k)), append(moved, over(diff, k))
		size = append(size, over(distance, k))
	}
	if len(moved) == 0 {
		return out, false
	}
	about := t.About(arena.LevelAnswer, reports.Sampled)
	about.LeftOut = left
	out.Original = reports.FigureOf(stats.ClusterMean(was, tally.Alpha), about)
	out.Variant = reports.FigureOf(stats.ClusterMean(is, tally.Alpha), about)
	out.Moved = reports.FigureOf(stats.PairedMean(moved, true, tally.Alpha), about)
	out.Size = reports.FigureOf(stats.ClusterMean(size, tally.Alpha), about)
	if chances == out.Variants {
		mean := chance.Sum / chance.N
		out.Chance = &mean
	}
	return out, true
}

func plus(c stats.Cluster, sum, n float64) stats.Cluster {
	return stats.Cluster{Sum: c.Sum + sum, N: c.N + n}
}

func over(c stats.Cluster, k float64) stats.Cluster { return stats.Cluster{Sum: c.Sum / k, N: c.N / k} }

// shares are, by headline probe of a scenario, the share of its repeats that kept it.
func shares(t tally.Tally, scenario int) map[string]float64 {
	out := map[string]float64{}
	for i, p := range t.Scenarios[scenario].Probes {
		if !tally.Headline(p) {
			continue
		}
		var kept, n float64
		for _, trial := range t.Trials[scenario] {
			if i >= len(trial.Score.Findings) {
				continue
			}
			if v := keptAt(trial.Score.Findings[i], arena.LevelAnswer); v.Counts {
				n++
				if v.Yes {
					kept++
				}
			}
		}
		if n > 0 {
			out[p.ID] = kept / n
		}
	}
	return out
}

// chanceOf is the standard deviation of the difference of two scenarios' means that repeats alone
// explain; false if either has only one.
func chanceOf(t tally.Tally, a, b int) (float64, bool) {
	var variance float64
	for _, s := range []int{a, b} {
		var x []float64
		for _, trial := range t.Trials[s] {
			if mean, ok := drawn(t.Scenarios[s], trial); ok {
				x = append(x, mean)
			}
		}
		if len(x) < 2 {
			return 0, false
		}
		variance += spreadOf(x) / float64(len(x))
	}
	return math.Sqrt(variance), true
}

// spreadOf is the sample variance.
func spreadOf(x []float64) float64 {
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	mean := sum / float64(len(x))
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return squares / float64(len(x)-1)
}

// variantSections is empty, if other views are shown too, where there is nothing to say.
func (r Report) variantSections() []reports.Section {
	s := reports.Section{
		Title: "Variants: what moves the answer figure though it shouldn't, %" + r.Experiment.Title(),
		Head:  []string{"strategy", "change", "original", "variant", "moved", "size", "chance"},
		Notes: []string{"moved: variant − original in points, current and derived probes paired; size: how far a scenario's figure moves, either way; chance: the size to be expected if the change didn't matter and repeats differed independently (– with one repeat). Equal repeats share a seed, so sizes below it are no surprise."},
	}
	for _, v := range r.Variations {
		s.Rows = append(s.Rows, reports.Row{
			r.label(v.Strategy, v.Model), v.Change, v.Original.Narrow(), v.Variant.Narrow(), v.Moved.Narrow(), v.Size.Narrow(), points(v.Chance),
		})
	}
	if len(s.Rows) == 0 {
		if len(r.ask.Views) > 1 {
			return nil
		}
		s.Notes = []string{"No scenario of this experiment was played beside a variant of it. arena scenarios vary makes variants; arena run --suite variants plays them with their originals."}
	}
	return []reports.Section{s}
}

// related warns that variants and their originals are no independent scenarios.
func related(ss []*arena.Scenario) []string {
	variants := 0
	for _, s := range ss {
		if s.VariantOf != "" {
			variants++
		}
	}
	if variants == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s are variants of others: intervals over scenarios take them for independent and are too narrow, but for those of the view variants.", variants, reports.Plural(len(ss), "scenario"))}
}
