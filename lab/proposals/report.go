package proposals

import (
	"fmt"
	"math"
	"strings"

	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Document is the study as a report, suite by suite.
func (s Study) Document() reports.Document {
	d := reports.Document{Title: "What the proposals predict, and what became of it", Data: s, Records: s.records()}
	for _, suite := range s.Suites {
		d.Simulated = d.Simulated || suite.Simulated
		d.Sections = append(d.Sections, suite.section(), suite.delivery())
		if suite.NotDone > 0 {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%d trials of the %s suite were not completed: what is compared is those that both sides completed, which may be the easier ones.", suite.NotDone, suite.Suite))
		}
	}
	if len(s.Suites) > 0 {
		d.Sections[len(d.Sections)-1].Notes = append(d.Sections[len(d.Sections)-1].Notes, s.legend())
	}
	if d.Simulated {
		d.Warnings = append(d.Warnings, "Simulated: a sim model answered. The verdicts say what the strategies do to such a reader and what they cost; they don't show that any of them helps a real model.")
	}
	return d
}

// section is the table of a suite, a row for each gate.
func (s Suite) section() reports.Section {
	out := reports.Section{
		Title: "What the proposals predict" + s.Played, Align: "llrrrl", Widths: []int{14, 24, 8, 8, 24},
		Head: []string{"strategy", "predicted", "base", "found", "gain", "reached, verdict"},
	}
	for _, o := range s.Outcomes {
		out.Rows = append(out.Rows, reports.Row{
			o.Strategy, o.Gate.String(), o.side(o.Base), o.side(o.Found), o.gained(), fmt.Sprintf("%.0f%%, %s", 100*o.Delivery.Share(), o.says()),
		})
	}
	return out
}

// delivery is the table of what came of every treatment, and of the gains in all answers over its controls.
func (s Suite) delivery() reports.Section {
	out := reports.Section{
		Title: "What reached the reader", Align: "lrrrrrrr", Widths: []int{14, 5, 6, 4, 7, 5, 12, 12},
		Head: []string{"strategy", "asked", "parsed", "due", "correct", "shown", "placebo", "capacity"},
	}
	for _, d := range s.Delivered {
		row := reports.Row{d.Strategy, d.Asked, d.Parsed, "–", "–", "–", "–", "–"}
		if d.Reach.Due > 0 {
			row[3], row[4], row[5] = d.Reach.Due, d.Correct, d.Shown
		}
		if d.Identical {
			row[0] = d.Strategy + " = rlm"
		}
		for _, o := range s.Outcomes {
			if o.Strategy != d.Strategy || o.Of != "answer" || len(o.Gate.Scenarios) > 0 {
				continue
			}
			for _, c := range o.Controls {
				row[map[string]int{d.Placebo: 6, d.Capacity: 7}[c.Strategy]] = gained(c.Gain, c.Low, c.High, points)
			}
			if o.Against == "rlm" && o.Perfect != nil {
				out.Notes = []string{fmt.Sprintf("Perfect delivery, a control that lists beside rlm's notes every message that states a probed fact, gains %s points.", points(*o.Perfect))}
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// legend says once how the tables are to be read.
func (s Study) legend() string {
	return fmt.Sprintf("predicted: points over rlm, unless another is named; of a cost, times its tokens. reached: of what the strategy is to carry, the share that was in the context when asked; where that is no list of facts, of its replies those that could be read. Answer retention of current and derived probes, %%, paired by scenario and repeat; gains in points, of a cost the ratio of tokens; [] the interval: those of all predictions of a suite hold together with %.4g %%. Claims about named scenarios are of these very ones, all others %s. supported: all of the interval is allowed; not supported: none of it; premise false: the base leaves no room for the gain; identical: it showed the model what rlm did, byte for byte; not delivered: too little of it reached the reader; placebo, capacity: this control gains as much; assumed: by the simulator, another finding, or a loss for a gain, once the mechanisms named are off. asked, parsed: replies, of layers alone where there are any; due: facts that left the window and that it is to carry; correct: those that its part of the memory has at the end; shown: of them, in the context when asked; placebo, capacity: points over these controls. docs/research/proposals.md has more.", 100*(1-s.Alpha), s.Estimand)
}

// says is the verdict, with the mechanisms that it hangs on.
func (o Outcome) says() string {
	text := string(o.Verdict)
	if o.Verdict == stats.Assumed {
		text = "assumed: " + strings.Join(o.AssumedBy, ", ")
	}
	if by := o.explained(); by != "" && by != o.Verdict {
		text += "; " + string(by)
	}
	return text
}

// side is what was measured of one strategy.
func (o Outcome) side(x *float64) string {
	switch {
	case x == nil:
		return "–"
	case o.IsCost():
		return reports.Thousands(*x)
	}
	return fmt.Sprintf("%.0f", 100**x)
}

// gained is the gain with its interval.
func (o Outcome) gained() string {
	if o.IsCost() {
		return gained(o.Gain, o.Low, o.High, func(x float64) string { return fmt.Sprintf("%.2f×", x) })
	}
	return gained(o.Gain, o.Low, o.High, points)
}

// gained is a gain with its interval, as far as they are known.
func gained(gain, low, high *float64, number func(float64) string) string {
	switch {
	case gain == nil:
		return "–"
	case low == nil:
		return number(*gain)
	}
	return fmt.Sprintf("%s [%s, %s]", number(*gain), number(*low), number(*high))
}

// points is a change of a share in points, with its sign.
func points(x float64) string {
	size := reports.Thousands(100 * x)
	if math.Round(100*x) > 0 {
		return "+" + size
	}
	return size
}

// records are one row per gate and suite.
func (s Study) records() reports.Records {
	set := func(x float64) *float64 {
		if x == 0 {
			return nil
		}
		return &x
	}
	return reports.Records{
		Head: strings.Fields("suite proposal strategy against of about_scenarios keeps within costs document_says estimand scenarios base found gain gain_low gain_high finding verdict assumed_by finding_exact gain_exact simulated note asked parsed due correct shown identical explained gain_perfect"),
		Rows: func(yield func([]any) bool) {
			for _, suite := range s.Suites {
				for _, o := range suite.Outcomes {
					g := o.Gate
					exact := o.exact()
					if !yield([]any{
						suite.Suite, g.Proposal, g.Strategy, g.Against, g.Of, strings.Join(g.Scenarios, " "), set(g.Keeps), set(g.Within), set(g.Costs), g.Says,
						o.Estimand, o.Scenarios, o.Base, o.Found, o.Gain, o.Low, o.High, o.Finding, o.Verdict, strings.Join(o.AssumedBy, " "),
						exact.Finding, exact.Gain, suite.Simulated, o.Note,
						o.Delivery.Asked, o.Delivery.Parsed, o.Delivery.Due, o.Delivery.Correct, o.Delivery.Shown, o.Identical, o.explained(), o.Perfect,
					}) {
						return
					}
				}
			}
		},
	}
}
