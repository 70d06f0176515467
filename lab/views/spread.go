package views

import (
	"fmt"
	"math"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
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

func (t tallied) spread() *Spread {
	var x [][][]float64
	out := &Spread{}
	for s, scenario := range t.Scenarios {
		var repeats [][]float64
		for _, trial := range t.Trials[s] {
			out.Shared += trial.Shared()
			if trial.Outcome != arena.Completed {
				continue
			}
			if answers := draws(scenario, trial); len(answers) > 0 {
				repeats = append(repeats, answers)
			}
		}
		if len(repeats) > 0 {
			x = append(x, repeats)
		}
	}
	c := stats.VarianceComponents(x)
	out.Scenario, out.Repeat, out.Answer = root(c.Scenario), root(c.Repeat), root(c.Answer)
	out.Scenarios, out.Draws, out.Note = c.Scenarios, c.Draws, c.Note
	return out
}

// draws are a trial's shares of kept probes, one for each sample of answers.
func draws(s *arena.Scenario, t lab.Trial) []float64 {
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

func (r Report) spread() sheet {
	s := sheet{
		title: "Where the answer figure varies, standard deviations in points" + r.title(),
		head:  []string{"strategy", "these scenarios %", "scenario", "repeat", "answer", "draws", "shared"},
		notes: []string{"these scenarios: answer retention with the interval of repeats alone, for gates between nights. scenario: between scenarios; repeat: between trials of a scenario; answer: between answers to one frozen context (a plan with answers: 2 or more). shared: probe answers that the cache gave to two draws; they are left out of these columns."},
	}
	for _, row := range r.Leaderboard {
		p := row.Spread
		s.rows = append(s.rows, []string{
			r.name(row), s.caption.Cell(row.AnswerFixed), points(p.Scenario), points(p.Repeat), points(p.Answer), fmt.Sprint(p.Draws), fmt.Sprint(p.Shared),
		})
		if p.Note != "" && (len(s.notes) < 2 || s.notes[len(s.notes)-1] != p.Note) {
			s.notes = append(s.notes, p.Note)
		}
	}
	return s
}

// points writes a share as percentage points.
func points(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f", 100**x)
}
