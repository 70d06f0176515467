package contextarena

import (
	"maps"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// Counts are k of n by fact type.
type Counts map[arena.FactType]Count

func (c Counts) add(t arena.FactType, hit bool) {
	n := c[t]
	n.Add(hit)
	c[t] = n
}

// scenario reads the name of one of the eight scenarios.
func (f field) scenario() Original {
	name := f.text()
	o, ok := original(name)
	if !ok && name != "" {
		var names []string
		for _, o := range originals() {
			names = append(names, o.Name)
		}
		f.fault("unknown scenario %s; want one of %s", kindOf(name), strings.Join(names, ", "))
	}
	return o
}

// name reads a name that may not be empty.
func (f field) name() string {
	s := f.text()
	if s == "" && f.ok {
		if _, ok := f.value.(string); ok {
			f.fault("is empty")
		}
	}
	return s
}

// readBenchmark reads an array of runs with their final answers. Their steps and sums aren't used.
func readBenchmark(root field, f *File) {
	for _, r := range root.list() {
		if !r.object("strategyName", "scenarioName", "steps", "finalAnswer", "correct", "totalInputTokens", "totalOutputTokens",
			"totalMemoryOverheadTokens", "totalLatencyMs", "estimatedCostUsd", "peakContextTokens") {
			continue
		}
		run := Run{Strategy: r.in("strategyName").name(), Scenario: r.in("scenarioName").scenario(), Measure: A}
		answer, passed := r.in("finalAnswer").text(), r.in("correct").yes()
		run.Answer, run.Passed = &answer, &passed
		f.Runs = append(f.Runs, run)
	}
}

// readLeaderboard reads final answers. Their summary by strategy isn't used.
func readLeaderboard(root field, f *File) {
	if !root.object("results", "leaderboard") {
		return
	}
	for _, r := range root.in("results").list() {
		if !r.object("strategyName", "scenarioName", "correct", "answer", "totalTokens", "latencyMs", "retentionByType") {
			continue
		}
		run := Run{Strategy: r.in("strategyName").name(), Scenario: r.in("scenarioName").scenario(), Measure: A}
		answer, passed := r.in("answer").text(), r.in("correct").yes()
		run.ByType = readCounts(r.in("retentionByType"))
		// A run that broke off stands there as an answer with the error, without counts.
		run.Failed = len(run.ByType) == 0 && strings.HasPrefix(answer, "ERROR:")
		if run.Failed {
			if passed {
				r.in("correct").fault("is true, but the answer is an error")
			}
		} else {
			run.Answer = &answer
			checkTypes(r.in("retentionByType"), run.ByType, run.Scenario)
		}
		run.Passed = &passed
		f.Runs = append(f.Runs, run)
	}
}

func readCounts(f field) Counts {
	o, ok := f.value.(object)
	if !ok {
		f.want("an object")
		return nil
	}
	out := Counts{}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		c := f.maybe(name)
		if !slices.Contains(arena.FactTypes, arena.FactType(name)) {
			c.fault("unknown fact type; want one of %v", arena.FactTypes)
			continue
		}
		if !c.object("retained", "total") {
			continue
		}
		n := Count{c.in("retained").count(), c.in("total").count()}
		if n.K > n.N {
			c.fault("%d retained of %d", n.K, n.N)
		}
		out[arena.FactType(name)] = n
	}
	return out
}

// checkTypes checks that the counts are over the scenario's probes.
func checkTypes(f field, have Counts, s Original) {
	want := s.types()
	for _, t := range arena.FactTypes {
		if have[t].N != want[t].N {
			f.fault("counts %d %s probes, but %s has %d", have[t].N, t, s.Name, want[t].N)
		}
	}
}

// types counts the probes of a scenario by type, as denominators.
func (o Original) types() Counts {
	out := Counts{}
	for _, fact := range o.Facts {
		out[fact.Type] = out[fact.Type].plus(Count{0, 1})
	}
	return out
}
