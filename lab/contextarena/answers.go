package contextarena

import (
	"math"
	"strings"

	"contextarena.internal/arena"
)

// Counts are k of n by fact type.
type Counts map[arena.FactType]Count

// scenario reads the name of one of the eight scenarios.
func (f field) scenario() Original {
	name := f.text()
	o, ok := original(name)
	if !ok && name != "" {
		var names []string
		for _, o := range originals {
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

// readBenchmark reads an array of runs with their steps and final answers.
func readBenchmark(root field, f *File) {
	for _, r := range root.list() {
		if !r.object("strategyName", "scenarioName", "steps", "finalAnswer", "correct", "totalInputTokens", "totalOutputTokens",
			"totalMemoryOverheadTokens", "totalLatencyMs", "estimatedCostUsd", "peakContextTokens") {
			continue
		}
		run := Run{Strategy: r.in("strategyName").name(), Scenario: r.in("scenarioName").scenario(), Measure: A}
		answer, passed := r.in("finalAnswer").text(), r.in("correct").yes()
		run.Answer, run.Passed = &answer, &passed
		readSteps(r)
		f.Runs = append(f.Runs, run)
	}
}

// readSteps checks the steps of a run and what was summed up from them. The cost is at the
// prices that the original used for every model.
func readSteps(r field) {
	var input, output, overhead, peak int
	var latency float64
	steps := r.in("steps").list()
	for i, s := range steps {
		if !s.object("step", "inputTokens", "outputTokens", "latencyMs", "memoryOverheadTokens") {
			continue
		}
		s.in("step").equals(i+1, "the steps are numbered from 1")
		in := s.in("inputTokens").count()
		input, peak = input+in, max(peak, in)
		output += s.in("outputTokens").count()
		overhead += s.in("memoryOverheadTokens").count()
		latency += s.in("latencyMs").amount()
	}
	r.in("totalInputTokens").equals(input, "the steps sum to")
	r.in("totalOutputTokens").equals(output, "the steps sum to")
	r.in("totalMemoryOverheadTokens").equals(overhead, "the steps sum to")
	r.in("totalLatencyMs").near(latency, "the steps sum to")
	r.in("peakContextTokens").equals(peak, "the greatest inputTokens of a step is")
	const inputUSD, outputUSD = 0.80e-6, 4.00e-6
	r.in("estimatedCostUsd").near(float64(input+overhead)*inputUSD+float64(output)*outputUSD, "at 0.80 and 4.00 USD a million tokens that is")
}

// readLeaderboard reads final answers and their summary by strategy.
func readLeaderboard(root field, f *File) {
	if !root.object("results", "leaderboard") {
		return
	}
	var order []string
	sums := map[string]*leaderboardSum{}
	for _, r := range root.in("results").list() {
		if !r.object("strategyName", "scenarioName", "correct", "answer", "totalTokens", "latencyMs", "retentionByType") {
			continue
		}
		run := Run{Strategy: r.in("strategyName").name(), Scenario: r.in("scenarioName").scenario(), Measure: A}
		answer, passed := r.in("answer").text(), r.in("correct").yes()
		tokens, latency := r.in("totalTokens").count(), r.in("latencyMs").amount()
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
		s := sums[run.Strategy]
		if s == nil {
			s = &leaderboardSum{byType: Counts{}}
			sums[run.Strategy] = s
			order = append(order, run.Strategy)
		}
		s.add(run, tokens, latency)
	}
	if len(root.fs.list) == 0 {
		readSummary(root.in("leaderboard"), order, sums)
	}
}

func readCounts(f field) Counts {
	o, ok := f.value.(object)
	if !ok {
		f.want("an object")
		return nil
	}
	out := Counts{}
	for _, m := range o {
		c := f.maybe(m.name)
		if !knownType(c, m.name) || !c.object("retained", "total") {
			continue
		}
		n := Count{c.in("retained").count(), c.in("total").count()}
		if n.K > n.N {
			c.fault("%d retained of %d", n.K, n.N)
		}
		out[arena.FactType(m.name)] = n
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

// leaderboardSum is what a leaderboard row was computed from.
type leaderboardSum struct {
	passed, runs int
	tokens       int
	latency      float64
	byType       Counts
}

func (s *leaderboardSum) add(r Run, tokens int, latency float64) {
	s.runs++
	s.tokens += tokens
	s.latency += latency
	if *r.Passed {
		s.passed++
	}
	for t, c := range r.ByType {
		s.byType[t] = s.byType[t].plus(c)
	}
}

// readSummary checks the leaderboard against the runs.
func readSummary(f field, order []string, sums map[string]*leaderboardSum) {
	seen := map[string]bool{}
	for _, r := range f.list() {
		if !r.object("strategy", "accuracy", "scenariosCorrect", "totalScenarios", "avgTokens", "avgLatencyMs", "overallRetention", "retentionByType") {
			continue
		}
		name := r.in("strategy").name()
		s := sums[name]
		if s == nil || seen[name] {
			r.in("strategy").fault("%s has no runs in results, or another row here", kindOf(name))
			continue
		}
		seen[name] = true
		n := float64(s.runs)
		r.in("scenariosCorrect").equals(s.passed, "its runs in results have")
		r.in("totalScenarios").equals(s.runs, "its runs in results are")
		r.in("accuracy").near(float64(s.passed)/n, "by its runs it is")
		r.in("avgTokens").near(float64(s.tokens)/n, "by its runs it is")
		r.in("avgLatencyMs").near(s.latency/n, "by its runs it is")
		var all Count
		byType := r.in("retentionByType")
		names := make([]string, 0, len(s.byType))
		for _, t := range arena.FactTypes {
			if c, ok := s.byType[t]; ok {
				all = all.plus(c)
				names = append(names, string(t))
				byType.in(string(t)).near(c.share(), "by its runs it is")
			}
		}
		byType.object(names...)
		r.in("overallRetention").near(all.share(), "by its runs it is")
	}
	for _, name := range order {
		if !seen[name] {
			f.fault("has no row for %s, which has runs in results", kindOf(name))
		}
	}
}

// share is k/n, 0 of nothing.
func (c Count) share() float64 { return float64(c.K) / math.Max(1, float64(c.N)) }

func knownType(f field, name string) bool {
	for _, t := range arena.FactTypes {
		if string(t) == name {
			return true
		}
	}
	f.fault("unknown fact type; want one of %s", typeNames())
	return false
}

func typeNames() string {
	var names []string
	for _, t := range arena.FactTypes {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}
