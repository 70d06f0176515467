package leaderboard

import (
	"fmt"
	"strconv"

	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
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
		e := exposedIn(tally.Of(r, strategy, model))
		if e.facts() == 0 {
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
			strata[s][0] = append(strata[s][0], w.lives()...)
			strata[s][1] = append(strata[s][1], o.lives()...)
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

// logRank is the table of a model.
func (r Report) logRank(model string) reports.Section {
	s := reports.Section{
		Head: []string{"strategy", "trials", "lost", "expected", "chi2", "p facts", "p", "p Holm"},
	}
	left, fewest := 0, LogRank{}
	for _, c := range r.LogRanks {
		if c.Model != model {
			continue
		}
		s.Title = "Log-rank test against " + r.label(c.Reference, c.Model) + r.Experiment.Title()
		s.Rows = append(s.Rows, reports.Row{
			c.Strategy, c.Trials, fmt.Sprintf("%.0f", c.Lost), fmt.Sprintf("%.1f", c.Expected), fmt.Sprintf("%.1f", c.Chi2),
			probability(c.AsymptoticP), probability(c.P), probability(c.Holm),
		})
		left = max(left, c.LeftOut)
		if len(s.Rows) == 1 || c.Scenarios < fewest.Scenarios {
			fewest = c
		}
	}
	out := ""
	if left > 0 {
		out = fmt.Sprintf(" (up to %d of a row left out)", left)
	}
	s.Notes = []string{fmt.Sprintf("Memory level, by cycles since exposure, within scenarios (a sample), on trials that both sides completed%s. lost: by the strategy, × repeats; expected: at the common rate. p facts takes facts for independent, but those of a trial die together: it is too small. p: sign flips over the scenarios in which both can be compared (%d at the fewest, which can't give less than %s); p Holm: over the rows.", out, fewest.Scenarios, probability(fewest.Smallest))}
	return s
}

// probability writes a p value.
func probability(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return strconv.FormatFloat(p, 'f', 4, 64)
}
