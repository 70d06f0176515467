package calibrate

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"contextarena.internal/arena"
)

// Result is a calibration: the fits, how each model's figures compare with them, and what each
// mechanism contributes.
type Result struct {
	Repeats     int          `json:"repeats"`      // of the figures shown
	FitRepeats  int          `json:"fit_repeats"`  // of each evaluation of a fit; 0 where nothing was fitted
	Fits        []Fitted     `json:"fits"`         // of the published models, then the extrapolated one
	Comparisons []Comparison `json:"comparisons"`  // one for each published model
	Without     []Without    `json:"without"`      // a mechanism each
	WithoutRuns int          `json:"without_runs"` // repeats of Without
}

// Comparison sets a model's published figures beside those of two simulated ones: the one fitted to
// it, and the one fitted to the other model, which predicts it.
type Comparison struct {
	Published  Published     `json:"published"`
	Other      string        `json:"other"` // the title of the model that the prediction was fitted to
	Types      []TypeRow     `json:"types"`
	All        TypeRow       `json:"all"`
	Strategies []StrategyRow `json:"strategies"`
	Nothing    float64       `json:"nothing"` // tasks passed by the strategy that shows the model nothing, by the fit
	Ranks      []Rank        `json:"ranks"`
	Aims       []Aim         `json:"aims"`
}

// TypeRow is the survival of one type of facts. Shares are from 0 to 1.
type TypeRow struct {
	Survived
	Low     float64 `json:"low"` // Wilson interval of the published count
	High    float64 `json:"high"`
	Fitted  float64 `json:"fitted"`
	HeldOut float64 `json:"held_out"`
}

// inside reports whether a share lies in the interval of the published count.
func (r TypeRow) inside(share float64) bool { return share >= r.Low && share <= r.High }

// StrategyRow is one strategy: final tasks passed of 8, and the share of asked facts in the answers.
type StrategyRow struct {
	Ranked
	FittedPassed  float64 `json:"fitted_passed"`
	HeldOutPassed float64 `json:"held_out_passed"`
	FittedAsked   float64 `json:"fitted_asked"`
	HeldOutAsked  float64 `json:"held_out_asked"`
	Incomplete    int     `json:"incomplete"` // held-out trials cut or refused, counted as not passed
}

// Without is what changes when a mechanism is off, on each fit: the shares with it and without it.
type Without struct {
	Mechanism string   `json:"mechanism"`
	Effects   []Effect `json:"effects"` // in the order of the comparisons; the first Without, of no mechanism, is what they are compared with
}

// Effect is what one fit does, with the strategies that are fitted together.
type Effect struct {
	Already  bool    `json:"already"`  // the experiment's settings turn the mechanism off anyway
	Survival float64 `json:"survival"` // share of facts at risk that the notes keep
	Passed   float64 `json:"passed"`   // tasks of 8
	Asked    float64 `json:"asked"`    // share of asked facts in the answers
}

//go:embed result.json
var resultFile []byte

// Latest is the calibration that is part of the program.
func Latest() (Result, error) {
	var r Result
	if err := json.Unmarshal(resultFile, &r); err != nil {
		return r, fmt.Errorf("calibrate: result.json: %w", err)
	}
	return r, nil
}

// Current is an error unless the simulated models are those of the result.
func (r Result) Current() error {
	var errs []error
	for _, f := range r.Fits {
		m, err := simulated(f.Model)
		name := "sim:" + m.Name
		if err != nil {
			errs = append(errs, err)
			continue
		}
		now := Fitted{Model: name}
		if err := now.identify(); err != nil {
			errs = append(errs, err)
		} else if now.Parameters != f.Parameters {
			errs = append(errs, fmt.Errorf("calibrate: %s has parameters %s, the calibration was made with %s: run make calibrate", name, now.Parameters, f.Parameters))
		}
	}
	return errors.Join(errs...)
}

// compare makes the rows of a comparison from what the fit and the prediction counted; the first
// strategy of both is the one that shows nothing.
func compare(p Published, counts [2]totals) Comparison {
	c := Comparison{Published: p, Other: p.other().Title, Nothing: counts[0].Strategies[0].passed()}
	var sums [2]Survived
	for _, s := range p.Survival.Types {
		var of [2]Survived
		for k := range of {
			of[k] = counts[k].Survival[slices.Index(arena.FactTypes, s.Type)]
			sums[k].add(of[k])
		}
		c.Types = append(c.Types, typeRow(s, of))
		c.All.add(s)
	}
	c.All = typeRow(c.All.Survived, sums)
	for i, r := range p.Leaderboard.Strategies {
		a, b := counts[0].Strategies[1+i], counts[1].Strategies[1+i]
		c.Strategies = append(c.Strategies, StrategyRow{
			Ranked: r, FittedPassed: a.passed(), HeldOutPassed: b.passed(), FittedAsked: a.asked(), HeldOutAsked: b.asked(), Incomplete: b.Incomplete,
		})
	}
	c.Ranks = c.rankings()
	c.Aims = c.aims()
	return c
}

func typeRow(s Survived, of [2]Survived) TypeRow {
	i := s.interval()
	return TypeRow{Survived: s, Low: i.Low, High: i.High, Fitted: of[0].share(), HeldOut: of[1].share()}
}

// rankings compares the leaderboard with the simulated ones and with the other published one, without
// strategies that a published run didn't play whole.
func (c Comparison) rankings() []Rank {
	var published, fitted, heldOut, both, other []float64
	for _, s := range c.Strategies {
		if s.LeftOut != "" {
			continue
		}
		passed := float64(s.Passed) / float64(s.Tasks)
		published, fitted, heldOut = append(published, passed), append(fitted, s.FittedPassed), append(heldOut, s.HeldOutPassed)
		for _, o := range c.Published.other().Leaderboard.Strategies {
			if o.Spec == s.Spec {
				both, other = append(both, passed), append(other, float64(o.Passed)/float64(o.Tasks))
			}
		}
	}
	return []Rank{rank("fitted", published, fitted), rank("held out", published, heldOut), rank("other model", both, other)}
}

// passed is tasks passed of 8.
func (c strategyTotals) passed() float64 { return 8 * float64(c.Passed) / float64(max(1, c.Trials)) }

// asked is the share of asked facts in the answers.
func (c strategyTotals) asked() float64 { return float64(c.Asked) / float64(max(1, c.AskedOf)) }

// survived is the share of all facts at risk that the notes kept.
func (c totals) survived() float64 {
	var all Survived
	for _, s := range c.Survival {
		all.add(s)
	}
	return all.share()
}
