package leaderboard

import (
	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
)

// legacyView is the name of the view.
const legacyView = "legacy"

// LegacyMeasures are the original benchmark's measures by its own rule (every pattern occurs somewhere,
// as a substring), over all its probes, exposed or not: for comparison with its published
// figures only.
type LegacyMeasures struct {
	P      reports.Figure `json:"p"`       // final tasks that pass its checker
	A      reports.Figure `json:"a"`       // the final reply
	LLast  reports.Figure `json:"l_last"`  // the last memory text
	LNever reports.Figure `json:"l_never"` // no memory text of any cycle lacked it, counted from a cycle that may come before the fact
	C      reports.Figure `json:"c"`       // the final task's whole context, question included
}

// addLegacy adds the measures to the rows.
func (r *Report) addLegacy(result lab.Result) {
	original := func(p arena.Probe) bool { return !p.Extended }
	hit := func(l probes.Legacy) tally.Share {
		return tally.Share{Yes: l == probes.LegacyHit, Counts: l != probes.LegacyNone}
	}
	verdict := func(f *probes.Finding, level arena.Level) tally.Share { return hit(f.At(level).Legacy) }
	for i, row := range r.Leaderboard {
		t := tally.Of(result, row.Strategy, row.Model)
		r.Leaderboard[i].Legacy = &LegacyMeasures{
			P:      t.TaskShare(func(trial *lab.Trial) tally.Share { return hit(trial.LegacyTask) }),
			A:      t.Figure(arena.LevelFinal, original, verdict),
			LLast:  t.Figure(arena.LevelMemory, original, verdict),
			LNever: t.Figure(arena.LevelMemory, original, func(f *probes.Finding, _ arena.Level) tally.Share { return hit(f.Never) }),
			C:      t.Figure(arena.LevelContext, original, func(f *probes.Finding, _ arena.Level) tally.Share { return hit(f.Whole) }),
		}
	}
}

func (r Report) legacySections() []reports.Section {
	return []reports.Section{{
		Title: "Legacy measures of the original benchmark, %" + r.Experiment.Title(),
		Head:  []string{"strategy", "P", "A", "L-last", "L-never", "C"},
		Rows: r.rows(func(row Row) reports.Row {
			l := row.Legacy
			return reports.Row{l.P.Count(), l.A.Narrow(), l.LLast.Narrow(), l.LNever.Narrow(), l.C.Narrow()}
		}),
		Notes: []string{"P: final tasks that pass its checker. The others: its own rule, all patterns as substrings, over its probes whether or not a memory was ever shown the fact. A: the final reply. L-last: the last memory text. L-never: missing from no memory text, counted from a cycle that may come before the fact (its mistake, kept here). C: the final task's whole context, question included. They measure different things: don't set one beside another, or any of them beside the figures of this program."},
	}}
}
