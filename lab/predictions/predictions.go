// Package predictions is the one file of what the source documents predict (predictions.yaml), and what
// becomes of it. A study looks up its predictions by id, or takes the tables of the proposals.
package predictions

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/stats"
	"contextarena.internal/strategies"
)

// Proposal is a research proposal of seed document 003 with the table of what it predicts.
type Proposal struct {
	Number        int          `yaml:"proposal" json:"proposal"`
	Name          string       `yaml:"name" json:"name"`
	Strategy      string       `yaml:"strategy" json:"strategy,omitempty"` // label; empty where it is tested elsewhere
	CallsPerCycle string       `yaml:"calls_per_cycle" json:"calls_per_cycle,omitempty"`
	Elsewhere     string       `yaml:"elsewhere" json:"elsewhere,omitempty"` // the command that tests it
	Predictions   []Prediction `yaml:"predictions" json:"-"`
}

// Prediction is what a document predicts, with what decides it. One of a table has no ID, its retention is
// in percent, and of Target, Gain, Within and AtMost exactly one is set.
type Prediction struct {
	ID         string   `yaml:"id" json:"-"` // STUDY/NAME
	Claim      string   `yaml:"claim" json:"-"`
	Rule       string   `yaml:"rule" json:"-"`   // what decides it
	Source     string   `yaml:"source" json:"-"` // who predicts it
	AtLeast    float64  `yaml:"at_least" json:"-"`
	Sure       float64  `yaml:"sure" json:"-"` // the chance that decides
	Degenerate float64  `yaml:"degenerate" json:"-"`
	Order      []string `yaml:"order" json:"-"` // the best first

	Strategy  string    `yaml:"strategy" json:"strategy"` // label; the proposal's unless said
	Against   string    `yaml:"against" default:"rlm" json:"against"`
	Of        string    `yaml:"of" json:"of"`               // answer, a fact type, write or total
	Scenarios []string  `yaml:"scenarios" json:"scenarios"` // that the claim is about; empty for all
	Baseline  *float64  `yaml:"baseline" json:"seed_baseline,omitempty"`
	Target    []float64 `yaml:"target" json:"seed_target,omitempty"`   // from, and to where it is said
	Gain      float64   `yaml:"gain" json:"seed_gain,omitempty"`       // points
	Within    float64   `yaml:"within" json:"seed_within,omitempty"`   // points either way
	AtMost    float64   `yaml:"at_most" json:"seed_at_most,omitempty"` // in a table, times the other's cost
	Reading   string    `yaml:"reading" json:"reading,omitempty"`      // the document's words, where it gives no number
}

// Expectation is a prediction with what became of it.
type Expectation struct {
	Claim   string        `json:"claim"`
	Rule    string        `json:"rule"`    // what decides it
	Finding string        `json:"finding"` // the figures
	Verdict stats.Verdict `json:"verdict"`
}

// Found is what became of a prediction.
func (p Prediction) Found(v stats.Verdict, finding string) Expectation {
	return Expectation{p.Claim, p.Rule, finding, v}
}

// Cost reports whether a prediction of a table is about a cost, and not about retention.
func (p Prediction) Cost() bool { return p.AtMost > 0 }

//go:embed predictions.yaml
var text []byte

// file is the form of predictions.yaml.
type file struct {
	Claims    []Prediction      `yaml:"claims"`
	Rules     map[string]string `yaml:"rules"` // of tables by what is set, and asked
	Proposals []Proposal        `yaml:"proposals"`
}

// all is the file, read once. It is part of the program, so a mistake in it is one of the program.
var all = sync.OnceValue(func() file {
	f, err := read("predictions.yaml", text)
	if err != nil {
		panic(err)
	}
	return f
})

// Of is the prediction with an id, which must be in the file.
func Of(id string) Prediction {
	claims := all().Claims
	i := slices.IndexFunc(claims, func(p Prediction) bool { return p.ID == id })
	if i < 0 {
		panic("predictions.yaml has no claim " + id)
	}
	return claims[i]
}

// Proposals are the proposals with what they predict. Labels are canonical.
func Proposals() []Proposal { return all().Proposals }

func read(name string, text []byte) (file, error) {
	var f file
	doc, err := strictyaml.Parse(name, text)
	if err != nil {
		return f, err
	}
	if faults := doc.Decode(&f); len(faults) > 0 {
		return f, faults
	}
	for i, p := range f.Claims {
		if p.Rule == asked {
			f.Claims[i].Rule = f.Rules[asked]
		}
	}
	for i := range f.Proposals {
		if err := f.Proposals[i].complete(f.Rules); err != nil {
			return f, fmt.Errorf("%s: proposal %d: %w", name, f.Proposals[i].Number, err)
		}
	}
	return f, nil
}

// asked names the rule of the shares that are asked of checks.
const asked = "asked"

// complete checks a proposal and makes its labels canonical.
func (p *Proposal) complete(rules map[string]string) error {
	var err error
	if p.Strategy != "" {
		if p.Strategy, err = strategies.Canonical(p.Strategy); err != nil {
			return err
		}
	}
	for i := range p.Predictions {
		q := &p.Predictions[i]
		if q.Strategy == "" {
			q.Strategy = p.Strategy
		}
		by, err := q.check()
		if err != nil {
			return fmt.Errorf("prediction %d: %w", i+1, err)
		}
		if q.Strategy != "" { // else tested elsewhere
			if q.Strategy, err = strategies.Canonical(q.Strategy); err != nil {
				return err
			}
			if q.Against, err = strategies.Canonical(q.Against); err != nil {
				return err
			}
		}
		q.Claim, q.Rule = q.About(p.Strategy)+" "+q.Says(), rules[by]
	}
	return nil
}

// check checks a prediction of a table and says by what it is set, which is the name of its rule.
func (p Prediction) check() (by string, err error) {
	kinds := 0
	for name, set := range map[string]bool{"target": len(p.Target) > 0, "gain": p.Gain != 0, "within": p.Within > 0, "at_most": p.AtMost > 0} {
		if set {
			kinds, by = kinds+1, name
		}
	}
	cost := p.Of == "write" || p.Of == "total"
	switch {
	case kinds != 1:
		return "", fmt.Errorf("of %s: want one of target, gain, within and at_most", p.Of)
	case len(p.Target) > 0 && p.Baseline == nil:
		return "", fmt.Errorf("of %s: a target needs a baseline", p.Of)
	case cost != p.Cost():
		return "", fmt.Errorf("of %s: at_most is for write and total, and nothing else is", p.Of)
	case !cost && p.Of != "answer" && !slices.Contains(arena.FactTypes, arena.FactType(p.Of)):
		return "", fmt.Errorf("of %s: want answer, a fact type, write or total", p.Of)
	}
	return by, nil
}

// About is what a prediction of a table is about, for a proposal with a strategy.
func (p Prediction) About(strategy string) string {
	var parts []string
	if p.Strategy != strategy {
		parts = append(parts, p.Strategy)
	}
	of := p.Of
	if p.Cost() {
		of += " tokens"
	}
	parts = append(parts, of)
	for _, id := range p.Scenarios {
		parts = append(parts, "in", strings.ReplaceAll(id, "-", " "))
	}
	return strings.Join(parts, " ")
}

// Says are the figures that the document predicts in a table.
func (p Prediction) Says() string {
	switch {
	case p.Gain != 0:
		return fmt.Sprintf("+%g", p.Gain)
	case p.Within > 0:
		return fmt.Sprintf("±%g", p.Within)
	case p.AtMost > 0:
		return fmt.Sprintf("≤%g×", p.AtMost)
	case len(p.Target) == 2:
		return fmt.Sprintf("%g→%g–%g", *p.Baseline, p.Target[0], p.Target[1])
	}
	return fmt.Sprintf("%g→%g", *p.Baseline, p.Target[0])
}
