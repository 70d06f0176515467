package leaderboard

import (
	"fmt"
	"slices"
	"strconv"

	"contextarena.internal/arena"
	"contextarena.internal/reports"
)

// survivalSections are the tables of survival.
func (r Report) survivalSections() []reports.Section {
	if len(r.Survival.Strategies) == 0 {
		return []reports.Section{{
			Title: "Survival of exposed facts" + r.Experiment.Title(),
			Notes: []string{"No strategy of this experiment took a stated fact out of the raw window, so nothing was at risk."},
		}}
	}
	out := []reports.Section{r.lost(), r.surviving(), r.halfLives(), r.lostByType()}
	var models []string
	for _, c := range r.Survival.Comparisons {
		if !slices.Contains(models, c.Model) {
			models = append(models, c.Model)
			out = append(out, r.logRank(c.Model))
		}
	}
	return append(out, r.calendar(), r.ages())
}

// group is a strategy's life table of a group, nil if none of it was exposed.
func (s Survival) group(name string) *LifeTable {
	for i := range s.Groups {
		if s.Groups[i].Group == name {
			return &s.Groups[i]
		}
	}
	return nil
}

// exposed are rows of the strategies that exposed current or derived facts: the strategy, then its cells.
func (r Report) exposed(cells func(LifeTable) reports.Row) []reports.Row {
	var out []reports.Row
	for _, s := range r.Survival.Strategies {
		if all := s.group(groupAll); all != nil {
			out = append(out, append(reports.Row{r.label(s.Strategy, s.Model)}, cells(*all)...))
		}
	}
	return out
}

func (r Report) lost() reports.Section {
	return reports.Section{
		Title: "Exposed facts not kept in the memory, %" + r.Experiment.Title(),
		Head:  []string{"strategy", "facts", "at once", "ever", "at the end", "back"},
		Notes: []string{"Of current and derived probes whose fact had left the window (facts, a repeat): not kept after the very cycle that took it away; after any cycle; after the last one, or the last before its value was replaced. A value is not kept where it is lost or stale: the old one stands in its place, or unmarked beside it. back: facts that returned after having been missing, a repeat."},
		Rows: r.exposed(func(all LifeTable) reports.Row {
			return reports.Row{fmt.Sprintf("%.1f", all.Facts), all.LostAtOnce, all.EverLost, all.LostAtEnd, fmt.Sprintf("%.1f", all.Resurrections)}
		}),
	}
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

// cellsAt are the cells of a curve at whole times, – for those that nobody was watched for.
func cellsAt(times []float64, steps []SurvivalStep, cell func(SurvivalStep) any) reports.Row {
	var out reports.Row
	for _, t := range times {
		var text any = "–"
		if i := slices.IndexFunc(steps, func(s SurvivalStep) bool { return s.Time == t }); i >= 0 && steps[i].AtRisk > 0 {
			text = cell(steps[i])
		}
		out = append(out, text)
	}
	return out
}

func (r Report) surviving() reports.Section {
	var lasts []float64
	for _, s := range r.Survival.Strategies {
		if all := s.group(groupAll); all != nil {
			lasts = append(lasts, all.Steps[len(all.Steps)-1].Time)
		}
	}
	times := moments(lasts, 3)
	s := reports.Section{
		Title: "Survival by cycles since exposure, %" + r.Experiment.Title(),
		Head:  []string{"strategy", "facts"},
		Notes: []string{"Kaplan-Meier, memory level, the exposing cycle being 1; –: nobody was watched so long. In brackets the pointwise bootstrap band over scenarios and trials, because one cut reply kills many facts at once; with fewer than 20 scenarios it is too narrow. The JSON report has every step, the numbers at risk and Greenwood's interval, which takes facts for independent."},
		Rows: r.exposed(func(all LifeTable) reports.Row {
			return append(reports.Row{fmt.Sprintf("%.1f", all.Facts)}, cellsAt(times, all.Steps, func(s SurvivalStep) any { return s.Survival })...)
		}),
	}
	for _, t := range times {
		s.Head = append(s.Head, fmt.Sprintf("beyond %.0f", t))
	}
	return s
}

func (r Report) halfLives() reports.Section {
	return reports.Section{
		Title: "Half-lives of exposed facts" + r.Experiment.Title(),
		Head:  []string{"strategy", "cycles", "messages", "tokens"},
		Notes: []string{"Memory level, all current and derived probes that were exposed: when at most half of them survive, counted from the exposing cycle (cycles: that one is 1; messages and tokens said since: 0). In brackets where the bootstrap band over scenarios crosses one half; n/a: no band. >5: not within the 5 that a fact was watched at most. Messages and tokens compare strategies that compact at different moments."},
		Rows: r.exposed(func(all LifeTable) reports.Row {
			return reports.Row{all.Half.Cycles, all.Half.Messages, all.Half.Tokens}
		}),
	}
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

func (r Report) lostByType() reports.Section {
	s := reports.Section{
		Title: "Exposed facts that the memory ever failed to keep, by type, % ± reach of 95 % interval" + r.Experiment.Title(),
		Head:  byType(),
		Notes: []string{"Under each strategy, its exposed facts a repeat."},
	}
	for _, row := range r.Survival.Strategies {
		line, facts := reports.Row{r.label(row.Strategy, row.Model)}, reports.Row{"  (facts)"}
		for _, t := range arena.FactTypes {
			g := row.group(string(t))
			if g == nil {
				g = &LifeTable{}
			}
			line, facts = append(line, g.EverLost.Narrow()), append(facts, cases(g.Facts))
		}
		s.Rows = append(s.Rows, line, facts)
	}
	return s
}

func (r Report) logRank(model string) reports.Section {
	s := reports.Section{
		Head: []string{"strategy", "trials", "lost", "expected", "chi2", "p facts", "p", "p Holm"},
	}
	left, fewest := 0, LogRank{}
	for _, c := range r.Survival.Comparisons {
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

func (r Report) calendar() reports.Section {
	var lasts []float64
	for _, s := range r.Survival.Strategies {
		if n := len(s.Calendar); n > 0 {
			lasts = append(lasts, s.Calendar[n-1].Time)
		}
	}
	times := moments(lasts, 4)
	s := reports.Section{
		Title: "Survival by the conversation's cycles, % ± reach of the band / at risk" + r.Experiment.Title(),
		Head:  []string{"strategy"},
		Notes: []string{"Memory level. Facts enter when they are exposed (delayed entry), × repeats at risk after the slash. –: nobody was at risk then. The first facts to enter are few, and a curve that they bring to zero stays there."},
	}
	for _, t := range times {
		s.Head = append(s.Head, fmt.Sprintf("cycle %.0f", t))
	}
	for _, row := range r.Survival.Strategies {
		cells := cellsAt(times, row.Calendar, func(s SurvivalStep) any { return reports.Say("%s/%d", s.Survival.Narrow(), s.AtRisk) })
		s.Rows = append(s.Rows, append(reports.Row{r.label(row.Strategy, row.Model)}, cells...))
	}
	return s
}

func (r Report) ages() reports.Section {
	ages := 0
	for _, s := range r.Survival.Strategies {
		if all := s.group(groupAll); all != nil {
			ages = min(5, max(ages, len(all.Ages)))
		}
	}
	s := reports.Section{
		Title: "In the memory / at risk, by cycles since exposure" + r.Experiment.Title(),
		Head:  []string{"strategy"},
		Notes: []string{"Memory level, facts × repeats, snapshots: a fact that came back counts again, and every age has its own facts, so these are counts without an interval and no survival curve."},
		Rows: r.exposed(func(all LifeTable) reports.Row {
			var cells reports.Row
			for age := range ages {
				cell := "–"
				if age < len(all.Ages) {
					cell = fmt.Sprintf("%d/%d", all.Ages[age].Kept, all.Ages[age].AtRisk)
				}
				cells = append(cells, cell)
			}
			return cells
		}),
	}
	for age := range ages {
		s.Head = append(s.Head, fmt.Sprintf("+%d", age))
	}
	return s
}
