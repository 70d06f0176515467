package leaderboard

import (
	"math"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Spread says where the headline varies: between scenarios, between repeats of a scenario (the
// strategy writes something else), and between answers to the same frozen context. Standard
// deviations of a trial's share of kept probes; null where the plan can't tell them apart.
type Spread struct {
	Scenario  *float64 `json:"scenario_sd" jsonschema:"oneof_type=number;null"`
	Repeat    *float64 `json:"repeat_sd" jsonschema:"oneof_type=number;null"`
	Answer    *float64 `json:"answer_sd" jsonschema:"oneof_type=number;null"`
	Scenarios int      `json:"scenarios"`
	Draws     int      `json:"draws"`  // trials × answers they come from
	Shared    int      `json:"shared"` // probe answers that another draw shares through the cache: left out
	Note      string   `json:"note,omitempty"`
}

// addSpreads adds their spread to the rows.
func (r *Report) addSpreads(result lab.Result) {
	for i, row := range r.Leaderboard {
		r.Leaderboard[i].Spread = spread(tally.Of(result, row.Strategy, row.Model))
	}
}

func spread(t tally.Tally) *Spread {
	out := &Spread{}
	for _, trials := range t.Trials {
		for _, trial := range trials {
			out.Shared += trial.Shared()
		}
	}
	byScenario := make([][][]float64, len(t.Scenarios))
	for s, trial := range t.Completed() {
		byScenario[s] = append(byScenario[s], draws(t.Scenarios[s], trial))
	}
	c := stats.VarianceComponents(byScenario)
	out.Scenario, out.Repeat, out.Answer = root(c.Scenario), root(c.Repeat), root(c.Answer)
	out.Scenarios, out.Draws, out.Note = c.Scenarios, c.Draws, c.Note
	return out
}

// draws are a trial's shares of kept probes, one for each sample of answers.
func draws(s *arena.Scenario, t *lab.Trial) []float64 {
	samples := 1
	for _, f := range t.Score.Findings {
		samples = max(samples, 1+len(f.Again))
	}
	var out []float64
	for k := range samples {
		if mean, ok := drawn(s, t, k); ok {
			out = append(out, mean)
		}
	}
	return out
}

func root(variance *float64) *float64 {
	if variance == nil {
		return nil
	}
	sd := math.Sqrt(*variance)
	return &sd
}

func (r Report) spreadSections() []reports.Section {
	s := reports.Section{
		Title: "Where the answer figure varies, standard deviations in points" + r.Experiment.Title(),
		Head:  []string{"strategy", "these scenarios %", "scenario", "repeat", "answer", "draws", "shared"},
		Notes: []string{"these scenarios: answer retention with the interval of repeats alone, for gates between nights. scenario: between scenarios; repeat: between trials of a scenario; answer: between answers to one frozen context (a plan with answers: 2 or more). shared: probe answers that the cache gave to two draws; they are left out of these columns."},
		Rows: r.rows(func(row Row) reports.Row {
			p := row.Spread
			return reports.Row{row.AnswerFixed, points(p.Scenario), points(p.Repeat), points(p.Answer), p.Draws, p.Shared}
		}),
	}
	for _, row := range r.Leaderboard {
		if note := row.Spread.Note; note != "" && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
	return []reports.Section{s}
}
