package frontier

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// Units of cost.
const (
	USD    = "USD"
	Tokens = "tokens"
)

// sums is what a point's completed trials add up.
type sums struct {
	trials         float64
	tasks, passed  float64         // of the scenarios that have one
	kept, asked    float64         // of the headline's probes
	types          []stats.Cluster // the same of each fact type
	usd, tokens    Charge
	latency, timed float64 // seconds of a question, in so many trials
	unpriced, free bool    // one of them has no price, or cost nothing
}

// add counts a trial, if it was completed.
func (s *sums) add(t lab.Shown, sc *arena.Scenario) {
	if !t.Completed() {
		return
	}
	s.trials++
	if !sc.Taskless() {
		s.tasks++
	}
	if t.Passed {
		s.passed++
	}
	if s.types == nil {
		s.types = make([]stats.Cluster, len(arena.FactTypes))
	}
	for i, p := range sc.Probes {
		if i >= len(t.Results) || !tally.Headline(p) || !t.Results[i].Counts() {
			continue
		}
		of := &s.types[slices.Index(arena.FactTypes, p.Type)]
		s.asked, of.N = s.asked+1, of.N+1
		if t.Results[i] == probes.Kept {
			s.kept, of.Sum = s.kept+1, of.Sum+1
		}
	}
	w, r, q := t.Cost.Write, t.Cost.Read, t.PerQuestion()
	s.usd.add(w.USD, r.USD, q.USD)
	s.tokens.add(float64(w.Tokens()), float64(r.Tokens()), float64(q.Tokens()))
	if t.Latency > 0 {
		s.latency, s.timed = s.latency+t.Latency.Seconds(), s.timed+1
	}
	s.unpriced, s.free = s.unpriced || !t.Cost.Priced, s.free || t.Cost.Write.USD+t.Cost.Read.USD <= 0
}

// unitOf is what costs are counted in: USD, unless a model has no price or a trial cost nothing. Of
// costs the logarithm is taken, and what is free can't be compared with what isn't.
func unitOf(all []sums) string {
	if slices.ContainsFunc(all, func(s sums) bool { return s.unpriced || s.free }) {
		return Tokens
	}
	return USD
}

// measured reports whether there is anything to go by.
func (s sums) measured() bool { return s.asked > 0 }

// retention is the share kept; NaN if nothing was asked.
func (s sums) retention() float64 { return s.kept / s.asked }

// cost is a conversation's, write and read.
func (s sums) cost(unit string) float64 {
	c := s.spent(unit)
	return (c.Write + c.Read) / s.trials
}

// spent is what all trials cost.
func (s sums) spent(unit string) Charge {
	if unit == Tokens {
		return s.tokens
	}
	return s.usd
}

// charge is a conversation's cost by who asks.
func (s sums) charge(unit string) Charge {
	c := s.spent(unit)
	return Charge{c.Write / s.trials, c.Read / s.trials, c.Question / s.trials}
}

// over adds up a point's trials on scenarios.
func (s Swept) over(point int, scenarios ...*arena.Scenario) sums {
	var out sums
	for _, sc := range scenarios {
		for _, t := range s.trials(point, sc) {
			out.add(t, sc)
		}
	}
	return out
}

// byScenario adds up a point's trials on each scenario.
func (s Swept) byScenario(point int, scenarios []*arena.Scenario) []sums {
	var out []sums
	for _, sc := range scenarios {
		out = append(out, s.over(point, sc))
	}
	return out
}

// clustered is the mean of a share over scenarios, with the interval over them as a sample.
func clustered(scenarios []sums, repeats int, share func(sums) (part, whole float64)) stats.Estimate {
	return stats.ClusterMean(clusters(scenarios, repeats, share), alpha)
}

// clusters are a share on each scenario, its repeats averaged.
func clusters(scenarios []sums, repeats int, share func(sums) (part, whole float64)) []stats.Cluster {
	var out []stats.Cluster
	for _, s := range scenarios {
		part, whole := share(s)
		out = append(out, stats.Cluster{Sum: part / float64(repeats), N: whole / float64(repeats)})
	}
	return out
}

func keptOf(s sums) (part, whole float64)   { return s.kept, s.asked }
func passedOf(s sums) (part, whole float64) { return s.passed, s.tasks }
