package views

import (
	"fmt"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// pages are the tables of the study, suite by suite.
func (p Proposals) pages() pages {
	out := pages{heading: "What the proposals predict, and what became of it"}
	simulated := false
	for _, s := range p.Suites {
		simulated = simulated || s.Simulated
		out.sheets = append(out.sheets, sheet{title: "What the proposals predict" + s.title()})
		for _, t := range s.Proposals {
			out.sheets = append(out.sheets, s.predictions(t))
		}
		if a := s.ablated(); len(a.rows) > 0 {
			out.sheets = append(out.sheets, a)
		}
		out.sheets = append(out.sheets, s.gains(), s.effort())
		loss := lossSheets(s.Loss, s.on())[2]
		loss.notes = append(loss.lines(), "not written: the cycle that took the message away left nothing of it; lost later: by a further cycle; not shown: in the memory, or never compacted, but not in the context; misread: in the context, answered wrong.")
		out.sheets = append(out.sheets, loss)
		if s.NotDone > 0 {
			out.warnings = append(out.warnings, fmt.Sprintf("%d trials of the %s suite were not completed: what is compared is those that both sides completed, which may be the easier ones.", s.NotDone, s.Suite))
		}
		if p.Estimand == reports.Sampled && s.Tests > 0 && smallestP(len(s.Result.Scenarios))*float64(s.Tests) > p.Alpha {
			out.warnings = append(out.warnings, fmt.Sprintf("With %d scenarios and %d tests no gain over all scenarios of the %s suite could have been told from chance: such a prediction can only be refuted there (--estimand fixed makes claims about these very scenarios).", len(s.Result.Scenarios), s.Tests, s.Suite))
		}
	}
	out.sheets = append(out.sheets, p.legend())
	if simulated {
		out.warnings = append(out.warnings, "Simulated: a sim model answered. The verdicts say what the strategies do to such a reader and what they cost; they don't show that any of them helps a real model.")
	}
	return out
}

// smallestP is the least p that a sign-flip test of n scenarios can give.
func smallestP(n int) float64 {
	p := 2.0
	for range n {
		p /= 2
	}
	return p
}

// title says what was played.
func (s ProposalSuite) title() string { return Report{Experiment: s.Experiment}.title() }

// on names the suite.
func (s ProposalSuite) on() string {
	if s.Simulated {
		return fmt.Sprintf(" (%s suite, SIMULATED)", s.Suite)
	}
	return fmt.Sprintf(" (%s suite)", s.Suite)
}

// predictions is the table of one proposal.
func (s ProposalSuite) predictions(t lab.Tested) sheet {
	out := sheet{
		title: fmt.Sprintf("%d %s: %s%s", t.Number, t.Name, t.Strategy, s.on()),
		head:  []string{"prediction", "seed", "base", "found", "gain", "p Holm", "verdict"},
	}
	if t.Strategy == "" {
		out.title = fmt.Sprintf("%d %s%s", t.Number, t.Name, s.on())
	}
	if t.Elsewhere != "" {
		out.notes = append(out.notes, "See "+t.Elsewhere+": what this proposal predicts is tested there.")
	}
	for _, q := range t.Outcomes {
		out.rows = append(out.rows, []string{
			predicted(q, t.Strategy), seedSays(q), oneSide(q, q.Baseline), oneSide(q, q.Measured), gainOf(q), reports.P(q.Holm), string(q.Verdict),
		})
		if q.Finding == stats.NotDelivered {
			out.notes = append(out.notes, fmt.Sprintf("%s: not delivered: %s.", predicted(q, t.Strategy), delivered(q.Delivery)))
		}
	}
	if t.Strategy == "" {
		for _, q := range t.Predictions {
			out.rows = append(out.rows, []string{q.Of, seedSays(lab.Outcome{Prediction: q}), "–", "–", "–", "–", "see " + t.Elsewhere})
		}
	}
	return out
}

// ablated is what is found of the predictions with mechanisms of the simulated model off.
func (s ProposalSuite) ablated() sheet {
	out := sheet{
		title: "What the findings hang on" + s.on(),
		head:  []string{"prediction", "finding", "all off", "gain,\nall off", "assumed by"},
		notes: []string{"all off: the same on sim:exact. assumed by: the fewest mechanisms without which the finding is another; of several sets as small all; all together: no smaller set that was played. With all off the model forgets nothing, so no gain in retention outlasts that; what tells is whether fewer suffice."},
	}
	for _, t := range s.Proposals {
		for _, q := range t.Outcomes {
			e := q.Exact()
			if e == nil {
				continue
			}
			what := predicted(q, t.Strategy)
			if q.Strategy == t.Strategy {
				what = t.Strategy + " " + what
			}
			out.rows = append(out.rows, []string{what, string(q.Finding), string(e.Finding), changePoints(e.Gain), reports.OrDash(assumedBy(q))})
		}
	}
	return out
}

// predicted is what a prediction is about.
func predicted(q lab.Outcome, strategy string) string {
	var parts []string
	if q.Strategy != strategy {
		parts = append(parts, q.Strategy)
	}
	of := q.Of
	switch q.Of {
	case "write", "total":
		of += " tokens"
	}
	parts = append(parts, of)
	for _, id := range q.Prediction.Scenarios {
		parts = append(parts, "in", strings.ReplaceAll(id, "-", " "))
	}
	return strings.Join(parts, " ")
}

// seedSays is what the document predicts.
func seedSays(q lab.Outcome) string {
	p := q.Prediction
	switch {
	case p.Gain != 0:
		return fmt.Sprintf("+%g", p.Gain)
	case p.Within > 0:
		return fmt.Sprintf("±%g", p.Within)
	case p.AtMost > 0:
		return fmt.Sprintf("≤%g×", p.AtMost)
	case len(p.Target) == 2:
		return fmt.Sprintf("%g→%g–%g", *p.Baseline, p.Target[0], p.Target[1])
	}
	return fmt.Sprintf("%g→%g", *p.Baseline, p.Target[0])
}

// oneSide is what was measured of one strategy.
func oneSide(q lab.Outcome, m lab.Measured) string {
	switch {
	case m.Mean == nil:
		return "–"
	case q.Cost():
		return reports.Brief(*m.Mean)
	}
	return sharePercent(m)
}

// sharePercent is a share with how far its interval reaches.
func sharePercent(m lab.Measured) string {
	if m.Mean == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f", 100**m.Mean) + reach(m, 100, "%.0f")
}

// reach is how far an interval reaches, on its longer side; † stands for none.
func reach(m lab.Measured, times float64, format string) string {
	if m.Low == nil {
		return "†"
	}
	return "±" + fmt.Sprintf(format, times*max(*m.High-*m.Mean, *m.Mean-*m.Low))
}

func gainOf(q lab.Outcome) string {
	switch {
	case q.Gain.Mean == nil:
		return "–"
	case q.Cost():
		return fmt.Sprintf("%.2f", *q.Gain.Mean) + reach(q.Gain, 1, "%.2f") + "×"
	}
	return changePoints(q.Gain)
}

func changePoints(m lab.Measured) string {
	if m.Mean == nil {
		return "–"
	}
	return contrast.Share.Change(m.Mean) + reach(m, 100, "%.1f")
}

// gains is what each strategy gains over the others.
func (s ProposalSuite) gains() sheet {
	out := sheet{
		title: "Gain in answer retention over" + s.on(),
		head:  []string{"strategy"},
		notes: []string{"Points, paired by scenario and repeat; the p of these are not corrected and stand in the json form."},
	}
	for _, t := range s.Proposals {
		if len(t.Rivals) == 0 {
			continue
		}
		row := []string{t.Strategy}
		for _, r := range t.Rivals {
			if len(out.rows) == 0 {
				out.head = append(out.head, r.Against)
			}
			row = append(row, changePoints(r.Gain))
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// effort is what the memories cost to keep.
func (s ProposalSuite) effort() sheet {
	out := sheet{
		title: "What the memory costs" + s.on(),
		head:  []string{"strategy", "cycles", "calls a\ncycle", "seed says", "write\na cycle", "write ×", "total ×"},
		notes: []string{"Means of completed trials. calls, write: of the memory's upkeep, write in tokens. ×: of rlm's tokens, geometric mean over scenarios ± reach of 95 % interval; total: with the dialogue and the final task."},
	}
	for _, e := range s.Efforts {
		out.rows = append(out.rows, []string{
			e.Strategy, fmt.Sprintf("%.1f", e.Cycles), decimals(e.CallsPerCycle), reports.OrDash(e.Says), contrast.Tokens.Amount(e.WritePerCycle), times2(e.Write), times2(e.Total),
		})
	}
	return out
}

func decimals(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *x)
}

func times2(m lab.Measured) string {
	if m.Mean == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *m.Mean) + reach(m, 1, "%.2f")
}

// legend says once how the tables are to be read.
func (p Proposals) legend() sheet {
	tests := make([]string, len(p.Suites))
	for i, s := range p.Suites {
		tests[i] = fmt.Sprintf("%d on the %s suite", s.Tests, s.Suite)
	}
	return sheet{title: "How to read the predictions", notes: []string{
		fmt.Sprintf("Retention at the %s level, current and derived probes, %%; gains in points, a cost's as a ratio; ± is how far the %.4g %% interval reaches, on its longer side. seed: the document's baseline and target, or its gain, or how little is to change. base: rlm, found: the strategy, both as measured here. %s, except claims about one scenario, whose intervals are over repeats. †: no interval.", arena.LevelAnswer, 100*(1-p.Alpha), strings.ToUpper(string(p.Estimand[:1]))+string(p.Estimand[1:])),
		fmt.Sprintf("p Holm: of no gain, corrected for all tests of a suite (%s). supported: told from chance, and the measured value reaches the target; not supported: its interval lies short of it; not delivered: of less than half of the replies that the strategy asked for a form something could be used; premise false: the measured baseline is there already and isn't where the document has it; assumed by the simulator: another finding once mechanisms of the simulated model are off. docs/proposals.md has the rules.", strings.Join(tests, ", ")),
	}}
}
