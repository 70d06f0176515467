package compare

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Document is the comparison as it is reported. A terminal shows its first table, unless details are asked
// for: the measures of a pair of arms, or the primary measure of each of several.
func (c Comparison) Document(details bool) reports.Document {
	d := reports.Document{
		Finding: c.Finding, Title: "Context Arena comparison", Simulated: c.A.Simulated || c.B.Simulated,
		Data: c, Records: c.records(),
	}
	if len(c.Contrasts) > 1 {
		d.Sections = append(d.Sections, c.overview())
	}
	for _, k := range c.Contrasts {
		d.Sections = append(d.Sections, c.measures(k))
		if k.Same != k.Pairs {
			d.Sections = append(d.Sections, c.tests(k))
		}
		if len(k.Flips) > 0 {
			d.Sections = append(d.Sections, flips(k))
		}
	}
	first := &d.Sections[0]
	first.Notes, first.Warnings = append(first.Notes, c.notes()...), slices.Concat(c.Warnings, c.common())
	if !details {
		only := *first
		only.On, only.Most = reports.Terminal, mostLines
		only.Notes = append(slices.Clone(only.Notes), "The rest, with tests and the probes that differ most: --view all.")
		for i := range d.Sections {
			d.Sections[i].On = reports.Page
		}
		d.Sections = append(d.Sections, only)
	}
	return d
}

// mostLines are the most of the one table.
const mostLines = 24

// notes say what besides the figures concerns every pair of arms.
func (c Comparison) notes() []string {
	var out, differ []string
	for _, in := range c.Inputs {
		differ = append(differ, fmt.Sprintf("%s (A %s, B %s)", in.What, reports.OrDash(in.A), reports.OrDash(in.B)))
	}
	if differ != nil {
		out = append(out, "Inputs that differ: "+strings.Join(differ, "; ")+".")
	}
	if len(c.NotCompared) > 0 {
		out = append(out, "Not compared: "+strings.Join(c.NotCompared, "; ")+".")
	}
	return out
}

// common are the warnings that every pair has.
func (c Comparison) common() []string {
	return slices.DeleteFunc(slices.Clone(c.Contrasts[0].Warnings), func(warning string) bool {
		return slices.ContainsFunc(c.Contrasts, func(k contrast.Contrast) bool { return !slices.Contains(k.Warnings, warning) })
	})
}

// overview has the primary measure of every pair.
func (c Comparison) overview() reports.Section {
	s := reports.Section{
		Title: fmt.Sprintf("A − B in the primary measure, %s%s", c.Primary, c.simulated()), Head: []string{"strategy", "A − B", c.confidence(), "p", "judgement"},
		Widths: figureWidths, Notes: []string{c.units()},
	}
	for _, k := range c.Contrasts {
		d := of(k, c.Primary)
		row := reports.Row{armNames(k), d.Unit.Change(d.Mean), interval(d), reports.P(d.P), d.Judgement}
		if k.Same == k.Pairs {
			row = reports.Row{armNames(k), "–", "–", "–", "the same trials"}
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// measures are a pair's, each with what is judged of it.
func (c Comparison) measures(k contrast.Contrast) reports.Section {
	common := c.common()
	s := reports.Section{
		Title: c.title(k), Notes: []string{reports.Plural(k.Pairs, "pair") + ", each of them the same trial on both sides."},
		Warnings: slices.DeleteFunc(slices.Clone(k.Warnings), func(warning string) bool { return slices.Contains(common, warning) }),
	}
	if k.Same == k.Pairs {
		return s
	}
	s.Head, s.Widths, s.Align = []string{"measure", "A", "B", "A − B", c.confidence(), "judgement"}, figureWidths, "lrrrrl"
	s.Notes = []string{c.units(), pairs(k)}
	for _, d := range counted(k) {
		judgement := any(d.Judgement)
		switch d.Judgement {
		case contrast.Better:
			judgement = reports.Toned(reports.Good, d.Judgement)
		case contrast.Worse:
			judgement = reports.Toned(reports.Bad, d.Judgement)
		}
		s.Rows = append(s.Rows, reports.Row{measureName(d), d.Unit.Amount(d.A), d.Unit.Amount(d.B), d.Unit.Change(d.Mean), interval(d), judgement})
	}
	return s
}

// The widest columns of tables of figures.
var figureWidths = []int{22}

// title names both arms.
func (c Comparison) title(k contrast.Contrast) string {
	return fmt.Sprintf("A: %s, %s, experiment %s. B: %s, %s, experiment %s%s",
		k.A.Strategy, k.A.Model, c.A.name(), k.B.Strategy, k.B.Model, c.B.name(), c.simulated())
}

// simulated marks a comparison of which a side is.
func (c Comparison) simulated() string { return reports.Simulated(c.A.Simulated || c.B.Simulated) }

func (c Compared) name() string {
	if c.Name == "" {
		return fmt.Sprint(c.Number)
	}
	return fmt.Sprintf("%d (%s)", c.Number, c.Name)
}

// armNames names a pair of arms shortly: what is common once.
func armNames(k contrast.Contrast) string {
	name := k.A.Strategy
	if k.B.Strategy != k.A.Strategy {
		name += " / " + k.B.Strategy
	}
	name += " " + k.A.Model
	if k.A.Model != k.B.Model {
		name += " / " + k.B.Model
	}
	return name
}

func (c Comparison) confidence() string { return fmt.Sprintf("%.4g %% interval", 100*(1-c.Alpha)) }

// units says what the numbers of a table are.
func (c Comparison) units() string {
	over := "over scenarios taken as a sample: a claim about the strategies"
	if c.Estimand == reports.Fixed {
		over = "over repeats of these very scenarios: no claim about others"
	}
	return fmt.Sprintf("Shares in %%, differences in points, A minus B. %s; repeats averaged; intervals are %s.", strings.ToUpper(string(c.Estimand[:1]))+string(c.Estimand[1:]), over)
}

// counted are the measures that are shown: not those of fact types that these scenarios lack.
func counted(k contrast.Contrast) []contrast.Difference {
	return slices.DeleteFunc(slices.Clone(k.Differences), func(d contrast.Difference) bool { return d.Mean == nil && d.Type != "" })
}

// pairs says what was compared, and what wasn't.
func pairs(k contrast.Contrast) string {
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

// tests are what a pair's judgements rest on.
func (c Comparison) tests(k contrast.Contrast) reports.Section {
	test := "sign-flip test over scenarios"
	if c.Estimand == reports.Fixed {
		test = "t test from the spread of repeats"
	}
	s := reports.Section{
		Title: "What that rests on", Head: []string{"measure", "family", "n", "scen.", "p", "p Holm", "detectable"}, Widths: figureWidths,
		Notes: []string{
			"n: current and derived probes counted on both sides, of tasks, USD and tokens scenarios; scen.: scenarios. Fact types are at the answer level. memory counts facts that had left the window on both sides; stale, answers that use the old value.",
			fmt.Sprintf("p: %s. p Holm: corrected within the family, which decides at %.4g; the primary measure (%s) stands alone. detectable: the difference that would have been found 4 times of 5; %.4g points, of costs %.4g %%, were to matter. The rules are in docs/comparing.md.",
				test, c.Alpha, c.Primary, 100*c.Smallest, 100*c.Smallest),
		},
	}
	for _, x := range k.Excluded {
		s.Notes = append(s.Notes, "Left out: "+x+".")
	}
	var reasons []string // in the order of their first measure
	of := map[string][]string{}
	for _, d := range counted(k) {
		detectable := d.Unit.Amount(d.MDE)
		if d.MDE != nil && d.Unit == contrast.Share && *d.MDE > 1 {
			detectable = ">100"
		}
		s.Rows = append(s.Rows, reports.Row{measureName(d), d.Family, fmt.Sprintf("%.4g", d.N), d.Scenarios, reports.P(d.P), reports.P(d.Holm), detectable})
		for _, reason := range d.Notes {
			if of[reason] == nil {
				reasons = append(reasons, reason)
			}
			of[reason] = append(of[reason], measureName(d))
		}
	}
	for _, reason := range reasons {
		s.Notes = append(s.Notes, fmt.Sprintf("%s: %s.", strings.Join(of[reason], ", "), reason))
	}
	return s
}

// flips are the stories of the probes that differ most.
func flips(k contrast.Contrast) reports.Section {
	s := reports.Section{Title: "The probes that differ most, answer level"}
	short := func(key string) string { return key[:min(12, len(key))] }
	for _, f := range k.Flips {
		s.List = append(s.List, []string{
			fmt.Sprintf("%s, %s (%s, %s): %s", f.Scenario, f.Probe, f.Type, f.Kind, f.Question),
			"A " + whatBecame(f.A),
			"B " + whatBecame(f.B),
			fmt.Sprintf("repeat %d, A (%s): “%s”", f.Repeat, f.A.Result, f.A.Answer),
			fmt.Sprintf("repeat %d, B (%s): “%s”", f.Repeat, f.B.Result, f.B.Answer),
			fmt.Sprintf("look: arena show %s; arena show %s", short(f.A.Trial), short(f.B.Trial)),
		})
	}
	return s
}

// whatBecame is what became of a flipped probe on one side.
func whatBecame(s contrast.FlipSide) string {
	text := fmt.Sprintf("kept %d of %d", s.Kept, s.Of)
	between := ": "
	for _, p := range s.Places {
		if p.Place != probes.PlaceKept {
			text += fmt.Sprintf("%s%s %d", between, strings.ReplaceAll(string(p.Place), "_", " "), p.N)
			between = ", "
		}
	}
	return text
}

// measureName is a measure's name with its unit, where that isn't a share.
func measureName(d contrast.Difference) string {
	if d.Unit == contrast.Share {
		return d.Measure
	}
	return string(d.Unit) + " a trial"
}

func interval(d contrast.Difference) string {
	if d.Low == nil {
		return "n/a"
	}
	return fmt.Sprintf("%s to %s", d.Unit.Change(d.Low), d.Unit.Change(d.High))
}

// records are one row per pair of arms and measure.
func (c Comparison) records() reports.Records {
	return reports.Records{
		Head: []string{
			"experiment_a", "strategy_a", "model_a", "experiment_b", "strategy_b", "model_b",
			"measure", "level", "type", "family", "unit", "lower_is_better", "estimand", "confidence", "n", "scenarios", "pairs", "left_out",
			"mean_a", "mean_b", "difference", "low", "high", "p", "p_holm", "detectable", "interesting", "judgement", "simulated", "notes",
		},
		Rows: func(yield func([]any) bool) {
			for _, k := range c.Contrasts {
				left := 0
				for _, l := range k.LeftOut {
					left += l.N
				}
				for _, d := range k.Differences {
					if !yield([]any{
						k.A.Experiment, k.A.Strategy, k.A.Model, k.B.Experiment, k.B.Strategy, k.B.Model,
						d.Measure, d.Level, d.Type, d.Family, d.Unit, d.LowerIsBetter, d.Estimand, d.Confidence, d.N, d.Scenarios, k.Pairs, left,
						d.A, d.B, d.Mean, d.Low, d.High, d.P, d.Holm, d.MDE, d.Interesting, d.Judgement, c.A.Simulated || c.B.Simulated, strings.Join(d.Notes, "; "),
					}) {
						return
					}
				}
			}
		},
	}
}
