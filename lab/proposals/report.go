package proposals

import (
	"fmt"
	"math"
	"strings"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Document is the study as a report, suite by suite.
func (s Study) Document() reports.Document {
	d := reports.Document{Title: "What the proposals predict, and what became of it", Data: s, Records: s.records()}
	for _, suite := range s.Suites {
		d.Simulated = d.Simulated || suite.Simulated
		d.Sections = append(d.Sections, suite.sections()...)
		if suite.NotDone > 0 {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%d trials of the %s suite were not completed: what is compared is those that both sides completed, which may be the easier ones.", suite.NotDone, suite.Suite))
		}
		n := len(suite.Experiment.Plan.Scenarios)
		if s.Estimand == reports.Sampled && suite.Tests > 0 && smallestP(n)*float64(suite.Tests) > s.Alpha {
			d.Warnings = append(d.Warnings, fmt.Sprintf("With %d scenarios and %d tests no gain over all scenarios of the %s suite could have been told from chance: such a prediction can only be refuted there (--estimand fixed makes claims about these very scenarios).", n, suite.Tests, suite.Suite))
		}
	}
	d.Sections = append(d.Sections, s.legend())
	if d.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: a sim model answered. The verdicts say what the strategies do to such a reader and what they cost; they don't show that any of them helps a real model.")
	}
	for i := range d.Sections {
		d.Sections[i].Widths = []int{18, 12}
	}
	return d
}

// smallestP is the least p that a sign-flip test of n scenarios can give.
func smallestP(n int) float64 { return 2 * math.Pow(0.5, float64(n)) }

// sections are the tables of a suite.
func (s Suite) sections() []reports.Section {
	out := []reports.Section{{Title: "What the proposals predict" + s.Experiment.Title()}}
	for _, t := range s.Proposals {
		out = append(out, s.predictions(t))
	}
	if a := s.ablated(); len(a.Rows) > 0 {
		out = append(out, a)
	}
	loss := tally.LossShares(s.Loss, s.on())
	loss.Notes = append(loss.Notes, "not written: the cycle that took the message away left nothing of it; lost later: by a further cycle; not shown: in the memory, or never compacted, but not in the context; misread: in the context, answered wrong.")
	return append(out, s.gains(), s.effort(), loss)
}

// on names the suite.
func (s Suite) on() string {
	return fmt.Sprintf(" (%s suite%s)", s.Suite, reports.Simulated(s.Simulated))
}

// predictions is the table of one proposal.
func (s Suite) predictions(t Tested) reports.Section {
	out := reports.Section{
		Title: fmt.Sprintf("%d %s: %s%s", t.Number, t.Name, t.Strategy, s.on()),
		Head:  []string{"prediction", "seed", "base", "found", "gain", "p Holm", "verdict"},
	}
	if t.Elsewhere != "" {
		out.Notes = append(out.Notes, "See "+t.Elsewhere+": what this proposal predicts is tested there.")
	}
	for _, q := range t.Outcomes {
		out.Rows = append(out.Rows, reports.Row{
			q.About(t.Strategy), q.Says(), q.oneSide(q.Baseline), q.oneSide(q.Measured), q.gained(), reports.P(q.Holm), q.Verdict,
		})
		if q.Finding == stats.NotDelivered {
			out.Notes = append(out.Notes, fmt.Sprintf("%s: not delivered: %s.", q.About(t.Strategy), tally.Delivered(q.Delivery)))
		}
	}
	if t.Strategy == "" {
		out.Title = fmt.Sprintf("%d %s%s", t.Number, t.Name, s.on())
		for _, q := range t.Predictions {
			out.Rows = append(out.Rows, reports.Row{q.Of, q.Says(), "–", "–", "–", "–", "see " + t.Elsewhere})
		}
	}
	return out
}

// ablated is what is found of the predictions with mechanisms of the simulated model off.
func (s Suite) ablated() reports.Section {
	out := reports.Section{
		Title: "What the findings hang on" + s.on(),
		Head:  []string{"prediction", "finding", "all off", "gain,\nall off", "assumed by"},
		Notes: []string{"all off: the same on sim:exact. assumed by: the fewest mechanisms without which the finding is another; of several sets as small all; all together: no smaller set that was played. With all off the model forgets nothing, so no gain in retention outlasts that; what tells is whether fewer suffice."},
	}
	for _, t := range s.Proposals {
		for _, q := range t.Outcomes {
			e := q.Exact()
			if e == nil {
				continue
			}
			what := q.About(t.Strategy)
			if q.Strategy == t.Strategy {
				what = t.Strategy + " " + what
			}
			out.Rows = append(out.Rows, reports.Row{what, q.Finding, e.Finding, points(e.Gain), reports.OrDash(q.assumedBy())})
		}
	}
	return out
}

// gains is what each strategy gains over the others.
func (s Suite) gains() reports.Section {
	out := reports.Section{
		Title: "Gain in answer retention over" + s.on(),
		Head:  []string{"strategy"},
		Notes: []string{"Points, paired by scenario and repeat; the p of these are not corrected and stand in the json form."},
	}
	for _, t := range s.Proposals {
		if len(t.Rivals) == 0 {
			continue
		}
		row := reports.Row{t.Strategy}
		for _, r := range t.Rivals {
			if len(out.Rows) == 0 {
				out.Head = append(out.Head, r.Against)
			}
			row = append(row, points(r.Gain))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// effort is what the memories cost to keep.
func (s Suite) effort() reports.Section {
	out := reports.Section{
		Title: "What the memory costs" + s.on(),
		Head:  []string{"strategy", "cycles", "calls a\ncycle", "seed says", "write\na cycle", "write ×", "total ×"},
		Notes: []string{"Means of completed trials. calls, write: of the memory's upkeep, write in tokens. ×: of rlm's tokens, geometric mean over scenarios ± reach of 95 % interval; total: with the dialogue and the final task."},
	}
	for _, e := range s.Efforts {
		calls, write := "–", "–"
		if e.CallsPerCycle != nil {
			calls, write = fmt.Sprintf("%.2f", *e.CallsPerCycle), reports.Thousands(*e.WritePerCycle)
		}
		out.Rows = append(out.Rows, reports.Row{
			e.Strategy, fmt.Sprintf("%.1f", e.Cycles), calls, reports.OrDash(e.Says), write, plusMinus(e.Write, 1, "%.2f"), plusMinus(e.Total, 1, "%.2f"),
		})
	}
	return out
}

// legend says once how the tables are to be read.
func (s Study) legend() reports.Section {
	tests := make([]string, len(s.Suites))
	for i, suite := range s.Suites {
		tests[i] = fmt.Sprintf("%d on the %s suite", suite.Tests, suite.Suite)
	}
	return reports.Section{Title: "How to read the predictions", Notes: []string{
		fmt.Sprintf("Retention at the %s level, current and derived probes, %%; gains in points, a cost's as a ratio; ± is how far the %.4g %% interval reaches, on its longer side. seed: the document's baseline and target, or its gain, or how little is to change. base: rlm, found: the strategy, both as measured here. %s, except claims about one scenario, whose intervals are over repeats. †: no interval.", arena.LevelAnswer, 100*(1-s.Alpha), strings.ToUpper(string(s.Estimand[:1]))+string(s.Estimand[1:])),
		fmt.Sprintf("p Holm: of no gain, corrected for all tests of a suite (%s). supported: told from chance, and the measured value reaches the target; not supported: its interval lies short of it; not delivered: of less than half of the replies that the strategy asked for a form something could be used; premise false: the measured baseline is there already and isn't where the document has it; assumed by the simulator: another finding once mechanisms of the simulated model are off. docs/proposals.md has the rules.", strings.Join(tests, ", ")),
	}}
}

// oneSide is what was measured of one strategy.
func (o Outcome) oneSide(m lab.Measured) string {
	if m.Mean != nil && o.Cost() {
		return reports.Brief(*m.Mean)
	}
	return plusMinus(m, 100, "%.0f")
}

func (o Outcome) gained() string {
	if o.Gain.Mean != nil && o.Cost() {
		return plusMinus(o.Gain, 1, "%.2f") + "×"
	}
	return points(o.Gain)
}

func plusMinus(m lab.Measured, times float64, format string) string {
	return reports.PlusMinus(m.Mean, m.Low, m.High, times, format)
}

// points is a change of a share in points, with its sign.
func points(m lab.Measured) string {
	if m.Mean == nil {
		return "–"
	}
	sign, size := "", math.Abs(*m.Mean)
	switch {
	case fmt.Sprintf("%.1f", 100*size) == "0.0":
	case *m.Mean < 0:
		sign = "−"
	default:
		sign = "+"
	}
	if m.Low == nil {
		return sign + reports.PlusMinus(&size, nil, nil, 100, "%.1f")
	}
	reach := max(*m.High-*m.Mean, *m.Mean-*m.Low)
	return sign + fmt.Sprintf("%.1f±%.1f", 100*size, 100*reach)
}

// assumedBy are the smallest sets of mechanisms that a finding hangs on.
func (o Outcome) assumedBy() string {
	sets := make([]string, len(o.AssumedBy))
	for i, set := range o.AssumedBy {
		if sets[i] = strings.Join(set, " + "); len(set) > 2 {
			sets[i] = "all together"
		}
	}
	return strings.Join(sets, ", ")
}
