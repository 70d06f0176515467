package leaderboard

import (
	"context"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/query"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/store"
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
	Best          *Bracket       `json:"best,omitempty"` // of candidates that can be compared

	Stale      reports.Figure `json:"stale"`      // answers that use the old value
	Historical reports.Figure `json:"historical"` // answer level, historical probes
	Abstention reports.Figure `json:"abstention"` // answers to absent probes that say the value isn't known
	Original   reports.Figure `json:"original"`   // answer level, current and derived probes of the original 62
	Extended   reports.Figure `json:"extended"`   // answer level, current and derived probes beyond them

	// What the protocol of the dataset would make of the same replies; none of other scenarios.
	Published *reports.Figure `json:"published,omitempty"`

	Tasks  reports.Figure                    `json:"tasks"` // final tasks passed
	ByType map[arena.FactType]reports.Figure `json:"by_type"`
	Cost   tally.Cost                        `json:"cost"`
	// How long its answers took; none where no reply has a time.
	Latency *Latency `json:"latency,omitempty"`
	Voided  int      `json:"voided"` // probe replies that were void (probes.VoidReply)

	// Replies, to probes and final tasks of completed trials, on a context that was cut to its budget.
	CutContexts int `json:"cut_contexts,omitempty"`
	Budget      int `json:"budget,omitempty"` // of tokens, that its trials were played within

	Delivery arena.Delivery `json:"delivery,omitzero"` // of what its memory asked for, in all trials

	memory, reader int // of Blame
}

// Latency is how long answers took, in seconds: half of them P50 or less, 95 % P95 or less.
type Latency struct {
	P50     any `json:"p50_s" jsonschema:"type=number"`
	P95     any `json:"p95_s" jsonschema:"type=number"`
	Answers any `json:"answers" jsonschema:"type=integer"`
}

// timed has the database say how long answers took.
func (r *Report) timed(ctx context.Context, db *store.DB, args map[string]any) error {
	a, err := query.Of("latency").Ask(ctx, db, args)
	for _, took := range a.Rows {
		for i, row := range r.Leaderboard {
			if row.Strategy == took["strategy"] && row.Model == took["model"] {
				r.Leaderboard[i].Latency = &Latency{took["p50_s"], took["p95_s"], took["answers"]}
			}
		}
	}
	return err
}

// row computes a strategy's figures from its trials.
func row(t tally.Tally) Row {
	answer := func(which func(arena.Probe) bool) reports.Figure {
		return t.Figure(arena.LevelAnswer, which, keptAt)
	}
	out := Row{
		Strategy: t.Strategy, Model: t.Model, Control: lab.IsControl(t.Strategy), Outcomes: t.Outcomes(),
		Answer: t.Kept(arena.LevelAnswer), Context: t.Kept(arena.LevelContext), Memory: t.Kept(arena.LevelMemory), Final: t.Kept(arena.LevelFinal),
		AnswerFixed: fixed(t, strata(t, tally.Headline)),
		Stale: t.Figure(arena.LevelAnswer, tally.Headline, func(f *probes.Finding, level arena.Level) tally.Share {
			return tally.ShareOf(f.At(level).Result, probes.Stale)
		}),
		Historical: answer(func(p arena.Probe) bool { return p.Kind == arena.Historical }),
		Abstention: answer(func(p arena.Probe) bool { return p.Kind == arena.Absent }),
		Original:   answer(func(p arena.Probe) bool { return tally.Headline(p) && !p.Extended }),
		Extended:   answer(func(p arena.Probe) bool { return tally.Headline(p) && p.Extended }),
		Tasks: t.TaskShare(func(trial *lab.Trial) tally.Share {
			return tally.Share{Yes: trial.Score.Passed, Counts: trial.Outcome == arena.Completed}
		}),
		ByType: map[arena.FactType]reports.Figure{}, Cost: t.Cost(), CutContexts: t.Cut(),
	}
	out.AnswerAllLost, out.AnswerAllKept = bounds(t)
	for _, ft := range arena.FactTypes {
		out.ByType[ft] = answer(func(p arena.Probe) bool { return tally.Headline(p) && p.Type == ft })
	}
	for s, trials := range t.Trials {
		for _, trial := range trials {
			out.Delivery = out.Delivery.Plus(trial.Delivery)
			out.Budget = trial.Budget
		}
		for i, p := range t.Scenarios[s].Probes {
			for f, times := range t.Seen[s][i] {
				n, answer := int(times), f.At(arena.LevelAnswer).Result
				if answer == probes.Void && p.Only != arena.OnlyJudge {
					out.Voided += n
				}
				switch {
				case !tally.Headline(p) || !answer.Counts() || answer == probes.Kept:
				case f.At(arena.LevelContext).Result == probes.Kept:
					out.reader += n
				default:
					out.memory += n
				}
			}
		}
	}
	return out
}

// keptAt is whether a level kept the value.
func keptAt(f *probes.Finding, level arena.Level) tally.Share {
	return tally.ShareOf(f.At(level).Result, probes.Kept)
}

// order is what a leaderboard sorts by: the mean, below every other if there is none.
func order(f reports.Figure) float64 {
	if !f.Defined() {
		return -1
	}
	return f.Estimate().Mean
}
