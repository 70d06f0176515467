package views

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// Row is one strategy with one model.
type Row struct {
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Control  bool           `json:"control"` // a yardstick, not a candidate
	Outcomes tally.Outcomes `json:"outcomes"`

	// Retention of current and derived probes: the headline.
	Answer  reports.Figure `json:"answer"`
	Context reports.Figure `json:"context"`
	Memory  reports.Figure `json:"memory"` // of the exposed facts: only they were at risk
	Final   reports.Figure `json:"final"`
	// The answer figure for these very scenarios: its interval is that of repeats.
	AnswerFixed reports.Figure `json:"answer_fixed"`
	// The answer figure if every trial that wasn't completed had lost, or kept, everything.
	AnswerAllLost reports.Figure `json:"answer_all_lost"`
	AnswerAllKept reports.Figure `json:"answer_all_kept"`
	// Where the answer figure lies between no memory (0) and the whole conversation (1).
	OfFull reports.Figure `json:"of_full"`
	Best   *Bracket       `json:"best,omitempty"` // of candidates

	Stale      reports.Figure `json:"stale"`      // answers that use the old value
	Historical reports.Figure `json:"historical"` // answer level, historical probes
	Abstention reports.Figure `json:"abstention"` // answers to absent probes that say the value isn't known
	Original   reports.Figure `json:"original"`   // answer level, current and derived probes of the original 62
	Extended   reports.Figure `json:"extended"`   // answer level, current and derived probes beyond them

	Tasks  reports.Figure                    `json:"tasks"` // final tasks passed
	ByType map[arena.FactType]reports.Figure `json:"by_type"`
	Cost   tally.Cost                        `json:"cost"`
	Voided int                               `json:"voided"` // probe replies that were cut or refused

	Delivery arena.Delivery `json:"delivery,omitzero"` // of what its memory asked for, in all trials

	// By request, as their views are.
	Spread *Spread         `json:"spread,omitempty"`
	Legacy *LegacyMeasures `json:"legacy,omitempty"`
}

// row computes a strategy's figures from its trials.
func row(r lab.Result, strategy, model string, views []string) Row {
	t := tallyOf(r, strategy, model)
	out := Row{
		Strategy: strategy, Model: model, Control: lab.IsControl(strategy),
		Outcomes: t.Outcomes(), ByType: map[arena.FactType]reports.Figure{},
	}
	kept := func(f probes.Finding, level arena.Level) tally.Share {
		return tally.ShareOf(f.At(level).Result, probes.Kept)
	}
	stale := func(f probes.Finding, level arena.Level) tally.Share {
		return tally.ShareOf(f.At(level).Result, probes.Stale)
	}
	out.Answer = t.Kept(arena.LevelAnswer)
	out.Context = t.Kept(arena.LevelContext)
	out.Memory = t.Kept(arena.LevelMemory)
	out.Final = t.Kept(arena.LevelFinal)
	out.AnswerFixed = t.fixed()
	out.AnswerAllLost, out.AnswerAllKept = t.bounds()
	out.OfFull = t.ofFull(r, model)
	out.Stale = t.Figure(arena.LevelAnswer, headline, stale)
	out.Historical = t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return p.Kind == arena.Historical }, kept)
	out.Abstention = t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return p.Kind == arena.Absent }, kept)
	out.Original = t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && !p.Extended }, kept)
	out.Extended = t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Extended }, kept)
	out.Tasks = t.tasks()
	for _, ft := range arena.FactTypes {
		out.ByType[ft] = t.Figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Type == ft }, kept)
	}
	if slices.Contains(views, "spread") {
		out.Spread = t.spread()
	}
	if slices.Contains(views, "legacy") {
		out.Legacy = t.legacy()
	}
	out.Cost, out.Voided, out.Delivery = t.Cost(), t.voided(), t.delivery()
	return out
}

// headline reports whether a probe enters the headline retention.
func headline(p arena.Probe) bool { return p.Kind.Headline() }

// order is what a leaderboard sorts by: the mean, below every other if there is none.
func order(f reports.Figure) float64 {
	if !f.Defined() {
		return -1
	}
	return f.Estimate().Mean
}
