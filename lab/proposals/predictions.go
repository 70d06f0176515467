package proposals

import (
	_ "embed"
	"fmt"
	"slices"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
	"contextarena.internal/strategies"
)

// Proposal is a research proposal of seed document 003 with what it predicts.
type Proposal struct {
	Number        int          `yaml:"proposal" json:"proposal"`
	Name          string       `yaml:"name" json:"name"`
	Strategy      string       `yaml:"strategy" json:"strategy,omitempty"` // label; empty where it is tested elsewhere
	CallsPerCycle string       `yaml:"calls_per_cycle" json:"calls_per_cycle,omitempty"`
	Elsewhere     string       `yaml:"elsewhere" json:"elsewhere,omitempty"` // the command that tests it
	Predictions   []Prediction `yaml:"predictions" json:"-"`
}

// Prediction is one of its claims. Retention is in percent. Of Target, Gain, Within and AtMost
// exactly one is set.
type Prediction struct {
	Strategy  string    `yaml:"strategy" json:"strategy"` // label; the proposal's unless said
	Against   string    `yaml:"against" default:"rlm" json:"against"`
	Of        string    `yaml:"of" json:"of"`               // answer, a fact type, write or total
	Scenarios []string  `yaml:"scenarios" json:"scenarios"` // that the claim is about; empty for all
	Baseline  *float64  `yaml:"baseline" json:"seed_baseline,omitempty"`
	Target    []float64 `yaml:"target" json:"seed_target,omitempty"`   // from, and to where it is said
	Gain      float64   `yaml:"gain" json:"seed_gain,omitempty"`       // points
	Within    float64   `yaml:"within" json:"seed_within,omitempty"`   // points either way
	AtMost    float64   `yaml:"at_most" json:"seed_at_most,omitempty"` // times the other's cost
	Reading   string    `yaml:"reading" json:"reading,omitempty"`      // the document's words, where it gives no number
}

// Cost reports whether the claim is about a cost, and not about retention.
func (p Prediction) Cost() bool { return p.AtMost > 0 }

//go:embed predictions.yaml
var predictionsFile []byte

// Proposals reads the proposals and what they predict from the builtin file. Labels are canonical.
func Proposals() ([]Proposal, error) {
	const name = "predictions.yaml"
	doc, err := strictyaml.Parse(name, predictionsFile)
	if err != nil {
		return nil, err
	}
	var file struct {
		Proposals []Proposal `yaml:"proposals"`
	}
	if faults := doc.Decode(&file); len(faults) > 0 {
		return nil, faults
	}
	for i := range file.Proposals {
		if err := file.Proposals[i].complete(); err != nil {
			return nil, fmt.Errorf("%s: proposal %d: %w", name, file.Proposals[i].Number, err)
		}
	}
	return file.Proposals, nil
}

// complete checks a proposal and makes its labels canonical.
func (p *Proposal) complete() error {
	var err error
	if p.Strategy != "" {
		if p.Strategy, err = canonical(p.Strategy); err != nil {
			return err
		}
	}
	for i := range p.Predictions {
		q := &p.Predictions[i]
		if q.Strategy == "" {
			q.Strategy = p.Strategy
		}
		if err := q.check(); err != nil {
			return fmt.Errorf("prediction %d: %w", i+1, err)
		}
		if q.Strategy == "" {
			continue // tested elsewhere
		}
		if q.Strategy, err = canonical(q.Strategy); err != nil {
			return err
		}
		if q.Against, err = canonical(q.Against); err != nil {
			return err
		}
	}
	return nil
}

func (p Prediction) check() error {
	kinds := 0
	for _, set := range []bool{len(p.Target) > 0, p.Gain != 0, p.Within > 0, p.AtMost > 0} {
		if set {
			kinds++
		}
	}
	cost := p.Of == "write" || p.Of == "total"
	switch {
	case kinds != 1:
		return fmt.Errorf("of %s: want one of target, gain, within and at_most", p.Of)
	case len(p.Target) > 0 && p.Baseline == nil:
		return fmt.Errorf("of %s: a target needs a baseline", p.Of)
	case cost != p.Cost():
		return fmt.Errorf("of %s: at_most is for write and total, and nothing else is", p.Of)
	case !cost && p.Of != "answer" && !slices.Contains(arena.FactTypes, arena.FactType(p.Of)):
		return fmt.Errorf("of %s: want answer, a fact type, write or total", p.Of)
	}
	return nil
}

// canonical is the label of a spec.
func canonical(spec string) (string, error) {
	s, err := strategies.Parse(spec)
	if err != nil {
		return "", err
	}
	return strategies.Label(s), nil
}
