package stats

// Components splits the variance of a trial's mean by where it arises. A component is nil where the
// design can't tell it apart; the note says into which other one it went.
type Components struct {
	Mean             float64  // over scenarios, each the mean of its repeats, each of its answers
	Scenario         *float64 // variance between scenarios
	Repeat           *float64 // between repeats of one scenario: what the strategy wrote
	Answer           *float64 // between answers asked again of the same frozen state
	Note             string
	Scenarios, Draws int // scenarios with values; values in all
}

// VarianceComponents estimates nested random effects from trial means x[scenario][repeat][answer] by
// equating mean squares to their expectations, with the coefficients for unequal numbers (Searle,
// Casella & McCulloch 1992, chapter 3). Estimates below zero, which unbiased ones must sometimes
// be, are set to 0 and noted. Empty scenarios and repeats don't count. Answers that were shared
// through a cache aren't independent and must be left out by the caller.
func VarianceComponents(x [][][]float64) Components {
	var c Components
	var all, repeats float64     // values, repeats
	var withinR, withinS float64 // sums of squares about the mean of the repeat, of the scenario
	var sizeR, sizeRall float64  // Σ n²/n(scenario), Σ n² over repeats
	var sizeS float64            // Σ n² over scenarios
	var sums []Cluster           // by scenario
	for _, scenario := range x {
		var s Cluster
		var means, squares, count float64
		for _, answers := range scenario {
			if len(answers) == 0 {
				continue
			}
			n, m := float64(len(answers)), mean(answers)
			count, means = count+1, means+m
			squares += n * n
			s.Sum, s.N = s.Sum+n*m, s.N+n
			for _, v := range answers {
				withinR += (v - m) * (v - m)
			}
		}
		if s.N == 0 {
			continue
		}
		for _, answers := range scenario {
			if len(answers) > 0 {
				d := mean(answers) - s.Sum/s.N
				withinS += float64(len(answers)) * d * d
			}
		}
		c.Mean += means / count
		all, repeats = all+s.N, repeats+count
		sizeR, sizeRall, sizeS = sizeR+squares/s.N, sizeRall+squares, sizeS+s.N*s.N
		sums = append(sums, s)
	}
	c.Scenarios, c.Draws = len(sums), int(all)
	if c.Scenarios == 0 {
		c.Note = "nothing to count"
		return c
	}
	scenarios := float64(c.Scenarios)
	c.Mean /= scenarios
	grand, between := 0.0, 0.0
	for _, s := range sums {
		grand += s.Sum / all
	}
	for _, s := range sums {
		between += s.N * (s.Sum/s.N - grand) * (s.Sum/s.N - grand)
	}
	set := func(name string, v float64) *float64 {
		if v < 0 {
			c.Note = join(name+" estimated below zero: set to 0", c.Note)
			v = 0
		}
		return &v
	}
	var answer, repeat float64
	hasAnswer, hasRepeat := all > repeats, repeats > scenarios
	if hasAnswer {
		answer = withinR / (all - repeats)
		c.Answer = set("answer", answer)
	}
	if hasRepeat {
		repeat = (withinS/(repeats-scenarios) - answer) * (repeats - scenarios) / (all - sizeR)
		c.Repeat = set("repeat", repeat)
	}
	if c.Scenarios > 1 {
		rest := answer + repeat*(sizeR-sizeRall/all)/(scenarios-1)
		c.Scenario = set("scenario", (between/(scenarios-1)-rest)*(scenarios-1)/(all-sizeS/all))
	}
	switch {
	case hasRepeat && !hasAnswer:
		c.Note = join("one answer per repeat: repeat holds both", c.Note)
	case c.Scenarios == 1:
	case hasAnswer && !hasRepeat:
		c.Note = join("one repeat: scenario holds repeat too", c.Note)
	case !hasRepeat:
		c.Note = join("one repeat and one answer: scenario holds all three", c.Note)
	}
	if c.Scenarios == 1 {
		c.Note = join("one scenario: nothing between scenarios", c.Note)
	}
	return c
}
