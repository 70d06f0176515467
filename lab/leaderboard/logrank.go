package leaderboard

import (
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/stats"
)

// LogRank compares how fast two strategies lose exposed facts, by cycles since exposure, within
// scenarios, on the trials that both completed.
type LogRank struct {
	Strategy  string `json:"strategy"`
	Reference string `json:"reference"`
	Model     string `json:"model"`
	Trials    int    `json:"trials"`   // of each side: scenario × repeat completed by both
	LeftOut   int    `json:"left_out"` // planned scenario × repeat that one side or both did not complete
	// Lost facts of Strategy, × repeats, and how many it would have lost at the rate of both.
	Lost     float64 `json:"lost"`
	Expected float64 `json:"expected"`
	Chi2     float64 `json:"chi2"`
	// AsymptoticP takes facts for independent, but those of a trial die together: it is too small.
	AsymptoticP float64 `json:"asymptotic_p"`
	// P is the sign-flip test's over scenarios, Holm that over the comparisons with one model.
	// Smallest is the least P that so many scenarios can give.
	P         float64 `json:"p"`
	Holm      float64 `json:"p_holm"`
	Smallest  float64 `json:"p_smallest"`
	Scenarios int     `json:"scenarios"` // in which the two can be compared
}

// logRanks compares the candidates of a model that have exposed facts with the first of them, in
// the plan's order. Controls are yardsticks and compared with nothing.
func logRanks(r lab.Result, model string) []LogRank {
	var reference *exposed
	var out []LogRank
	var p []float64
	name := ""
	for _, strategy := range r.Planned.Strategies {
		if lab.IsControl(strategy) {
			continue
		}
		e := exposedIn(tally.Of(r, strategy, model)).group(groupAll)
		if !e.any() {
			continue
		}
		if reference == nil {
			reference, name = &e, strategy
			continue
		}
		row := e.against(*reference)
		row.Strategy, row.Reference, row.Model = strategy, name, model
		out, p = append(out, row), append(p, row.P)
	}
	for i, adjusted := range stats.Holm(p) {
		out[i].Holm = adjusted
	}
	return out
}

// against compares two strategies of one experiment.
func (e exposed) against(reference exposed) LogRank {
	out := LogRank{LeftOut: len(e.Scenarios) * e.Repeats}
	strata := make([][][]stats.Life, len(e.seen))
	for s := range e.seen {
		other := map[int]watched{}
		for _, w := range reference.seen[s] {
			other[w.repeat] = w
		}
		strata[s] = make([][]stats.Life, 2)
		for _, w := range e.seen[s] {
			o, both := other[w.repeat]
			if !both {
				continue
			}
			out.Trials++
			strata[s][0] = append(strata[s][0], byCycles(w)...)
			strata[s][1] = append(strata[s][1], byCycles(o)...)
		}
	}
	out.LeftOut -= out.Trials
	test := stats.LogRank(strata)
	flips := stats.FlipSigns(test.Differences, seed)
	out.Lost, out.Expected = test.Observed[0], test.Expected[0]
	out.Chi2, out.AsymptoticP = test.Chi2, test.P
	out.P, out.Smallest, out.Scenarios = flips.P, flips.Smallest, flips.Units
	return out
}

func byCycles(w watched) []stats.Life {
	var out []stats.Life
	for _, s := range w.spells {
		l, _ := s.Life(probes.ByCycles)
		out = append(out, l)
	}
	return out
}
