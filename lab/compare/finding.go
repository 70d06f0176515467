package compare

import (
	"fmt"
	"math"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/lab/contrast"
	"contextarena.internal/reports"
)

// finding says what the comparison found in the primary measure and in cost: of one pair of arms what it
// shows, of several how many show what. Intervals and judgements are those of the contrasts.
func (c Comparison) finding(few bool) string {
	simulated := c.A.Simulated || c.B.Simulated
	if few {
		n := fmt.Sprintf("It takes %d scenarios or more to speak for others.", lab.ScenariosToTell(c.Smallest))
		return strings.Replace(c.found(simulated)+" "+n, "These trials", "On these scenarios trials", 1)
	}
	return c.found(simulated)
}

func (c Comparison) found(simulated bool) string {
	if len(c.Contrasts) == 1 {
		return reports.Found(simulated, c.one(c.Contrasts[0]))
	}
	return reports.Found(simulated, c.several())
}

// of is a pair's difference in a measure.
func of(k contrast.Contrast, measure string) contrast.Difference {
	for _, d := range k.Differences {
		if d.Measure == measure {
			return d
		}
	}
	return contrast.Difference{Judgement: contrast.TooFew}
}

// one says what a pair of arms shows.
func (c Comparison) one(k contrast.Contrast) string {
	if k.Same == k.Pairs {
		return c.sides(k) + ": the same trials on both sides, so there is nothing to compare."
	}
	d, cost := of(k, c.Primary), relative(of(k, "cost_usd"))
	if d.Judgement == contrast.TooFew {
		return fmt.Sprintf("These trials can't tell %s apart: %s %s; %s.", strings.Replace(c.sides(k), " against ", " and ", 1), retention(c.Primary), c.interval(d), cost)
	}
	return fmt.Sprintf("%s: %s, %s.", c.sides(k), c.judged(d), cost)
}

// judged says what is judged of the primary measure.
func (c Comparison) judged(d contrast.Difference) string {
	what := retention(c.Primary)
	switch d.Judgement {
	case contrast.Better, contrast.Worse:
		more := "more"
		if d.Judgement == contrast.Worse {
			more = "less"
		}
		return fmt.Sprintf("%s %s, %s points (%s)", more, what, d.Unit.Change(d.Mean), c.interval(d))
	case contrast.Equivalent:
		return fmt.Sprintf("same %s (%s)", what, c.interval(d))
	}
	return fmt.Sprintf("no difference in %s, and one of %.4g points would have been found (%s)", what, 100*c.Smallest, c.interval(d))
}

// interval is a difference's interval, with the margin.
func (c Comparison) interval(d contrast.Difference) string {
	if d.Low == nil {
		return fmt.Sprintf("no interval, margin %.4g", 100*c.Smallest)
	}
	return fmt.Sprintf("%s, margin %.4g", interval(d), 100*c.Smallest)
}

// retention is the name of a measure in a sentence.
func retention(measure string) string {
	if measure == "tasks" {
		return "tasks passed"
	}
	return measure + " retention"
}

// relative says how a cost differs: as a share of B's where a difference is shown.
func relative(d contrast.Difference) string {
	switch {
	case d.Mean == nil:
		return "cost unknown"
	case d.Judgement == contrast.Equivalent || d.Judgement == contrast.NoDifference:
		return "same cost"
	case d.Judgement == contrast.TooFew:
		return "cost can't be told apart"
	case *d.B == 0:
		return "dearer"
	}
	word := "dearer"
	if *d.Mean < 0 {
		word = "cheaper"
	}
	return fmt.Sprintf("%.0f %% %s", 100*math.Abs(*d.Mean / *d.B), word)
}

// sides names both arms of a pair by what tells them apart.
func (c Comparison) sides(k contrast.Contrast) string {
	switch {
	case k.A.Strategy != k.B.Strategy:
		return k.A.Strategy + " against " + k.B.Strategy
	case k.A.Model != k.B.Model:
		return fmt.Sprintf("%s on %s against %s", k.A.Strategy, k.A.Model, k.B.Model)
	}
	return fmt.Sprintf("%s in experiment %s against %s", k.A.Strategy, c.A.name(), c.B.name())
}

// mostNamed is how many pairs a sentence names.
const mostNamed = 3

// several counts what the pairs show, and names those that differ.
func (c Comparison) several() string {
	by := map[contrast.Judgement][]string{}
	same := 0
	for _, k := range c.Contrasts {
		if k.Same == k.Pairs {
			same++
			continue
		}
		d := of(k, c.Primary)
		by[d.Judgement] = append(by[d.Judgement], fmt.Sprintf("%s %s", armNames(k), d.Unit.Change(d.Mean)))
	}
	named := func(all []string) string {
		text := strings.Join(all[:min(mostNamed, len(all))], ", ")
		if more := len(all) - mostNamed; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		return text
	}
	var parts []string
	for _, j := range []struct {
		judgement contrast.Judgement
		words     string
		name      bool
	}{
		{contrast.Worse, "%d less", true},
		{contrast.Better, "%d more", true},
		{contrast.Equivalent, fmt.Sprintf("%%d the same within %.4g points", 100*c.Smallest), false},
		{contrast.NoDifference, "%d without a difference that would matter", false},
		{contrast.TooFew, "%d can't be told apart", false},
	} {
		all := by[j.judgement]
		if len(all) == 0 {
			continue
		}
		text := fmt.Sprintf(j.words, len(all))
		if j.name {
			text += " (" + named(all) + ")"
		}
		parts = append(parts, text)
	}
	if same > 0 {
		parts = append(parts, fmt.Sprintf("%d the same trials", same))
	}
	if len(by) == 1 && same == 0 && len(by[contrast.TooFew]) > 0 {
		return fmt.Sprintf("These trials can't tell A and B apart in any of %d strategies.", len(c.Contrasts))
	}
	return fmt.Sprintf("Of %d strategies, %s of A against B: %s.", len(c.Contrasts), retention(c.Primary), strings.Join(parts, "; "))
}
