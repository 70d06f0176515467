package views

import (
	"fmt"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/probes"
	"contextarena.internal/reports"
	"contextarena.internal/stats"
)

// Cascade is what happens to derived values with one strategy and model; see probes.Cascade for
// what counts. Shares are at the answer level.
type Cascade struct {
	Strategy string `json:"strategy"`
	Model    string `json:"model"`
	Trials   int    `json:"trials"` // completed
	// Derived values answered wrong, by what the context showed of their roots.
	WrongRootLost  reports.Figure `json:"wrong_root_lost"`
	WrongRootStale reports.Figure `json:"wrong_root_stale"`
	WrongRootsHeld reports.Figure `json:"wrong_roots_held"`
	// Size is the mean number of derived values answered wrong below a lost root.
	Size reports.Figure `json:"size"`
	// Old is the share of wrong answers that give the old value, where there was one; DerivedOld
	// that of derived values.
	Old        reports.Figure `json:"old_of_wrong"`
	DerivedOld reports.Figure `json:"old_of_wrong_derived"`
}

// Corrections are how one strategy and model take up corrections; see probes.Correction for what
// counts. Shares are at the answer level.
type Corrections struct {
	Strategy     string         `json:"strategy"`
	Model        string         `json:"model"`
	Trials       int            `json:"trials"` // completed
	Acknowledged reports.Figure `json:"surface_acknowledgment"`
	Integrated   reports.Figure `json:"operational_integration"`
	Contaminated reports.Figure `json:"prior_contamination"`
	// Confidence is the mean advantage of the corrected value over the old one, in nats. It is of
	// nothing without log-probabilities.
	Confidence reports.Figure `json:"confidence_delta"`
}

// cascades counts the cascades of every strategy of a result that completed a trial.
func cascades(r lab.Result) []Cascade {
	out := []Cascade{}
	for _, t := range tallies(r) {
		counted := perTrial(t, probes.CountCascades)
		if counted.trials == 0 {
			continue
		}
		rate := func(of func(probes.Cascade) probes.Share) reports.Figure {
			return t.Ratio(arena.LevelAnswer, counted.sums(func(c probes.Cascade) (float64, float64) { return both(of(c)) }))
		}
		out = append(out, Cascade{
			Strategy: t.Strategy, Model: t.Model, Trials: counted.trials,
			WrongRootLost:  rate(func(c probes.Cascade) probes.Share { return c.RootLost }),
			WrongRootStale: rate(func(c probes.Cascade) probes.Share { return c.RootStale }),
			WrongRootsHeld: rate(func(c probes.Cascade) probes.Share { return c.RootsHeld }),
			Size: t.Mean(arena.LevelAnswer, counted.sums(func(c probes.Cascade) (float64, float64) {
				return float64(c.WrongBelow), float64(c.LostRoots)
			})),
			Old:        rate(func(c probes.Cascade) probes.Share { return c.Old }),
			DerivedOld: rate(func(c probes.Cascade) probes.Share { return c.DerivedOld }),
		})
	}
	return out
}

// corrections counts the corrections of every strategy of a result that completed a trial.
func corrections(r lab.Result) []Corrections {
	out := []Corrections{}
	for _, t := range tallies(r) {
		counted := perTrial(t, probes.CountCorrections)
		if counted.trials == 0 {
			continue
		}
		rate := func(of func(probes.Correction) probes.Share) reports.Figure {
			return t.Ratio(arena.LevelAnswer, counted.sums(func(c probes.Correction) (float64, float64) { return both(of(c)) }))
		}
		out = append(out, Corrections{
			Strategy: t.Strategy, Model: t.Model, Trials: counted.trials,
			Acknowledged: rate(func(c probes.Correction) probes.Share { return c.Acknowledged }),
			Integrated:   rate(func(c probes.Correction) probes.Share { return c.Integrated }),
			Contaminated: rate(func(c probes.Correction) probes.Share { return c.Contaminated }),
			Confidence: t.Mean(arena.LevelAnswer, counted.sums(func(c probes.Correction) (float64, float64) {
				return c.Confidence, float64(c.Measured)
			})),
		})
	}
	return out
}

// counted are the counts of every completed trial, by scenario.
type counted[C any] struct {
	byScenario [][]C
	trials     int
}

func perTrial[C any](t tallied, count func(*arena.Scenario, []probes.Finding) C) counted[C] {
	out := counted[C]{byScenario: make([][]C, len(t.Scenarios))}
	for s, scenario := range t.Scenarios {
		for _, trial := range t.Trials[s] {
			if trial.Outcome == arena.Completed {
				out.byScenario[s] = append(out.byScenario[s], count(scenario, trial.Score.Findings))
				out.trials++
			}
		}
	}
	return out
}

// sums adds a numerator and a denominator up within each scenario.
func (c counted[C]) sums(of func(C) (sum, n float64)) []stats.Cluster {
	out := make([]stats.Cluster, len(c.byScenario))
	for s, trials := range c.byScenario {
		for _, trial := range trials {
			sum, n := of(trial)
			out[s].Sum += sum
			out[s].N += n
		}
	}
	return out
}

func both(s probes.Share) (hits, of float64) { return float64(s.Hits), float64(s.Of) }

func cascadeSheet(all []Cascade, title string) sheet {
	several := severalModels(len(all), func(i int) string { return all[i].Model })
	s := sheet{
		title: "Derived values answered wrong, % ± reach of 95 % interval / cases a repeat" + title,
		head:  []string{"strategy", "root\nlost", "root\nstale", "roots\nheld", "cascade\nsize", "old of\nwrong"},
		notes: []string{
			"By what the context showed of the stated facts a value follows from: at least one lost (neither its value nor the one it replaced), none lost but one stale, all there. cascade size: derived values answered wrong below a lost root / lost roots a repeat. old of wrong: of wrong answers about a value that replaced another, those that give the old one. –: no case.",
		},
	}
	for _, c := range all {
		s.rows = append(s.rows, []string{
			label(c.Strategy, c.Model, several), of(&s.caption, c.WrongRootLost), of(&s.caption, c.WrongRootStale),
			of(&s.caption, c.WrongRootsHeld), amount(&s.caption, c.Size), of(&s.caption, c.Old),
		})
	}
	return s
}

func correctionSheet(all []Corrections, title string) sheet {
	several := severalModels(len(all), func(i int) string { return all[i].Model })
	s := sheet{
		title: "Corrections, % ± reach of 95 % interval / cases a repeat" + title,
		head:  []string{"strategy", "acknow-\nledged", "inte-\ngrated", "contami-\nnated", "confi-\ndence"},
		notes: []string{
			"acknowledged: the answer mentions the corrected value; integrated: derived values that rest on a correction, answered right; contaminated: the answer mentions the old value without marking it as old. confidence: how much likelier the model found the corrected value than the old one, in nats, where it gives log-probabilities. –: no case.",
		},
	}
	for _, c := range all {
		s.rows = append(s.rows, []string{
			label(c.Strategy, c.Model, several), of(&s.caption, c.Acknowledged), of(&s.caption, c.Integrated),
			of(&s.caption, c.Contaminated), amount(&s.caption, c.Confidence),
		})
	}
	return s
}

// of writes a share with its denominator.
func of(c *caption, f reports.Figure) string {
	if !f.Defined() {
		return "–"
	}
	return c.Narrow(f) + "/" + cases(f.Estimate().N)
}

// amount writes a mean that is no share.
func amount(c *caption, f reports.Figure) string {
	if !f.Defined() {
		return "–"
	}
	mark := c.Narrow(f)
	e := f.Estimate()
	text := fmt.Sprintf("%.1f", e.Mean)
	if e.Interval != nil {
		text += fmt.Sprintf("±%.1f", e.Reach())
	} else {
		text += string([]rune(mark)[len([]rune(mark))-1])
	}
	return text + "/" + cases(e.N)
}

// cases writes a number of cases that need not be whole.
func cases(n float64) string {
	if n >= 10 {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.2g", n)
}
