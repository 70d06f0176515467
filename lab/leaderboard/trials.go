package leaderboard

import (
	"iter"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/store"
)

// Trial is one planned trial with its verdicts.
type Trial struct {
	Trial    string         `json:"trial"` // the first 12 digits of its key; empty if it was never run
	Scenario string         `json:"scenario"`
	Strategy string         `json:"strategy"`
	Model    string         `json:"model"`
	Repeat   int            `json:"repeat"`
	Budget   int            `json:"budget,omitempty"` // most tokens its memory might put into a context; none without
	Cut      int            `json:"cut,omitempty"`    // replies on a context that was cut to it
	Outcome  arena.Outcome  `json:"outcome"`
	Passed   bool           `json:"task_passed"`
	WriteUSD float64        `json:"write_usd"`
	ReadUSD  float64        `json:"read_usd"`
	Delivery arena.Delivery `json:"delivery,omitzero"` // of what its memory asked for
	Probes   []Finding      `json:"probes"`
}

// Finding is what a trial shows about one probe.
type Finding struct {
	Probe     string          `json:"probe"`
	Type      arena.FactType  `json:"type"`
	Kind      arena.Kind      `json:"kind"`
	Extended  bool            `json:"extended"`
	ExposedAt int             `json:"exposed_at_cycle"`  // 0: never
	LostAt    int             `json:"lost_at_cycle"`     // 0: not lost from the memory
	Place     probes.Place    `json:"place"`             // where it was lost on its way to the answer
	History   []probes.Result `json:"history,omitempty"` // the memory verdict after each cycle from the exposing one on
	Verdicts  []Verdict       `json:"verdicts"`
}

// Verdict is the judgement at one level.
type Verdict struct {
	Level   arena.Level   `json:"level"`
	Verdict probes.Result `json:"verdict"`
	Legacy  probes.Legacy `json:"legacy"` // the original's rule: hit, miss, or empty for an extended probe
}

// EachTrial yields every planned trial of these first repeats in the plan's order: scenario, strategy, model, repeat. One
// that was never run is among them as such. They are made one by one: all of them at once would be a second copy of every verdict.
func (r Report) EachTrial(repeats int) iter.Seq[Trial] {
	type slot struct {
		scenario, strategy, model string
		repeat                    int
	}
	return func(yield func(Trial) bool) {
		stored := map[slot]*lab.Trial{}
		for i := range r.result.Trials {
			t := &r.result.Trials[i]
			if t.Repeat > repeats {
				continue
			}
			stored[slot{t.Scenario, t.Strategy, t.Model, t.Repeat}] = t
		}
		plan := r.result.Planned
		for _, s := range r.result.Scenarios {
			for _, strategy := range plan.Strategies {
				for _, model := range plan.Models {
					for repeat := 1; repeat <= min(repeats, plan.Repeats); repeat++ {
						t := stored[slot{s.ID, strategy, model, repeat}]
						if t == nil {
							t = &lab.Trial{Trial: store.Trial{Scenario: s.ID, Strategy: strategy, Model: model, Repeat: repeat, Outcome: arena.NotRun}}
						}
						if !yield(trial(s, t)) {
							return
						}
					}
				}
			}
		}
	}
}

// whole is a report with its trials, which are made one by one when it is written.
type whole struct{ Report }

// Items implements reports.Long.
func (w whole) Items() (string, iter.Seq[any]) {
	return "trials", func(yield func(any) bool) {
		for t := range w.EachTrial(w.result.Planned.Repeats) {
			if !yield(t) {
				return
			}
		}
	}
}

func trial(s *arena.Scenario, t *lab.Trial) Trial {
	out := Trial{
		Scenario: t.Scenario, Strategy: t.Strategy, Model: t.Model, Repeat: t.Repeat, Outcome: t.Outcome, Budget: t.Budget, Cut: t.Cut,
		Passed: t.Score.Passed, WriteUSD: t.Cost.Write.USD, ReadUSD: t.Cost.Read.USD, Delivery: t.Delivery,
	}
	if t.Outcome != arena.NotRun {
		out.Trial = t.Key.Short()
	}
	for _, p := range s.Probes {
		f := Finding{Probe: p.ID, Type: p.Type, Kind: p.Kind, Extended: p.Extended}
		i := slices.IndexFunc(t.Score.Findings, func(f *probes.Finding) bool { return f.Probe == p.ID })
		found := &probes.Finding{}
		if i >= 0 {
			found = t.Score.Findings[i]
		}
		f.ExposedAt, f.LostAt, f.Place = found.Exposed, found.LostAt, found.Place
		f.History = found.History
		if p.Kind == arena.Absent {
			f.Place = "" // there is no fact that could have gone missing
		}
		for _, level := range arena.Levels {
			v := found.At(level)
			f.Verdicts = append(f.Verdicts, Verdict{Level: level, Verdict: v.Result, Legacy: v.Legacy})
		}
		out.Probes = append(out.Probes, f)
	}
	return out
}
