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
	Ranks      []Rank        `json:"ranks"`
	Aims       []Aim         `json:"aims"`
}

// TypeRow is the survival of one type of facts. Shares are from 0 to 1; those by the original's
// rule, as the published count is, stand beside those by today's matchers.
type TypeRow struct {
	Survived
	Low           float64 `json:"low"` // Wilson interval of the published count
	High          float64 `json:"high"`
	Fitted        float64 `json:"fitted"` // by the original's rule, as the published count is
	HeldOut       float64 `json:"held_out"`
	FittedJudged  float64 `json:"fitted_judged"` // by today's matchers
	HeldOutJudged float64 `json:"held_out_judged"`
}

// Inside reports whether a share lies in the interval of the published count.
func (r TypeRow) Inside(share float64) bool { return share >= r.Low && share <= r.High }

// StrategyRow is one strategy: final tasks passed (P) of 8 and facts in final answers (A) of 62,
// means over repeats.
type StrategyRow struct {
	Ranked
	FittedP       float64 `json:"fitted_p"`
	HeldOutP      float64 `json:"held_out_p"`
	FittedLegacyP float64 `json:"fitted_legacy_p"` // by the original's checker
	HeldOutLegacy float64 `json:"held_out_legacy_p"`
	FittedA       float64 `json:"fitted_a"`
	HeldOutA      float64 `json:"held_out_a"`
	Incomplete    int     `json:"incomplete"` // held-out trials cut or refused, counted as not passed
}

// Aim is what the simulation should reach.
type Aim struct {
	Text  string `json:"text"`
	Value string `json:"value"`
	Met   bool   `json:"met"`
}

// Without is what changes when a mechanism is off, on each fit: the counts with it and without it.
type Without struct {
	Mechanism string   `json:"mechanism"`
	Effects   []Effect `json:"effects"` // in the order of the comparisons; the first Without, of no mechanism, is what they are compared with
}

// Effect is what one fit does.
type Effect struct {
	Already  bool    `json:"already"`  // the experiment's settings turn the mechanism off anyway
	Survival float64 `json:"survival"` // share of facts at risk that the notes keep
	P        float64 `json:"p"`        // tasks passed, of all strategies of the leaderboard that are fitted
	A        float64 `json:"a"`
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

// compare makes the rows of a comparison.
func compare(p Published, own, other Counts) Comparison {
	c := Comparison{Published: p, Other: p.other().Title}
	var ownAll, otherAll SurvivalCount
	for _, s := range p.Survival.Types {
		i := slices.Index(arena.FactTypes, s.Type)
		c.Types = append(c.Types, typeRow(s, own.Survival[i], other.Survival[i]))
		c.All.Kept, c.All.N = c.All.Kept+s.Kept, c.All.N+s.N
		if s.Tolerant != nil {
			sum := *s.Tolerant
			if c.All.Tolerant != nil {
				sum += *c.All.Tolerant
			}
			c.All.Tolerant = &sum
		}
		ownAll, otherAll = ownAll.plus(own.Survival[i]), otherAll.plus(other.Survival[i])
	}
	c.All = typeRow(c.All.Survived, ownAll, otherAll)
	for i, r := range p.Leaderboard.Strategies {
		a, b := own.Strategies[i], other.Strategies[i]
		c.Strategies = append(c.Strategies, StrategyRow{
			Ranked: r, FittedP: own.mean(a.Passed), HeldOutP: other.mean(b.Passed),
			FittedLegacyP: own.mean(a.LegacyPassed), HeldOutLegacy: other.mean(b.LegacyPassed),
			FittedA: own.mean(a.Found), HeldOutA: other.mean(b.Found), Incomplete: b.Incomplete,
		})
	}
	return c
}

func typeRow(s Survived, own, other SurvivalCount) TypeRow {
	i := s.Interval()
	r := TypeRow{Survived: s, Low: i.Low, High: i.High}
	if own.N > 0 {
		r.Fitted, r.FittedJudged = float64(own.Legacy)/float64(own.N), float64(own.Kept)/float64(own.N)
	}
	if other.N > 0 {
		r.HeldOut, r.HeldOutJudged = float64(other.Legacy)/float64(other.N), float64(other.Kept)/float64(other.N)
	}
	return r
}

func (c SurvivalCount) plus(o SurvivalCount) SurvivalCount {
	return SurvivalCount{Kept: c.Kept + o.Kept, Legacy: c.Legacy + o.Legacy, N: c.N + o.N}
}

// mean is a count over all scenarios in one repeat.
func (c Counts) mean(byScenario []int) float64 {
	sum := 0
	for _, n := range byScenario {
		sum += n
	}
	return float64(sum) / float64(c.Repeats)
}

// survived is the share of all facts at risk that the notes kept, by the original's rule.
func (c Counts) survived() float64 {
	var all SurvivalCount
	for _, s := range c.Survival {
		all = all.plus(s)
	}
	return float64(all.Legacy) / float64(max(1, all.N))
}
