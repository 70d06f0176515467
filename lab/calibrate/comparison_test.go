package calibrate

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contextarena.internal/arena"
)

// Result is a calibration: the fits, and how each model's figures compare with them.
type Result struct {
	Repeats     int          `json:"repeats"`     // of the figures shown
	FitRepeats  int          `json:"fit_repeats"` // of each evaluation of a fit; 0 where nothing was fitted
	Fits        []Fitted     `json:"fits"`        // of the published models, then the extrapolated one
	Comparisons []Comparison `json:"comparisons"` // one for each published model
}

// Comparison sets a model's published figures beside those of two simulated ones: the one fitted to
// it, and the one fitted to the other model, which predicts it.
type Comparison struct {
	Published  Published     `json:"published"`
	Other      string        `json:"other"` // the title of the model that the prediction was fitted to
	Types      []TypeRow     `json:"types"`
	All        TypeRow       `json:"all"`
	Strategies []StrategyRow `json:"strategies"`
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

//go:embed result.json
var resultFile []byte

// latest is the calibration that the program is built with.
func latest() (Result, error) {
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
		name, _, _ := strings.Cut(f.Model, "?")
		now, err := parametersOf(name)
		if err == nil && now != f.Parameters {
			err = fmt.Errorf("calibrate: %s has parameters %s, the calibration was made with %s: run make calibrate", name, now, f.Parameters)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// compare makes the rows of a comparison from what the fit and the prediction counted.
func compare(p Published, other string, counts [2]totals) Comparison {
	c := Comparison{Published: p, Other: other}
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
		a, b := counts[0].Strategies[i], counts[1].Strategies[i]
		c.Strategies = append(c.Strategies, StrategyRow{
			Ranked: r, FittedPassed: a.passed(), HeldOutPassed: b.passed(), FittedAsked: a.asked(), HeldOutAsked: b.asked(), Incomplete: b.Incomplete,
		})
	}
	return c
}

func typeRow(s Survived, of [2]Survived) TypeRow {
	i := s.interval()
	return TypeRow{Survived: s, Low: i.Low, High: i.High, Fitted: of[0].share(), HeldOut: of[1].share()}
}
