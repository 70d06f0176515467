// Package predictions is the one file of what the source documents predict (predictions.yaml), and what
// becomes of it. A claim is looked up by its id by the study that decides it; gates are what the research
// proposals predict of their strategies.
package predictions

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"contextarena.internal/arena"
	"contextarena.internal/internal/strictyaml"
)

// Prediction is a claim of a document, with what decides it.
type Prediction struct {
	ID      string   `yaml:"id"` // STUDY/NAME
	Claim   string   `yaml:"claim"`
	Rule    string   `yaml:"rule"`   // what decides it
	Source  string   `yaml:"source"` // who predicts it
	AtLeast float64  `yaml:"at_least"`
	Order   []string `yaml:"order"` // the best first
}

// Gate is what a research proposal (seed document 003) predicts of a strategy: that it keeps so much more
// than another, or costs at most so many times as much. Of Keeps, Within and Costs exactly one is set.
type Gate struct {
	Proposal  int      `yaml:"proposal" json:"proposal"` // its number
	Strategy  string   `yaml:"strategy" json:"strategy"` // canonical label
	Against   string   `yaml:"against" default:"rlm" json:"against"`
	Of        string   `yaml:"of" json:"of"`                         // answer, a fact type, write or total
	Scenarios []string `yaml:"scenarios" json:"scenarios,omitempty"` // that the claim is about; empty for all
	Keeps     float64  `yaml:"keeps" json:"keeps,omitempty"`         // at least so many points more
	Sum       []string `yaml:"sum" json:"sum,omitempty"`             // labels: its gain over Against is set against the sum of theirs
	Within    float64  `yaml:"within" json:"within,omitempty"`       // at most so many points more or less
	Costs     float64  `yaml:"costs" json:"costs,omitempty"`         // at most so many times as much
	Says      string   `yaml:"says" json:"document_says"`            // the document's own figures or words
}

// Treatment is what of a proposal's strategy must reach the reader, and the controls that its gains are set against.
type Treatment struct {
	Proposal int      `yaml:"proposal" json:"proposal"`
	Strategy string   `yaml:"strategy" json:"strategy"`           // canonical label, as of the controls
	Carries  []string `yaml:"carries" json:"carries,omitempty"`   // types of facts and kinds of probes; none where no list says what it is to carry
	Notes    bool     `yaml:"notes" json:"notes,omitempty"`       // it has no part of its own that holds them all: it sees to it that the notes do
	Placebo  string   `yaml:"placebo" json:"placebo,omitempty"`   // as many calls and about as many tokens
	Capacity string   `yaml:"capacity" json:"capacity,omitempty"` // the base with a cap raised by what it adds
}

// Due reports whether a strategy is to carry what a probe asks for. Of a claim about a type it is that type.
func (t Treatment) Due(of string, p arena.Probe) bool {
	if len(t.Carries) > 0 && slices.Contains(arena.FactTypes, arena.FactType(of)) {
		return string(p.Type) == of
	}
	return slices.Contains(t.Carries, string(p.Type)) || slices.Contains(t.Carries, string(p.Kind))
}

// IsCost reports whether the gate is about a cost, and not about retention.
func (g Gate) IsCost() bool { return g.Costs > 0 }

// String is the gate as a table has it, "spatial ≥ +80", in points; what it is compared with is said unless it is rlm.
func (g Gate) String() string {
	text := g.Of
	switch {
	case g.IsCost():
		text += fmt.Sprintf(" ≤ %g ×", g.Costs)
	case g.Within > 0:
		text += fmt.Sprintf(" ± %g", g.Within)
	default:
		text += fmt.Sprintf(" ≥ +%g", g.Keeps)
	}
	if g.Sum != nil {
		text += " of " + strings.Join(g.Sum, " + ")
	}
	if g.Against != "rlm" {
		text += " over " + g.Against
	}
	for _, id := range g.Scenarios {
		text += " in " + strings.ReplaceAll(id, "-", " ")
	}
	return text
}

//go:embed predictions.yaml
var text []byte

// file is the form of predictions.yaml.
type file struct {
	Claims []Prediction `yaml:"claims"`
	Gates  []Gate       `yaml:"gates"`

	Treatments []Treatment `yaml:"treatments"`
}

// all is the file, read once.
var all = sync.OnceValue(func() file { return strictyaml.MustDecode[file]("predictions.yaml", text) })

// Of is the prediction with an id, which must be in the file.
func Of(id string) Prediction {
	claims := all().Claims
	i := slices.IndexFunc(claims, func(p Prediction) bool { return p.ID == id })
	if i < 0 {
		panic("predictions.yaml has no claim " + id)
	}
	return claims[i]
}

// Treatments are those of the proposals, in their order.
func Treatments() []Treatment { return all().Treatments }

// TreatmentOf is that of a strategy; of another it has nothing to carry and no controls.
func TreatmentOf(strategy string) Treatment {
	for _, t := range all().Treatments {
		if t.Strategy == strategy {
			return t
		}
	}
	return Treatment{Strategy: strategy}
}

// Gates are those of the proposals, in their order.
func Gates() []Gate { return all().Gates }
