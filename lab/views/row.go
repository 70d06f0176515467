package views

import (
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/views/figure"
	"contextarena.internal/probes"
)

// Row is one strategy with one model.
type Row struct {
	Strategy string   `json:"strategy"`
	Model    string   `json:"model"`
	Control  bool     `json:"control"` // a yardstick, not a candidate
	Outcomes Outcomes `json:"outcomes"`

	// Retention of current and derived probes: the headline.
	Answer  figure.Figure `json:"answer"`
	Context figure.Figure `json:"context"`
	Memory  figure.Figure `json:"memory"` // of the exposed facts: only they were at risk
	Final   figure.Figure `json:"final"`
	// The answer figure for these very scenarios: its interval is that of repeats.
	AnswerFixed figure.Figure `json:"answer_fixed"`
	// The answer figure if every trial that wasn't completed had lost, or kept, everything.
	AnswerAllLost figure.Figure `json:"answer_all_lost"`
	AnswerAllKept figure.Figure `json:"answer_all_kept"`
	// Where the answer figure lies between no memory (0) and the whole conversation (1).
	OfFull figure.Figure `json:"of_full"`
	Best   *Bracket      `json:"best,omitempty"` // of candidates

	Stale      figure.Figure `json:"stale"`      // answers that use the old value
	Historical figure.Figure `json:"historical"` // answer level, historical probes
	Abstention figure.Figure `json:"abstention"` // answers to absent probes that say the value isn't known
	Original   figure.Figure `json:"original"`   // answer level, current and derived probes of the original 62
	Extended   figure.Figure `json:"extended"`   // answer level, current and derived probes beyond them

	Tasks  figure.Figure                    `json:"tasks"` // final tasks passed
	ByType map[arena.FactType]figure.Figure `json:"by_type"`
	Cost   Cost                             `json:"cost"`
	Voided int                              `json:"voided"` // probe replies that were cut or refused

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
		Outcomes: t.outcomes(), ByType: map[arena.FactType]figure.Figure{},
	}
	kept := func(f probes.Finding, level arena.Level) share { return sharing(f.At(level).Result, probes.Kept) }
	stale := func(f probes.Finding, level arena.Level) share { return sharing(f.At(level).Result, probes.Stale) }
	out.Answer = t.kept(arena.LevelAnswer)
	out.Context = t.kept(arena.LevelContext)
	out.Memory = t.kept(arena.LevelMemory)
	out.Final = t.kept(arena.LevelFinal)
	out.AnswerFixed = t.fixed()
	out.AnswerAllLost, out.AnswerAllKept = t.bounds()
	out.OfFull = t.ofFull(r, model)
	out.Stale = t.figure(arena.LevelAnswer, headline, stale)
	out.Historical = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return p.Kind == arena.Historical }, kept)
	out.Abstention = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return p.Kind == arena.Absent }, kept)
	out.Original = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && !p.Extended }, kept)
	out.Extended = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Extended }, kept)
	out.Tasks = t.tasks()
	for _, ft := range arena.FactTypes {
		out.ByType[ft] = t.figure(arena.LevelAnswer, func(p arena.Probe) bool { return headline(p) && p.Type == ft }, kept)
	}
	if slices.Contains(views, "spread") {
		out.Spread = t.spread()
	}
	if slices.Contains(views, "legacy") {
		out.Legacy = t.legacy()
	}
	out.Cost, out.Voided, out.Delivery = t.cost(), t.voided(), t.delivery()
	return out
}

// headline reports whether a probe enters the headline retention.
func headline(p arena.Probe) bool { return p.Kind.Headline() }

// order is what a leaderboard sorts by: the mean, below every other if there is none.
func order(f figure.Figure) float64 {
	if !f.Defined() {
		return -1
	}
	return f.Estimate().Mean
}
