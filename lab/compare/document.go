package compare

import (
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/lab/contrast"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Document is the comparison as it is reported. A terminal shows one table, unless details are asked for:
// the measures of a pair of arms, or the primary measure of each of several.
func (c Comparison) Document(details bool) reports.Document {
	d := reports.Document{
		Finding: c.Finding, Title: "Context Arena comparison", Simulated: c.A.Simulated || c.B.Simulated,
		Data: c, Records: c.records(),
	}
	if !details {
		d.Sections = append(d.Sections, c.brief())
	}
	full := c.head()
	for _, k := range c.Contrasts {
		sections := []reports.Section{{Title: c.title(k), Notes: []string{reports.Plural(k.Pairs, "pair") + ", each of them the same trial on both sides."}}}
		if k.Same != k.Pairs {
			sections = []reports.Section{c.differences(k), c.judgements(k)}
			if len(k.Flips) > 0 {
				sections = append(sections, flips(k))
			}
		}
		sections[len(sections)-1].Warnings = k.Warnings
		full = append(full, sections...)
	}
	for _, s := range full {
		if !details {
			s.On = reports.Page
		}
		d.Sections = append(d.Sections, s)
	}
	return d
}

// mostLines are the most of the one table.
const mostLines = 24

// brief is the one table of a terminal.
func (c Comparison) brief() reports.Section {
	s := reports.Section{}
	for _, whole := range c.head() {
		if len(c.Contrasts) > 1 && strings.HasPrefix(whole.Title, "A − B") {
			s = whole
		}
	}
	if len(c.Contrasts) == 1 {
		s = c.measures(c.Contrasts[0])
	}
	s.On, s.Most = reports.Terminal, mostLines
	if len(c.Inputs) > 0 {
		var differ []string
		for _, in := range c.Inputs {
			differ = append(differ, fmt.Sprintf("%s (A %s, B %s)", in.What, reports.OrDash(in.A), reports.OrDash(in.B)))
		}
		s.Notes = append(s.Notes, "Inputs that differ: "+strings.Join(differ, "; ")+".")
	}
	if len(c.NotCompared) > 0 {
		s.Notes = append(s.Notes, "Not compared: "+strings.Join(c.NotCompared, "; ")+".")
	}
	s.Notes = append(s.Notes, "The rest, with tests and the probes that differ most: --view all.")
	s.Warnings = slices.Clone(c.Warnings)
	for _, warning := range c.Contrasts[0].Warnings {
		if !slices.ContainsFunc(c.Contrasts, func(k contrast.Contrast) bool { return !slices.Contains(k.Warnings, warning) }) {
			s.Warnings = append(s.Warnings, warning) // it concerns every pair
		}
	}
	return s
}

// measures are a pair's, each with what is judged of it.
func (c Comparison) measures(k contrast.Contrast) reports.Section {
	if k.Same == k.Pairs {
		return reports.Section{Title: c.title(k), Notes: []string{reports.Plural(k.Pairs, "pair") + ", each of them the same trial on both sides."}}
	}
	s := reports.Section{
		Title: c.title(k), Head: []string{"measure", "A", "B", "A − B", c.confidence(), "judgement"}, Widths: figureWidths, Align: "lrrrrl",
		Notes: []string{c.units(), pairs(k)},
	}
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

// The widest columns of tables of figures, and of texts.
var figureWidths, textWidths = []int{22}, []int{14, 30}

// head is what concerns every pair of arms.
func (c Comparison) head() []reports.Section {
	var out []reports.Section
	if len(c.Inputs) > 0 {
		s := reports.Section{Title: "Inputs that differ", Head: []string{"input", "A", "B"}, Widths: textWidths}
		for _, in := range c.Inputs {
			s.Rows = append(s.Rows, reports.Row{in.What, reports.OrDash(in.A), reports.OrDash(in.B)})
		}
		out = append(out, s)
	}
	if len(c.NotCompared) > 0 {
		out = append(out, reports.Section{Title: "Not compared", Notes: c.NotCompared})
	}
	if len(c.Contrasts) > 1 {
		s := reports.Section{
			Title:  fmt.Sprintf("A − B in the primary measure, %s%s", c.Primary, c.simulated()),
			Head:   []string{"strategy", "A − B", c.confidence(), "p", "judgement"},
			Widths: figureWidths, Notes: []string{c.units()},
		}
		for _, k := range c.Contrasts {
			if k.Same == k.Pairs {
				s.Rows = append(s.Rows, reports.Row{armNames(k), "–", "–", "–", "the same trials"})
				continue
			}
			for _, d := range k.Differences {
				if d.Measure == c.Primary {
					s.Rows = append(s.Rows, reports.Row{armNames(k), d.Unit.Change(d.Mean), interval(d), reports.P(d.P), d.Judgement})
				}
			}
		}
		out = append(out, s)
	}
	if len(c.Warnings) > 0 {
		if len(out) == 0 {
			out = append(out, reports.Section{})
		}
		out[len(out)-1].Warnings = c.Warnings
	}
	return out
}

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

func (c Comparison) differences(k contrast.Contrast) reports.Section {
	s := reports.Section{
		Title: c.title(k), Head: []string{"measure", "A", "B", "A − B", c.confidence(), "n", "scen."}, Widths: figureWidths,
		Notes: []string{
			c.units() + " n: current and derived probes counted on both sides, of tasks, USD and tokens scenarios; scen.: scenarios. Fact types are at the answer level. memory counts facts that had left the window on both sides; stale, answers that use the old value.",
			pairs(k),
		},
	}
	for _, x := range k.Excluded {
		s.Notes = append(s.Notes, "Left out: "+x+".")
	}
	for _, d := range counted(k) {
		s.Rows = append(s.Rows, reports.Row{measureName(d), d.Unit.Amount(d.A), d.Unit.Amount(d.B), d.Unit.Change(d.Mean), interval(d), fmt.Sprintf("%.4g", d.N), d.Scenarios})
		if d.Bootstrap != nil && d.Measure == c.Primary {
			s.Notes = append(s.Notes, fmt.Sprintf("%s by bootstrap over scenarios (BCa): [%s, %s].", d.Measure, d.Unit.Change(&d.Bootstrap.Low), d.Unit.Change(&d.Bootstrap.High)))
		}
	}
	if m := k.McNemar; m != nil {
		s.Notes = append(s.Notes, fmt.Sprintf("One trial a side: A alone kept %d probes, B alone %d; McNemar's exact p %s takes the probes of a scenario for independent, which they aren't, so it is too small.", m.OnlyA, m.OnlyB, reports.P(&m.Exact)))
	}
	return s
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

func (c Comparison) judgements(k contrast.Contrast) reports.Section {
	test := "sign-flip test over scenarios"
	if c.Estimand == reports.Fixed {
		test = "t test from the spread of repeats"
	}
	s := reports.Section{
		Title: "What that shows of A", Head: []string{"measure", "family", "p", "p Holm", "detectable", "judgement"}, Widths: figureWidths,
		Notes: []string{fmt.Sprintf("p: %s. p Holm: corrected within the family, which decides at %.4g; the primary measure (%s) stands alone. detectable: the difference that would have been found 4 times of 5; %.4g points, of costs %.4g %%, were to matter. The rules are in docs/comparing.md.",
			test, c.Alpha, c.Primary, 100*c.Smallest, 100*c.Smallest)},
	}
	var reasons []string // in the order of their first measure
	of := map[string][]string{}
	for _, d := range counted(k) {
		detectable := d.Unit.Amount(d.MDE)
		if d.MDE != nil && d.Unit == contrast.Share && *d.MDE > 1 {
			detectable = ">100"
		}
		s.Rows = append(s.Rows, reports.Row{measureName(d), d.Family, reports.P(d.P), reports.P(d.Holm), detectable, d.Judgement})
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
	var lost []string
	for _, p := range s.Places {
		for _, known := range places {
			if p.Place == known.place && p.Place != probes.PlaceKept {
				lost = append(lost, fmt.Sprintf("%s %d", known.words, p.N))
			}
		}
	}
	text := fmt.Sprintf("kept %d of %d", s.Kept, s.Of)
	if lost != nil {
		text += ": " + strings.Join(lost, ", ")
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
