package leaderboard

import (
	"fmt"
	"slices"

	"contextarena.internal/reports"
)

// survivalSections are the tables of survival.
func (r Report) survivalSections() []reports.Section {
	if len(r.Survival) == 0 {
		return []reports.Section{{
			Title: "Survival of exposed facts" + r.Experiment.Title(),
			Notes: []string{"No strategy of this experiment took a stated fact out of the raw window, so nothing was at risk."},
		}}
	}
	lost := reports.Section{
		Title: "Exposed facts not kept in the memory, %" + r.Experiment.Title(),
		Head:  []string{"strategy", "facts", "at once", "ever", "at the end", "back"},
		Notes: []string{"Of current and derived probes whose fact had left the window (facts, a repeat): not kept after the very cycle that took it away; after any cycle; after the last one, or the last before its value was replaced. A value is not kept where it is lost or stale: the old one stands in its place, or unmarked beside it. back: facts that returned after having been missing, a repeat."},
	}
	times := r.moments(3)
	surviving := reports.Section{
		Title: "Survival by cycles since exposure, %" + r.Experiment.Title(),
		Head:  []string{"strategy"},
		Notes: []string{"Kaplan-Meier, memory level, the exposing cycle being 1; –: nobody was watched so long. In brackets the pointwise bootstrap band over scenarios and trials, because one cut reply kills many facts at once; with fewer than 20 scenarios it is too narrow. half-life: the cycle by which at most half survive, in brackets where the band crosses one half; n/a: no band; >5: not within the 5 that a fact was watched at most. The JSON report has every step, and the numbers at risk."},
	}
	for _, t := range times {
		surviving.Head = append(surviving.Head, fmt.Sprintf("beyond %.0f", t))
	}
	surviving.Head = append(surviving.Head, "half-life")
	for _, s := range r.Survival {
		name := r.label(s.Strategy, s.Model)
		lost.Rows = append(lost.Rows, reports.Row{name, fmt.Sprintf("%.1f", s.Facts), s.LostAtOnce, s.EverLost, s.LostAtEnd, fmt.Sprintf("%.1f", s.Resurrections)})
		row := reports.Row{name}
		for _, t := range times {
			if f := s.beyond(t); f.Defined() {
				row = append(row, f)
			} else {
				row = append(row, "–")
			}
		}
		surviving.Rows = append(surviving.Rows, append(row, s.Half))
	}
	return []reports.Section{lost, surviving}
}

// beyond is what survives beyond a time; undefined if nobody was watched so long.
func (s Survival) beyond(time float64) reports.Figure {
	i := slices.IndexFunc(s.Steps, func(s SurvivalStep) bool { return s.Time == time })
	if i < 0 {
		return reports.Figure{}
	}
	return s.Steps[i].Survival
}

// moments picks at most n of the whole times from 1 to the middle one of the strategies' last, so
// that one that compacts at every message doesn't stretch the table.
func (r Report) moments(n int) []float64 {
	var lasts []float64
	for _, s := range r.Survival {
		lasts = append(lasts, s.Half.Watched)
	}
	slices.Sort(lasts)
	whole := int(lasts[len(lasts)/2])
	n = min(n, whole)
	var out []float64
	for i := range n {
		out = append(out, float64(1+(whole-1)*i/max(1, n-1)))
	}
	return out
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
