package leaderboard

import (
	"iter"

	"contextarena.internal/arena"
	"contextarena.internal/lab"
	"contextarena.internal/lab/tally"
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
	for t, all := range counted(r, probes.Lineage.CountCascades) {
		out = append(out, Cascade{
			Strategy: t.Strategy, Model: t.Model, Trials: all.trials,
			WrongRootLost:  all.rate(func(c probes.Cascade) probes.Share { return c.RootLost }),
			WrongRootStale: all.rate(func(c probes.Cascade) probes.Share { return c.RootStale }),
			WrongRootsHeld: all.rate(func(c probes.Cascade) probes.Share { return c.RootsHeld }),
			Size:           all.mean(func(c probes.Cascade) (float64, float64) { return float64(c.WrongBelow), float64(c.LostRoots) }),
			Old:            all.rate(func(c probes.Cascade) probes.Share { return c.Old }),
			DerivedOld:     all.rate(func(c probes.Cascade) probes.Share { return c.DerivedOld }),
		})
	}
	return out
}

// corrections counts the corrections of every strategy of a result that completed a trial.
func corrections(r lab.Result) []Corrections {
	out := []Corrections{}
	for t, all := range counted(r, probes.Lineage.CountCorrections) {
		out = append(out, Corrections{
			Strategy: t.Strategy, Model: t.Model, Trials: all.trials,
			Acknowledged: all.rate(func(c probes.Correction) probes.Share { return c.Acknowledged }),
			Integrated:   all.rate(func(c probes.Correction) probes.Share { return c.Integrated }),
			Contaminated: all.rate(func(c probes.Correction) probes.Share { return c.Contaminated }),
			Confidence:   all.mean(func(c probes.Correction) (float64, float64) { return c.Confidence, float64(c.Measured) }),
		})
	}
	return out
}

// counts are those of every completed trial of a strategy, by scenario.
type counts[C any] struct {
	of         tally.Tally
	byScenario [][]C
	trials     int
}

// counted counts the completed trials of every strategy that has one.
func counted[C any](r lab.Result, count func(probes.Lineage, *arena.Scenario, []*probes.Finding) C) iter.Seq2[tally.Tally, counts[C]] {
	lineages := make([]probes.Lineage, len(r.Scenarios))
	for i, s := range r.Scenarios {
		lineages[i] = probes.LineageOf(s.Facts)
	}
	return func(yield func(tally.Tally, counts[C]) bool) {
		for _, t := range tally.All(r) {
			c := counts[C]{of: t, byScenario: make([][]C, len(t.Scenarios))}
			for s, trial := range t.Completed() {
				c.byScenario[s] = append(c.byScenario[s], count(lineages[s], t.Scenarios[s], trial.Score.Findings))
				c.trials++
			}
			if c.trials > 0 && !yield(t, c) {
				return
			}
		}
	}
}

// sums adds a numerator and a denominator up within each scenario.
func (c counts[C]) sums(of func(C) (sum, n float64)) []stats.Cluster {
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

func (c counts[C]) rate(of func(C) probes.Share) reports.Figure {
	return c.of.Ratio(arena.LevelAnswer, c.sums(func(one C) (float64, float64) { return float64(of(one).Hits), float64(of(one).Of) }))
}

func (c counts[C]) mean(of func(C) (sum, n float64)) reports.Figure {
	return c.of.Mean(arena.LevelAnswer, c.sums(of))
}

func (r Report) correctionSections() []reports.Section {
	corrected := reports.Section{
		Title: "Corrections, % ± reach of 95 % interval / cases a repeat" + r.Experiment.Title(),
		Head:  []string{"strategy", "acknow-\nledged", "inte-\ngrated", "contami-\nnated", "confi-\ndence"},
		Notes: []string{"Who keeps corrections best is said by their retention (arena report --type correction); these rates say how. acknowledged: the answer mentions the corrected value; integrated: derived values that rest on a correction, answered right; contaminated: the answer mentions the old value without marking it as old. confidence: how much likelier the model found the corrected value than the old one, in nats, where it gives log-probabilities. –: no case."},
	}
	for _, c := range r.Corrections {
		corrected.Rows = append(corrected.Rows, reports.Row{
			r.label(c.Strategy, c.Model), of(c.Acknowledged, c.Acknowledged.Narrow()), of(c.Integrated, c.Integrated.Narrow()),
			of(c.Contaminated, c.Contaminated.Narrow()), of(c.Confidence, c.Confidence.Amount()),
		})
	}
	derived := reports.Section{
		Title: "Derived values answered wrong, % ± reach of 95 % interval / cases a repeat" + r.Experiment.Title(),
		Head:  []string{"strategy", "root\nlost", "root\nstale", "roots\nheld", "cascade\nsize", "old of\nwrong"},
		Notes: []string{"By what the context showed of the stated facts a value follows from: at least one lost (neither its value nor the one it replaced), none lost but one stale, all there. cascade size: derived values answered wrong below a lost root / lost roots a repeat. old of wrong: of wrong answers about a value that replaced another, those that give the old one. –: no case."},
	}
	for _, c := range r.Cascades {
		derived.Rows = append(derived.Rows, reports.Row{
			r.label(c.Strategy, c.Model), of(c.WrongRootLost, c.WrongRootLost.Narrow()), of(c.WrongRootStale, c.WrongRootStale.Narrow()),
			of(c.WrongRootsHeld, c.WrongRootsHeld.Narrow()), of(c.Size, c.Size.Amount()), of(c.Old, c.Old.Narrow()),
		})
	}
	return []reports.Section{corrected, derived}
}

// of is a figure's cell with its denominator.
func of(f reports.Figure, c reports.Cell) reports.Cell {
	if !f.Defined() {
		return c
	}
	return reports.Say("%s/%s", c, cases(f.Estimate().N))
}
