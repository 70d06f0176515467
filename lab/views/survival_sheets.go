package views

import (
	"fmt"
	"slices"
	"strconv"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// sheets are the tables of survival, each at most 80 columns wide.
func (v Survivals) sheets(title string) []sheet {
	if len(v.Strategies) == 0 {
		return []sheet{{
			title: "Survival of exposed facts" + title, head: []string{"strategy"},
			notes: []string{"No strategy of this experiment took a stated fact out of the raw window, so nothing was at risk."},
		}}
	}
	out := []sheet{v.lost(title), v.curve(title), v.halfLives(title), v.types(title)}
	for _, model := range v.compared() {
		out = append(out, v.logRank(model, title))
	}
	return append(out, v.calendar(title), v.ages(title))
}

func (v Survivals) name(s Survival) string { return label(s.Strategy, s.Model, v.models > 1) }

// group is a strategy's life table of a group, nil if none of it was exposed.
func (s Survival) group(name string) *LifeTable {
	for i := range s.Groups {
		if s.Groups[i].Group == name {
			return &s.Groups[i]
		}
	}
	return nil
}

// at is the step of a whole time, nil if nobody was watched for so long.
func at(steps []SurvivalStep, time float64) *SurvivalStep {
	for i := range steps {
		if steps[i].Time == time {
			return &steps[i]
		}
	}
	return nil
}

func (v Survivals) lost(title string) sheet {
	s := sheet{
		title: "Exposed facts not kept in the memory, %" + title,
		head:  []string{"strategy", "facts", "at once", "ever", "at the end", "back"},
		notes: []string{"Of current and derived probes whose fact had left the window (facts, a repeat): not kept after the very cycle that took it away; after any cycle; after the last one, or the last before its value was replaced. A value is not kept where it is lost or stale: the old one stands in its place, or unmarked beside it. back: facts that returned after having been missing, a repeat."},
	}
	for _, row := range v.Strategies {
		all := row.group(groupAll)
		if all == nil {
			continue
		}
		s.rows = append(s.rows, []string{
			v.name(row), fmt.Sprintf("%.1f", all.Facts), s.caption.Cell(all.LostAtOnce), s.caption.Cell(all.EverLost),
			s.caption.Cell(all.LostAtEnd), fmt.Sprintf("%.1f", all.Resurrections),
		})
	}
	return s
}

// moments picks at most n of the whole times from 1 to the middle one of the strategies' last, so
// that one that compacts at every message doesn't stretch the table.
func moments(lasts []float64, n int) []float64 {
	slices.Sort(lasts)
	whole := 0
	if len(lasts) > 0 {
		whole = int(lasts[len(lasts)/2])
	}
	var out []float64
	if whole <= n {
		for t := 1; t <= whole; t++ {
			out = append(out, float64(t))
		}
		return out
	}
	for i := range n {
		out = append(out, float64(1+(whole-1)*i/(n-1)))
	}
	return out
}

func (v Survivals) curve(title string) sheet {
	var lasts []float64
	for _, row := range v.Strategies {
		if all := row.group(groupAll); all != nil {
			lasts = append(lasts, all.Steps[len(all.Steps)-1].Time)
		}
	}
	times := moments(lasts, 3)
	s := sheet{
		title: "Survival by cycles since exposure, %" + title,
		head:  []string{"strategy", "facts"},
		notes: []string{"Kaplan-Meier, memory level, the exposing cycle being 1; –: nobody was watched so long. In brackets the pointwise bootstrap band over scenarios and trials, because one cut reply kills many facts at once; with fewer than 20 scenarios it is too narrow. The JSON report has every step, the numbers at risk and Greenwood's interval, which takes facts for independent."},
	}
	for _, t := range times {
		s.head = append(s.head, fmt.Sprintf("beyond %.0f", t))
	}
	for _, row := range v.Strategies {
		all := row.group(groupAll)
		if all == nil {
			continue
		}
		line := []string{v.name(row), fmt.Sprintf("%.1f", all.Facts)}
		for _, t := range times {
			cell := "–"
			if step := at(all.Steps, t); step != nil {
				cell = s.caption.Cell(step.Survival)
			}
			line = append(line, cell)
		}
		s.rows = append(s.rows, line)
	}
	return s
}

func (v Survivals) halfLives(title string) sheet {
	s := sheet{
		title: "Half-lives of exposed facts" + title,
		head:  []string{"strategy", "cycles", "messages", "tokens"},
		notes: []string{"Memory level, all current and derived probes that were exposed: when at most half of them survive, counted from the exposing cycle (cycles: that one is 1; messages and tokens said since: 0). In brackets where the bootstrap band over scenarios crosses one half; n/a: no band. >5: not within the 5 that a fact was watched at most. Messages and tokens compare strategies that compact at different moments."},
	}
	for _, row := range v.Strategies {
		if all := row.group(groupAll); all != nil {
			s.rows = append(s.rows, []string{v.name(row), all.Half.Cycles.String(), all.Half.Messages.String(), all.Half.Tokens.String()})
		}
	}
	return s
}

// String writes a half-life with its interval: "3 [2–>5]".
func (h HalfLife) String() string {
	time := func(t *float64) string {
		if t == nil {
			return ">" + reports.Thousands(h.Watched)
		}
		return reports.Thousands(*t)
	}
	if !h.Banded {
		return time(h.Time) + " [n/a]"
	}
	return fmt.Sprintf("%s [%s–%s]", time(h.Time), time(h.Low), time(h.High))
}

func (v Survivals) types(title string) sheet {
	s := sheet{
		title: "Exposed facts that the memory ever failed to keep, by type, % ± reach of 95 % interval" + title,
		head:  []string{"strategy"},
		notes: []string{"Under each strategy, its exposed facts a repeat."},
	}
	for _, t := range arena.FactTypes {
		s.head = append(s.head, short[t])
	}
	for _, row := range v.Strategies {
		line, facts := []string{v.name(row)}, []string{"  (facts)"}
		for _, t := range arena.FactTypes {
			cell, n := "–", "0"
			if g := row.group(string(t)); g != nil {
				cell, n = s.caption.Narrow(g.EverLost), cases(g.Facts)
			}
			line, facts = append(line, cell), append(facts, n)
		}
		s.rows = append(s.rows, line, facts)
	}
	return s
}

// compared lists the models that have comparisons, in order.
func (v Survivals) compared() []string {
	var out []string
	for _, c := range v.Comparisons {
		if len(out) == 0 || out[len(out)-1] != c.Model {
			out = append(out, c.Model)
		}
	}
	return out
}

func (v Survivals) logRank(model, title string) sheet {
	s := sheet{
		head: []string{"strategy", "trials", "lost", "expected", "chi2", "p facts", "p", "p Holm"},
	}
	left, fewest := 0, LogRank{}
	for _, c := range v.Comparisons {
		if c.Model != model {
			continue
		}
		s.title = "Log-rank test against " + label(c.Reference, c.Model, v.models > 1) + title
		s.rows = append(s.rows, []string{
			c.Strategy, fmt.Sprint(c.Trials), fmt.Sprintf("%.0f", c.Lost), fmt.Sprintf("%.1f", c.Expected), fmt.Sprintf("%.1f", c.Chi2),
			probability(c.AsymptoticP), probability(c.P), probability(c.Holm),
		})
		left = max(left, c.LeftOut)
		if len(s.rows) == 1 || c.Scenarios < fewest.Scenarios {
			fewest = c
		}
	}
	out := ""
	if left > 0 {
		out = fmt.Sprintf(" (up to %d of a row left out)", left)
	}
	s.notes = []string{fmt.Sprintf("Memory level, by cycles since exposure, within scenarios (a sample), on trials that both sides completed%s. lost: by the strategy, × repeats; expected: at the common rate. p facts takes facts for independent, but those of a trial die together: it is too small. p: sign flips over the scenarios in which both can be compared (%d at the fewest, which can't give less than %s); p Holm: over the rows.", out, fewest.Scenarios, probability(fewest.Smallest))}
	return s
}

// probability writes a p value.
func probability(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return strconv.FormatFloat(p, 'f', 4, 64)
}

func (v Survivals) calendar(title string) sheet {
	var lasts []float64
	for _, row := range v.Strategies {
		if n := len(row.Calendar); n > 0 {
			lasts = append(lasts, row.Calendar[n-1].Time)
		}
	}
	times := moments(lasts, 4)
	s := sheet{
		title: "Survival by the conversation's cycles, % ± reach of the band / at risk" + title,
		head:  []string{"strategy"},
		notes: []string{"Memory level. Facts enter when they are exposed (delayed entry), × repeats at risk after the slash. –: nobody was at risk then. The first facts to enter are few, and a curve that they bring to zero stays there."},
	}
	for _, t := range times {
		s.head = append(s.head, fmt.Sprintf("cycle %.0f", t))
	}
	for _, row := range v.Strategies {
		line := []string{v.name(row)}
		for _, t := range times {
			cell := "–"
			if step := at(row.Calendar, t); step != nil && step.AtRisk > 0 {
				cell = fmt.Sprintf("%s/%d", s.caption.Narrow(step.Survival), step.AtRisk)
			}
			line = append(line, cell)
		}
		s.rows = append(s.rows, line)
	}
	return s
}

func (v Survivals) ages(title string) sheet {
	s := sheet{
		title: "In the memory / at risk, by cycles since exposure" + title,
		head:  []string{"strategy"},
		notes: []string{"Memory level, facts × repeats, snapshots: a fact that came back counts again, and every age has its own facts, so these are counts without an interval and no survival curve."},
	}
	ages := 0
	for _, row := range v.Strategies {
		if all := row.group(groupAll); all != nil {
			ages = min(5, max(ages, len(all.Ages)))
		}
	}
	for age := range ages {
		s.head = append(s.head, fmt.Sprintf("+%d", age))
	}
	for _, row := range v.Strategies {
		all := row.group(groupAll)
		if all == nil {
			continue
		}
		line := []string{v.name(row)}
		for age := range ages {
			cell := "–"
			if age < len(all.Ages) {
				cell = fmt.Sprintf("%d/%d", all.Ages[age].Kept, all.Ages[age].AtRisk)
			}
			line = append(line, cell)
		}
		s.rows = append(s.rows, line)
	}
	return s
}
