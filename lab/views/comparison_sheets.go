package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// part is one section of a written comparison.
type part struct {
	sheets   []sheet
	stories  [][]string // lines; the first is the probe
	warnings []string
}

const storiesTitle = "The probes that differ most, answer level"

// parts are the comparison as a whole, then each pair of arms.
func (c Comparison) parts() []part {
	var out []part
	if head := c.head(); len(head.sheets)+len(head.warnings) > 0 {
		out = append(out, head)
	}
	for _, k := range c.Contrasts {
		p := part{warnings: k.Warnings}
		if k.Same == k.Pairs {
			p.sheets = []sheet{{title: c.title(k), notes: []string{fmt.Sprintf("%s, each of them the same trial on both sides.", reports.Plural(k.Pairs, "pair"))}}}
			out = append(out, p)
			continue
		}
		p.sheets = []sheet{c.differences(k), c.judgements(k)}
		for _, f := range k.Flips {
			p.stories = append(p.stories, flipLines(f))
		}
		out = append(out, p)
	}
	return out
}

// shown are the parts for a terminal.
func (c Comparison) shown(details bool) []part {
	if details || len(c.Contrasts) < 2 {
		return c.parts()
	}
	p := c.head()
	p.sheets[len(p.sheets)-1].notes = append(p.sheets[len(p.sheets)-1].notes,
		"Every measure and the probes that differ most: with --details, or one pair alone, such as arena compare "+
			fmt.Sprintf("%d:%s %d:%s.", c.A.Number, c.Contrasts[0].A.Strategy, c.B.Number, c.Contrasts[0].B.Strategy))
	for _, warning := range c.Contrasts[0].Warnings {
		if !slices.ContainsFunc(c.Contrasts, func(k lab.Contrast) bool { return !slices.Contains(k.Warnings, warning) }) {
			p.warnings = append(p.warnings, warning) // it concerns every pair
		}
	}
	return []part{p}
}

// head is what concerns every pair of arms.
func (c Comparison) head() part {
	p := part{warnings: c.Warnings}
	if len(c.Inputs) > 0 {
		s := sheet{title: "Inputs that differ", head: []string{"input", "A", "B"}}
		for _, in := range c.Inputs {
			s.rows = append(s.rows, []string{in.What, reports.OrDash(in.A), reports.OrDash(in.B)})
		}
		p.sheets = append(p.sheets, s)
	}
	if len(c.NotCompared) > 0 {
		p.sheets = append(p.sheets, sheet{title: "Not compared", notes: c.NotCompared})
	}
	if len(c.Contrasts) > 1 {
		s := sheet{
			title: fmt.Sprintf("A − B in the primary measure, %s%s", c.Primary, c.simulated()),
			head:  []string{"strategy", "A − B", c.confidence(), "p", "judgement"},
			notes: []string{c.units()},
		}
		for _, k := range c.Contrasts {
			if k.Same == k.Pairs {
				s.rows = append(s.rows, []string{armNames(k), "–", "–", "–", "the same trials"})
				continue
			}
			for _, d := range k.Differences {
				if d.Measure == c.Primary {
					s.rows = append(s.rows, []string{armNames(k), changeIn(d.Mean, d.Unit), spanOf(d), reports.P(d.P), string(d.Judgement)})
				}
			}
		}
		p.sheets = append(p.sheets, s)
	}
	return p
}

// title names both arms.
func (c Comparison) title(k lab.Contrast) string {
	return fmt.Sprintf("A: %s, %s, experiment %s. B: %s, %s, experiment %s%s",
		k.A.Strategy, k.A.Model, experimentName(c.A), k.B.Strategy, k.B.Model, experimentName(c.B), c.simulated())
}

// simulated marks a comparison of which a side is.
func (c Comparison) simulated() string {
	if c.A.Simulated || c.B.Simulated {
		return ", SIMULATED"
	}
	return ""
}

func experimentName(c lab.Compared) string {
	if c.Name == "" {
		return fmt.Sprint(c.Number)
	}
	return fmt.Sprintf("%d (%s)", c.Number, c.Name)
}

// armNames names a pair of arms shortly: what is common once.
func armNames(k lab.Contrast) string {
	name := k.A.Strategy
	if k.B.Strategy != k.A.Strategy {
		name += " / " + k.B.Strategy
	}
	if k.A.Model != k.B.Model {
		return name + " " + k.A.Model + " / " + k.B.Model
	}
	return name + " " + k.A.Model
}

func (c Comparison) confidence() string { return fmt.Sprintf("%.4g %% interval", 100*(1-c.Alpha)) }

// units says what the numbers of a table are.
func (c Comparison) units() string {
	over := "over scenarios taken as a sample: a claim about the strategies"
	if c.Estimand == lab.Fixed {
		over = "over repeats of these very scenarios: no claim about others"
	}
	return fmt.Sprintf("Shares in %%, differences in points, A minus B. %s; repeats averaged; intervals are %s.", strings.ToUpper(string(c.Estimand[:1]))+string(c.Estimand[1:]), over)
}

func (c Comparison) differences(k lab.Contrast) sheet {
	s := sheet{title: c.title(k), head: []string{"measure", "A", "B", "A − B", c.confidence(), "n", "scen."}}
	var why []string
	for _, d := range k.Differences {
		if d.Mean == nil && d.Type != "" {
			continue // no such fact type in these scenarios
		}
		s.rows = append(s.rows, []string{measureName(d), valueIn(d.A, d.Unit), valueIn(d.B, d.Unit), changeIn(d.Mean, d.Unit), spanOf(d), fmt.Sprintf("%.4g", d.N), fmt.Sprint(d.Scenarios)})
	}
	s.notes = []string{
		c.units() + " n: current and derived probes counted on both sides, of tasks, USD and tokens scenarios; scen.: scenarios. Fact types are at the answer level. memory counts facts that had left the window on both sides; stale, answers that use the old value.",
		c.pairs(k),
	}
	for _, x := range k.Excluded {
		s.notes = append(s.notes, "Left out: "+x+".")
	}
	for _, d := range k.Differences {
		if d.Bootstrap != nil && d.Measure == c.Primary {
			why = append(why, fmt.Sprintf("%s by bootstrap over scenarios (BCa): [%s, %s].", d.Measure, changeIn(&d.Bootstrap.Low, d.Unit), changeIn(&d.Bootstrap.High, d.Unit)))
		}
	}
	if m := k.McNemar; m != nil {
		why = append(why, fmt.Sprintf("One trial a side: A alone kept %d probes, B alone %d; McNemar's exact p %s takes the probes of a scenario for independent, which they aren't, so it is too small.", m.OnlyA, m.OnlyB, reports.P(&m.Exact)))
	}
	s.notes = append(s.notes, why...)
	return s
}

// pairs says what was compared, and what wasn't.
func (c Comparison) pairs(k lab.Contrast) string {
	how := "Repeats don't share a seed: repeat 1 of A has nothing to do with repeat 1 of B."
	if k.Paired {
		how = fmt.Sprintf("Repeats share their seed; %d of %d probe questions were the same request on both sides and so have one reply.", k.Shared, k.Questions)
	}
	text := fmt.Sprintf("%s of %s, both completed.", reports.Plural(k.Pairs, "pair"), reports.Plural(len(k.Scenarios), "scenario"))
	if k.Same > 0 {
		text += fmt.Sprintf(" %d of them: the same trial on both sides.", k.Same)
	}
	var left []string
	for _, l := range k.LeftOut {
		left = append(left, fmt.Sprintf("%s %d %s", l.Side, l.N, strings.ReplaceAll(l.Reason, "_", " ")))
	}
	if left != nil {
		text += " Not paired: " + strings.Join(left, ", ") + "."
	}
	return text + " " + how
}

func (c Comparison) judgements(k lab.Contrast) sheet {
	s := sheet{
		title: "What that shows of A",
		head:  []string{"measure", "family", "p", "p Holm", "detectable", "judgement"},
		notes: []string{fmt.Sprintf("p: %s. p Holm: corrected within the family, which decides at %.4g; the primary measure (%s) stands alone. detectable: the difference that would have been found 4 times of 5; %.4g points, of costs %.4g %%, were to matter. The rules are in docs/comparing.md.",
			c.test(), c.Alpha, c.Primary, 100*c.Smallest, 100*c.Smallest)},
	}
	var whys []string // in the order of their first measure
	of := map[string][]string{}
	for _, d := range k.Differences {
		if d.Mean == nil && d.Type != "" {
			continue
		}
		mde := "–"
		if d.MDE != nil {
			if mde = valueIn(d.MDE, d.Unit); d.Unit == lab.Share && *d.MDE > 1 {
				mde = ">100"
			}
		}
		s.rows = append(s.rows, []string{measureName(d), d.Family, reports.P(d.P), reports.P(d.Holm), mde, string(d.Judgement)})
		for _, n := range d.Notes {
			if !slices.Contains(whys, n) {
				whys = append(whys, n)
			}
			of[n] = append(of[n], measureName(d))
		}
	}
	for _, why := range whys {
		s.notes = append(s.notes, fmt.Sprintf("%s: %s.", strings.Join(of[why], ", "), why))
	}
	return s
}

// test names the test behind p.
func (c Comparison) test() string {
	if c.Estimand == lab.Fixed {
		return "t test from the spread of repeats"
	}
	return "sign-flip test over scenarios"
}

// flipLines is a flipped probe in lines.
func flipLines(f lab.Flip) []string {
	return []string{
		fmt.Sprintf("%s, %s (%s, %s): %s", f.Scenario, f.Probe, f.Type, f.Kind, f.Question),
		"A " + flipSide(f.A),
		"B " + flipSide(f.B),
		fmt.Sprintf("repeat %d, A (%s): “%s”", f.Repeat, f.A.Result, f.A.Answer),
		fmt.Sprintf("repeat %d, B (%s): “%s”", f.Repeat, f.B.Result, f.B.Answer),
		fmt.Sprintf("look: arena show %s; arena show %s", trialStart(f.A.Trial), trialStart(f.B.Trial)),
	}
}

func trialStart(k string) string { return k[:min(12, len(k))] }

// placeWords say where a fact went missing.
var placeWords = map[probes.Place]string{
	probes.PlaceKept: "kept", probes.PlaceStale: "old value used", probes.PlaceNotWritten: "never written into the memory",
	probes.PlaceLostLater: "lost from the memory later", probes.PlaceNotShown: "not shown to the model",
	probes.PlaceMisread: "shown but answered wrong", probes.PlaceVoid: "reply void",
}

func flipSide(s lab.FlipSide) string {
	var where []string
	for _, p := range s.Places {
		if p.Place != probes.PlaceKept {
			where = append(where, fmt.Sprintf("%s %d", placeWords[p.Place], p.N))
		}
	}
	text := fmt.Sprintf("kept %d of %d", s.Kept, s.Of)
	if where != nil {
		text += ": " + strings.Join(where, ", ")
	}
	return text
}

// measureName is a measure's name with its unit, where that isn't a share.
func measureName(d lab.Difference) string {
	switch d.Unit {
	case lab.USD:
		return "USD a trial"
	case lab.Tokens:
		return "tokens a trial"
	}
	return d.Measure
}

// valueIn writes a value in its unit, a share as percent.
func valueIn(x *float64, unit lab.Unit) string {
	switch {
	case x == nil:
		return "–"
	case unit == lab.USD:
		return fmt.Sprintf("%.5f", *x)
	case unit == lab.Tokens:
		return reports.Thousands(*x)
	}
	return fmt.Sprintf("%.1f", 100**x)
}

// changeIn is amount with its sign.
func changeIn(x *float64, unit lab.Unit) string {
	if x == nil {
		return "–"
	}
	s := valueIn(new(math.Abs(*x)), unit)
	switch {
	case !strings.ContainsAny(s, "123456789"):
		return s
	case *x < 0:
		return "−" + s
	}
	return "+" + s
}

func spanOf(d lab.Difference) string {
	if d.Low == nil {
		return "n/a"
	}
	return fmt.Sprintf("%s to %s", changeIn(d.Low, d.Unit), changeIn(d.High, d.Unit))
}
